import { Controller, Get, Header, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import { L, type ListResult } from '@portal/contract-kit';
import { Answers, AnswersList, AnswersPdf, badRequest, type Call, CurrentCall, DocumentKit, fieldSchemas, Roles, sendPdf } from '@portal/service-kit';
import { fileOf, XLSX_TYPE } from '@portal/service-kit/files';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImportedPerson, ImportModel, RefusedRow } from '../../contract/index.ts';
import { mostBytes } from './import.file.ts';
import { DeclarationImports } from './import.service.ts';
import { csvTemplate, xlsxTemplate } from './import.template.ts';

const AGENT = 'traveller-declaration-import';
const csvType = 'text/csv; charset=utf-8';

/** Serves the lists of travellers that agents of coaches and cruise ships import. */
@ApiTags('arrival declaration')
@Controller('v1/traveller/declaration/import')
@Roles(AGENT)
export class ImportController {
  constructor(
    private readonly imports: DeclarationImports,
    private readonly kit: DocumentKit,
  ) {}

  @Post()
  @HttpCode(202)
  @Header('Cache-Control', 'no-store')
  @ApiConsumes('text/csv', XLSX_TYPE, 'multipart/form-data')
  @ApiOperation({
    summary:
      'Takes in a list of at most 10,000 travellers as CSV or XLSX; with ?mode=all they are registered only if all are right. The same file is the same import',
  })
  @ApiQuery({ name: 'mode', required: false, enum: ['valid', 'all'] })
  @ApiBody({ required: true, schema: fieldSchemas.bytes })
  @Answers('ImportAnswer', 'The import; its rows are registered by a job', 202)
  async receive(@Req() request: FastifyRequest, @Query('mode') mode: string | undefined, @CurrentCall() call: Call): Promise<{ model: ImportModel }> {
    if (mode !== undefined && mode !== 'valid' && mode !== 'all')
      throw badRequest('BAD_VALUE', 'mode', L('mode is "valid" or "all"', 'mode é "valid" ou "all"'));
    const { bytes, name } = await fileOf(request, mostBytes);
    return { model: await this.imports.receive(bytes, name, mode ?? 'valid', call) };
  }

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: "The caller's own imports, newest first" })
  @AnswersList()
  list(@CurrentCall() call: Call): Promise<ListResult<ImportModel>> {
    return this.imports.list(call);
  }

  @Get('template')
  @ApiOperation({ summary: 'The template of a list; as XLSX with the codes that may be chosen' })
  @ApiQuery({ name: 'format', required: false, enum: ['csv', 'xlsx'] })
  @ApiResponse({ status: 200, content: { 'text/csv': { schema: fieldSchemas.bytes }, [XLSX_TYPE]: { schema: fieldSchemas.bytes } } })
  async template(@Query('format') format: string | undefined, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    const xlsx = isXlsx(format);
    const content = xlsx ? await xlsxTemplate(this.kit.catalogues, call.language) : csvTemplate();
    sendFile(reply, xlsx ? XLSX_TYPE : csvType, `travellers.${xlsx ? 'xlsx' : 'csv'}`, content);
  }

  @Get(':id')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'How far an import is' })
  @Answers('ImportAnswer', 'The import')
  async load(@Param('id') id: string, @CurrentCall() call: Call): Promise<{ model: ImportModel }> {
    return { model: await this.imports.load(id, call) };
  }

  @Get(':id/faults')
  @ApiOperation({ summary: 'What is wrong, as CSV: row, column, value, message' })
  @ApiResponse({ status: 200, content: { 'text/csv': { schema: fieldSchemas.bytes } } })
  async faults(@Param('id') id: string, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    sendFile(reply, csvType, 'faults.csv', await this.imports.faults(id, call));
  }

  @Get(':id/refused')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The rows that were refused, with what is wrong in each, 20 a page' })
  @ApiQuery({ name: 'page', required: false, type: Number })
  @AnswersList()
  refused(@Param('id') id: string, @Query('page') page: string | undefined, @CurrentCall() call: Call): Promise<ListResult<RefusedRow>> {
    return this.imports.refused(id, Number(page) || 1, call);
  }

  @Get(':id/refused/file')
  @ApiOperation({
    summary: 'The rows that were refused as a list like the one that was sent, with a column that says what is wrong: to correct and send again',
  })
  @ApiQuery({ name: 'format', required: false, enum: ['csv', 'xlsx'] })
  @ApiResponse({ status: 200, content: { 'text/csv': { schema: fieldSchemas.bytes }, [XLSX_TYPE]: { schema: fieldSchemas.bytes } } })
  async refusedFile(
    @Param('id') id: string,
    @Query('format') format: string | undefined,
    @CurrentCall() call: Call,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const xlsx = isXlsx(format);
    sendFile(reply, xlsx ? XLSX_TYPE : csvType, `refused.${xlsx ? 'xlsx' : 'csv'}`, await this.imports.refusedFile(id, xlsx ? 'xlsx' : 'csv', call));
  }

  @Get(':id/people')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The persons who are registered, 200 a page' })
  @ApiQuery({ name: 'page', required: false, type: Number })
  @AnswersList()
  people(@Param('id') id: string, @Query('page') page: string | undefined, @CurrentCall() call: Call): Promise<ListResult<ImportedPerson>> {
    return this.imports.people(id, Number(page) || 1, call);
  }

  @Get(':id/codes')
  @ApiOperation({ summary: 'The QR codes of all persons in one PDF; with ?format=csv as a list of addresses' })
  @ApiQuery({ name: 'format', required: false, enum: ['pdf', 'csv'] })
  @AnswersPdf()
  async codes(@Param('id') id: string, @Query('format') format: string | undefined, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    if (format === 'csv') sendFile(reply, csvType, 'codes.csv', await this.imports.codesAsCsv(id, call));
    else sendPdf(reply, await this.imports.codes(id, call));
  }
}

/** Whether the caller asks for XLSX instead of CSV. @throws 400 */
function isXlsx(format: string | undefined): boolean {
  if (format !== undefined && format !== 'csv' && format !== 'xlsx')
    throw badRequest('BAD_VALUE', 'format', L('format is "csv" or "xlsx"', 'format é "csv" ou "xlsx"'));
  return format === 'xlsx';
}

function sendFile(reply: FastifyReply, type: string, name: string, content: string | Buffer): void {
  void reply.type(type).header('Cache-Control', 'private, no-store').header('Content-Disposition', `attachment; filename="${name}"`).send(content);
}
