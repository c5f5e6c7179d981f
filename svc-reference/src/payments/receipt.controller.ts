import { Body, Controller, Get, Header, Headers, HttpCode, Param, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { DocumentEnvelope, DueInvoice, ListResult, Receipt, SearchFieldInfo } from '@portal/contract-kit';
import {
  AnswersDocument,
  AnswersList,
  AnswersPdf,
  AnswersSearchFields,
  type Call,
  CurrentCall,
  listOrCsv,
  Repeatable,
  Roles,
  Search,
  sendPdf,
  TakesBody,
} from '@portal/service-kit';
import type { FastifyReply } from 'fastify';
import { ReceiptBody, VoidBody } from './receipt.contract.ts';
import { CASHIER_ROLES } from './receipt-access.ts';
import { ReceiptLookup, serialKey } from './receipt-lookup.ts';
import { ReceiptVoids } from './receipt-voids.service.ts';
import { Receipts } from './receipts.service.ts';
import { UnpaidDocuments } from './unpaid.service.ts';

@ApiTags('payments')
@Controller('v1/payment/receipt')
export class ReceiptController {
  constructor(
    private readonly receipts: Receipts,
    private readonly lookup: ReceiptLookup,
    private readonly unpaid: UnpaidDocuments,
    private readonly voids: ReceiptVoids,
  ) {}

  @Post()
  @Roles('payment-receipt-create')
  @ApiOperation({ summary: 'Records a receipt against what a document has to pay now' })
  @Repeatable()
  @TakesBody(ReceiptBody)
  @AnswersDocument(201)
  async record(@Body() body: unknown, @CurrentCall() call: Call, @Res({ passthrough: true }) reply: FastifyReply): Promise<DocumentEnvelope<Receipt>> {
    const answer = await this.receipts.record(body, call);
    reply.status(answer.status).header('Cache-Control', 'no-store');
    return answer.body;
  }

  @Get('due/fields')
  @Roles(...CASHIER_ROLES)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The fields that the list of unpaid documents takes' })
  @AnswersSearchFields()
  dueFields(): ListResult<SearchFieldInfo> {
    return this.unpaid.fields();
  }

  @Get('due')
  @Roles(...CASHIER_ROLES)
  @ApiOperation({ summary: 'The documents with something to pay now, newest first unless sorted otherwise; with Accept: text/csv all rows as CSV' })
  @Search()
  due(
    @Query('q') q: string | undefined,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListResult<object> | StreamableFile> {
    return listOrCsv(reply, accept, 'unpaid', { list: () => this.unpaid.search(q, call), csv: () => this.unpaid.csv(q, call) });
  }

  @Post(':id/actions/void')
  @HttpCode(200)
  @Roles('payment-receipt-void')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Voids a receipt of another cashier with a counter-receipt, while its document still waits' })
  @Repeatable()
  @TakesBody(VoidBody)
  @AnswersDocument()
  async void(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<Receipt>> {
    return (await this.voids.void(id, body, call)).body;
  }

  @Get('search/fields')
  @Roles('payment-receipt-search', 'payment-receipt-read')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The fields that the search of receipts takes, their operations, and whether it sorts by them' })
  @AnswersSearchFields()
  searchFields(): ListResult<SearchFieldInfo> {
    return this.lookup.list.fields();
  }

  @Get('search')
  @Roles('payment-receipt-search', 'payment-receipt-read')
  @ApiOperation({ summary: 'Receipts, newest first unless sorted otherwise; with Accept: text/csv all rows as CSV' })
  @Search()
  search(
    @Query('q') q: string | undefined,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListResult<object> | StreamableFile> {
    return listOrCsv(reply, accept, 'receipts', { list: () => this.lookup.list.search(q, call), csv: () => this.lookup.list.csv(q, call) });
  }

  @Get(':documentCode/:year/:serial/:number/searchDocumentToPay')
  @Roles(...CASHIER_ROLES)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'What a document has to pay now' })
  @AnswersList()
  documentToPay(
    @Param('documentCode') code: string,
    @Param('year') year: string,
    @Param('serial') serial: string,
    @Param('number') number: string,
    @CurrentCall() call: Call,
  ): Promise<ListResult<DueInvoice>> {
    return this.lookup.documentToPay(serialKey(code, year, serial, number), call);
  }

  @Get(':documentCode/:year/:serial/:number/searchReceiptDetails')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The receipts of a document, or one receipt by its own number' })
  @AnswersList()
  receiptDetails(
    @Param('documentCode') code: string,
    @Param('year') year: string,
    @Param('serial') serial: string,
    @Param('number') number: string,
    @CurrentCall() call: Call,
  ): Promise<ListResult<Receipt>> {
    return this.lookup.receiptDetails(serialKey(code, year, serial, number), call);
  }

  @Get(':id/document')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A receipt' })
  @AnswersDocument()
  load(@Param('id') id: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<Receipt>> {
    return this.receipts.load(id, call);
  }

  @Get(':id/print-form')
  @ApiOperation({ summary: 'The printed receipt (PDF)' })
  @AnswersPdf()
  async print(@Param('id') id: string, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    sendPdf(reply, await this.receipts.print(id, call));
  }
}
