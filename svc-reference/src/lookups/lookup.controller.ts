import { Controller, Get, Header, Inject, Param, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { L, type ListResult } from '@portal/contract-kit';
import { AnswersList, AnswersPdf, badRequest, type Call, CurrentCall, fieldSchemas, notFound, sendPdf } from '@portal/service-kit';
import type { FastifyReply } from 'fastify';
import { ReferenceSettings } from '../reference.settings.ts';
import { LOOKUPS, type LookupSource } from './lookup-source.ts';

@ApiTags('lookups')
@Controller('v1')
export class LookupController {
  constructor(
    @Inject(LOOKUPS) private readonly lookups: LookupSource,
    private readonly settings: ReferenceSettings,
  ) {}

  @Get('medicine/item/:code/searchItemByCode')
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'The medicine item of a code' })
  @AnswersList()
  medicineByCode(@Param('code') code: string): Promise<ListResult<object>> {
    return this.lookups.medicineByCode(code);
  }

  @Get('medicine/item/:text/searchItems')
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'Medicine items whose name or code contains the text, 50 at most' })
  @AnswersList()
  medicines(@Param('text') text: string): Promise<ListResult<object>> {
    if (text.trim().length < 2) throw badRequest('BAD_VALUE', 'text', L('Enter at least 2 characters', 'Introduza pelo menos 2 caracteres'));
    return this.lookups.medicinesByText(text.trim());
  }

  @Get(':product/declaration/:id/simpleDocument')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A declaration of the product, by its id or its reference' })
  @ApiResponse({ status: 200, schema: fieldSchemas.object({ model: fieldSchemas.fields }) })
  productDeclaration(@Param('product') product: string, @Param('id') id: string, @CurrentCall() call: Call): Promise<{ model: object }> {
    this.requireProduct(product);
    return this.lookups.productDeclaration(id, call);
  }

  @Get(':product/declaration/:id/contentData')
  @ApiOperation({ summary: 'The same as PDF' })
  @AnswersPdf()
  async productContent(@Param('product') product: string, @Param('id') id: string, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    this.requireProduct(product);
    sendPdf(reply, { fileName: 'declaration.pdf', pdf: await this.lookups.productDeclarationContent(id, call) });
  }

  @Get('membership/registration/:id/contentData')
  @ApiOperation({ summary: 'A registration of membership (PDF), by its id or the number of the member' })
  @AnswersPdf()
  async membership(@Param('id') id: string, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    sendPdf(reply, { fileName: 'registration.pdf', pdf: await this.lookups.membershipContent(id, call) });
  }

  private requireProduct(product: string): void {
    if (product !== this.settings.productSlug) throw notFound('address');
  }
}
