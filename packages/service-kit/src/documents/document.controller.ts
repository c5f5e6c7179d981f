import { Body, Get, Header, Headers, HttpCode, Param, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import {
  type DocumentEnvelope,
  type ErasureRequest,
  type HistoryResponse,
  L,
  type ListResult,
  type OwnDocument,
  type SearchFieldInfo,
} from '@portal/contract-kit';
import type { FastifyReply } from 'fastify';
import { type Call, isStaff } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { listOrCsv } from '../http/list-or-csv.ts';
import {
  Answers,
  AnswersDocument,
  AnswersExport,
  AnswersImage,
  AnswersList,
  AnswersPdf,
  AnswersSearchFields,
  Repeatable,
  Search,
  TakesBody,
  TakesQuery,
} from '../http/openapi-parts.ts';
import { unprocessable } from '../http/problems.ts';
import type { QueueCount } from '../work/queues.ts';
import { takeNext } from '../work/take-next.ts';
import { WorkController } from '../work/work.controller.ts';
import { type AnySearch, exportAsCsv } from './document-export.ts';
import { findDocuments } from './document-finder.ts';
import { DocumentSearch } from './document-search.ts';
import type { AnyDocuments } from './documents.ts';
import { decideErasure, openErasureRequests } from './erasure-decision.ts';
import { askForErasure } from './erasure-request.ts';
import { historyForCaller } from './history-for-caller.ts';
import type { Answer } from './idempotency.ts';
import { OneTimeCodes, type SentCode } from './one-time-codes.ts';
import { ownDocuments } from './own-documents.ts';
import { type ExportedDocument, exportAsJson, exportAsPdf, exportDocument, exportNewestDocuments, exportOwnDocuments } from './personal-data-export.ts';
import { codeImage, printedForm } from './printed-form.ts';
import { sendCodeImage, sendPdf } from './send-file.ts';

/** The HTTP endpoints that every kind of document has. A concrete controller sets its path and adds its own endpoints. */
export abstract class DocumentController extends WorkController {
  private readonly list: AnySearch;
  private readonly oneTimeCodes: OneTimeCodes;

  /** @param registerAction the action that a POST on the collection performs */
  protected constructor(
    documents: AnyDocuments,
    private readonly registerAction = 'register',
    private readonly updateAction = 'update',
  ) {
    super(documents);
    this.list = new DocumentSearch(documents);
    this.oneTimeCodes = new OneTimeCodes(documents);
  }

  /** The definition of this kind of document. */
  get definition(): AnyDocuments['definition'] {
    return this.documents.definition;
  }

  @Get('info')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'A blank document and the actions that register it' })
  @AnswersDocument()
  async info(@CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    void reply.header('Content-Type', 'application/json; charset=utf-8').send(await this.documents.infoText(call));
  }

  @Get('search/fields')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The fields that the staff search takes, their operations, and whether it sorts by them' })
  @AnswersSearchFields()
  searchFields(@CurrentCall() call: Call): ListResult<SearchFieldInfo> {
    return this.list.fields(call);
  }

  @Get('search')
  @ApiOperation({ summary: 'Staff search, newest first unless sorted otherwise; with Accept: text/csv all rows as CSV' })
  @Search()
  search(
    @Query('q') q: string | undefined,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListResult<object> | StreamableFile> {
    const { kind } = this.documents.definition;
    return listOrCsv(reply, accept, kind, { list: () => this.list.search(q, call), csv: () => exportAsCsv(this.list, q, call) });
  }

  @Get('queues')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'How many documents are in each queue of the caller: what they have, what nobody has, what is late' })
  @TakesQuery()
  @AnswersList()
  queues(@Query('q') q: string | undefined, @CurrentCall() call: Call): Promise<ListResult<QueueCount>> {
    return this.list.queues(q, call);
  }

  @Post('next')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'An official takes the next case of a filter that nobody has; the longest due one unless sorted otherwise' })
  @Repeatable()
  @TakesBody('SearchQuery')
  @AnswersDocument()
  next(@Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return takeNext(this.list, body, call);
  }

  @Get('find')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Public finder: all criteria are needed' })
  @TakesQuery()
  @AnswersList()
  find(@Query('q') q: string | undefined, @CurrentCall() call: Call): Promise<ListResult<object>> {
    return findDocuments(this.documents, q, call);
  }

  @Post('find')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Public finder, with its criteria in the body: nothing personal stands in an address' })
  @TakesBody('SearchQuery')
  @AnswersList()
  findByBody(@Body() body: unknown, @CurrentCall() call: Call): Promise<ListResult<object>> {
    return findDocuments(this.documents, JSON.stringify(body ?? {}), call);
  }

  @Post('find/code')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Sends a one-time code to the e-mail address or telephone on a document that the finder found' })
  @Repeatable()
  @TakesBody('CodeRequest')
  @Answers('CodeSent')
  sendCode(@Body() body: unknown, @CurrentCall() call: Call): Promise<SentCode> {
    return this.oneTimeCodes.sendCode(body, call);
  }

  @Post('find/open')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Opens a document with a one-time code; the id in the answer is the key of its applicant' })
  @TakesBody('CodeEntry')
  @AnswersDocument()
  openWithCode(@Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return this.oneTimeCodes.open(body, call);
  }

  @Get('mine')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'What the signed-in person registered, newest first, drafts too' })
  @AnswersList()
  mine(@CurrentCall() call: Call): Promise<ListResult<OwnDocument>> {
    return ownDocuments(this.documents, call);
  }

  @Get('mine/export')
  @ApiOperation({ summary: 'What the signed-in person may see of their documents, as JSON or PDF' })
  @ApiQuery({ name: 'format', required: false, enum: ['json', 'pdf'] })
  @AnswersExport()
  async exportMine(@Query('format') format: unknown, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    if (format === 'pdf') sendPdf(reply, await exportAsPdf(this.documents, await exportNewestDocuments(this.documents, call), call));
    else this.sendJson(await exportOwnDocuments(this.documents, call), reply);
  }

  @Get('erasure')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Requests for erasure that the office has to answer, the most urgent first' })
  @AnswersList()
  erasures(@CurrentCall() call: Call): Promise<ListResult<ErasureRequest>> {
    return openErasureRequests(this.documents, call);
  }

  @Post('erasure/:request')
  @HttpCode(200)
  @ApiOperation({ summary: 'Answers a request for erasure: decision GRANT or REFUSE, with a comment' })
  @Repeatable()
  @TakesBody('ErasureDecision')
  @Answers('ErasureAnswer')
  decideErasure(@Param('request') request: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<{ model: ErasureRequest }> {
    return decideErasure(this.documents, request, body, call);
  }

  @Post()
  @ApiOperation({ summary: 'Registers a document, or updates the one whose id the body holds' })
  @Repeatable()
  @AnswersDocument(200)
  @AnswersDocument(201)
  async register(@Body() body: unknown, @CurrentCall() call: Call, @Res({ passthrough: true }) reply: FastifyReply): Promise<DocumentEnvelope<object>> {
    const id = (body as { id?: unknown } | null)?.id ?? '';
    if (typeof id !== 'string') throw unprocessable([{ code: 'TEXT', field: 'id', message: L('The id must be text', 'O id deve ser texto') }]);
    const answer = id !== '' ? await this.documents.perform(id, this.updateAction, body, call) : await this.documents.register(this.registerAction, body, call);
    return this.answer(answer, reply);
  }

  @Post('actions/:action')
  @ApiOperation({ summary: 'Registers a document with another action, such as storing a draft' })
  @Repeatable()
  @AnswersDocument(201)
  async registerWith(
    @Param('action') action: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentEnvelope<object>> {
    return this.answer(await this.documents.register(action, body, call), reply);
  }

  @Post(':id/actions/:action')
  @HttpCode(200)
  @ApiOperation({ summary: 'Does an offered action; the body holds the version seen' })
  @Repeatable()
  @AnswersDocument()
  async perform(
    @Param('id') id: string,
    @Param('action') action: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentEnvelope<object>> {
    return this.answer(await this.documents.perform(id, action, body, call), reply);
  }

  @Get(':id/document')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A document and the actions offered on it' })
  @AnswersDocument()
  load(@Param('id') id: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return this.documents.load(id, call);
  }

  @Get(':id/:version/version')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A given version of a document' })
  @AnswersDocument()
  version(@Param('id') id: string, @Param('version') version: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return this.documents.version(id, version, call);
  }

  @Post(':id/history')
  @HttpCode(200)
  @ApiOperation({ summary: 'History or timeline' })
  @TakesBody('HistoryRequest')
  @Answers('HistoryAnswer')
  history(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<HistoryResponse> {
    return historyForCaller(this.documents, id, body, call);
  }

  @Get(':id/qr')
  @ApiOperation({
    summary: 'QR image, PNG, or SVG with ?format=svg; with ?code=seal it holds the seal of the document, where it has one, and otherwise its token',
  })
  @ApiQuery({ name: 'format', required: false, enum: ['png', 'svg'] })
  @ApiQuery({ name: 'code', required: false, enum: ['token', 'seal'] })
  @AnswersImage()
  async qr(
    @Param('id') id: string,
    @Query('format') format: string | undefined,
    @Query('code') code: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @CurrentCall() call: Call,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const type = format === 'svg' ? 'svg' : 'png';
    sendCodeImage(reply, await codeImage(this.documents, id, type, code === 'seal' ? 'seal' : 'token', call), type, known);
  }

  @Get(':id/export')
  @ApiOperation({ summary: 'What the applicant may see of a document, as JSON or PDF' })
  @ApiQuery({ name: 'format', required: false, enum: ['json', 'pdf'] })
  @AnswersExport()
  async export(@Param('id') id: string, @Query('format') format: unknown, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    const documents = [await exportDocument(this.documents, id, call)];
    if (format === 'pdf') sendPdf(reply, await exportAsPdf(this.documents, documents, call));
    else this.sendJson(documents, reply);
  }

  @Post(':id/erasure')
  @HttpCode(200)
  @ApiOperation({ summary: 'The applicant asks that what is held be erased' })
  @Repeatable()
  @TakesBody('ErasureWish')
  @Answers('ErasureAnswer')
  askForErasure(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<{ model: ErasureRequest }> {
    return askForErasure(this.documents, id, body, call);
  }

  private sendJson(documents: AsyncIterable<ExportedDocument> | readonly ExportedDocument[], reply: FastifyReply): void {
    void reply
      .type('application/json; charset=utf-8')
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', `attachment; filename="${this.definition.kind}.json"`)
      .send(exportAsJson(documents));
  }

  /** Each print of the definition is served at the address `{id}/<print>`. */
  @Get(':id/:print')
  @ApiOperation({ summary: 'A printed form (PDF)' })
  @AnswersPdf()
  async print(@Param('id') id: string, @Param('print') print: string, @CurrentCall() call: Call, @Res() reply: FastifyReply): Promise<void> {
    sendPdf(reply, await printedForm(this.documents, id, print, call));
  }

  protected answer(answer: Answer<DocumentEnvelope<object>>, reply: FastifyReply): DocumentEnvelope<object> {
    reply.status(answer.status).header('Cache-Control', 'no-store');
    return answer.body;
  }

  /** Whether the caller is staff; for concrete controllers. */
  protected staff(call: Call): boolean {
    return isStaff(call.actor);
  }
}
