import { Body, Controller, Get, Header, Headers, HttpCode, Param, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { DocumentEnvelope, ListResult, SearchFieldInfo, Shift } from '@portal/contract-kit';
import {
  AnswersDocument,
  AnswersList,
  AnswersSearchFields,
  type Call,
  CurrentCall,
  listOrCsv,
  Repeatable,
  Roles,
  Search,
  TakesBody,
} from '@portal/service-kit';
import type { FastifyReply } from 'fastify';
import { CloseShiftBody, OpenShiftBody } from './shift.contract.ts';
import { ShiftLookup } from './shift-lookup.ts';
import { Shifts } from './shifts.service.ts';

/** The roles of people who have their own till, and of people who see all tills. */
const TILL_ROLES = ['payment-receipt-create', 'payment-receipt-void', 'payment-receipt-supervise'] as const;

@ApiTags('payments')
@Controller('v1/payment/shift')
export class ShiftController {
  constructor(
    private readonly shifts: Shifts,
    private readonly lookup: ShiftLookup,
  ) {}

  @Get('open')
  @Roles(...TILL_ROLES)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: "The caller's open shift; no record where there is none" })
  @AnswersList()
  open(@CurrentCall() call: Call): Promise<ListResult<Shift>> {
    return this.shifts.open(call);
  }

  @Post()
  @Roles('payment-receipt-create')
  @ApiOperation({ summary: 'Opens a shift with the cash in the till' })
  @Repeatable()
  @TakesBody(OpenShiftBody)
  @AnswersDocument(201)
  async begin(@Body() body: unknown, @CurrentCall() call: Call, @Res({ passthrough: true }) reply: FastifyReply): Promise<DocumentEnvelope<Shift>> {
    const answer = await this.shifts.begin(body, call);
    reply.status(answer.status).header('Cache-Control', 'private, no-store');
    return answer.body;
  }

  @Get('search/fields')
  @Roles(...TILL_ROLES)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The fields that the search of shifts takes' })
  @AnswersSearchFields()
  searchFields(): ListResult<SearchFieldInfo> {
    return this.lookup.fields();
  }

  @Get('search')
  @Roles(...TILL_ROLES)
  @ApiOperation({ summary: 'Shifts, newest first unless sorted otherwise: all for a supervisor, their own for a cashier' })
  @Search()
  search(
    @Query('q') q: string | undefined,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListResult<object> | StreamableFile> {
    return listOrCsv(reply, accept, 'shifts', { list: () => this.lookup.search(q, call), csv: () => this.lookup.csv(q, call) });
  }

  @Get(':id/document')
  @Roles(...TILL_ROLES)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A shift with its sums by method and currency' })
  @AnswersDocument()
  load(@Param('id') id: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<Shift>> {
    return this.shifts.load(id, call);
  }

  @Post(':id/actions/close')
  @HttpCode(200)
  @Roles(...TILL_ROLES)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Closes a shift with what was counted' })
  @Repeatable()
  @TakesBody(CloseShiftBody)
  @AnswersDocument()
  async close(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<Shift>> {
    return (await this.shifts.close(id, body, call)).body;
  }
}
