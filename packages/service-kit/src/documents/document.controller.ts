import { createHash } from 'node:crypto';
import { Body, Get, Header, Headers, HttpCode, Param, Post, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { DocumentEnvelope, HistoryResponse, ListResult } from '@portal/contract-kit';
import type { FastifyReply } from 'fastify';
import { type Call, isStaff } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import type { DocumentService } from './document.service.ts';
import { DocumentReader, type PrintedForm } from './document-reader.ts';
import type { Answer } from './idempotency.ts';

// biome-ignore lint/suspicious/noExplicitAny: a controller serves any kind of document
type AnyDocuments = DocumentService<any, any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
type AnyReader = DocumentReader<any, any, any, any>;

/** A file name that is safe in a header and on every disk. */
export const safeFileName = (name: string): string => name.replace(/[^\p{L}\p{N}._-]+/gu, '-').slice(0, 120) || 'document.pdf';

/** Sends a PDF with its name. */
export function sendPdf(reply: FastifyReply, { fileName, pdf }: PrintedForm): StreamableFile {
  const name = safeFileName(fileName);
  reply.header('Cache-Control', 'private, no-store');
  return new StreamableFile(pdf, {
    type: 'application/pdf',
    disposition: `attachment; filename="${name.replace(/[^\x20-\x7e]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    length: pdf.length,
  });
}

/** The calls every kind of document has. A concrete controller names its path and adds its own. */
export abstract class DocumentController {
  protected readonly reader: AnyReader;

  /** @param registerAction what a POST on the collection does */
  protected constructor(
    protected readonly documents: AnyDocuments,
    private readonly registerAction = 'register',
    private readonly updateAction = 'update',
  ) {
    this.reader = new DocumentReader(documents);
  }

  @Get('info')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'A blank document and the actions that register it' })
  info(@CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return this.documents.info(call);
  }

  @Get('search')
  @ApiOperation({ summary: 'Staff search, newest first; with Accept: text/csv all rows as CSV' })
  async search(
    @Query('q') q: string | undefined,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListResult<object> | StreamableFile> {
    reply.header('Cache-Control', 'no-store').header('Vary', 'Accept');
    if (!accept?.includes('text/csv')) return this.reader.search(q, call);
    return new StreamableFile(await this.reader.csv(q, call), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${this.documents.definition.kind}.csv"`,
    });
  }

  @Get('find')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Public finder: all criteria are needed' })
  find(@Query('q') q: string | undefined, @CurrentCall() call: Call): Promise<ListResult<object>> {
    return this.reader.find(q, call);
  }

  @Get('waiting')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Number of documents that wait for an action the caller may do' })
  waiting(@CurrentCall() call: Call): Promise<{ count: number }> {
    return this.reader.waiting(call);
  }

  @Post()
  @ApiOperation({ summary: 'Registers a document, or updates the one whose id the body holds' })
  async register(@Body() body: unknown, @CurrentCall() call: Call, @Res({ passthrough: true }) reply: FastifyReply): Promise<DocumentEnvelope<object>> {
    const id = (body as { id?: unknown } | null)?.id;
    const answer =
      typeof id === 'string' && id !== ''
        ? await this.documents.perform(id, this.updateAction, body, call)
        : await this.documents.register(this.registerAction, body, call);
    return this.answer(answer, reply);
  }

  @Post('actions/:action')
  @ApiOperation({ summary: 'Registers a document with another action, such as storing a draft' })
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
  load(@Param('id') id: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return this.documents.load(id, call);
  }

  @Get(':id/:version/version')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A given version of a document' })
  version(@Param('id') id: string, @Param('version') version: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return this.documents.version(id, version, call);
  }

  @Post(':id/history')
  @HttpCode(200)
  @ApiOperation({ summary: 'History or timeline' })
  history(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<HistoryResponse> {
    return this.reader.history(id, body, call);
  }

  @Get(':id/qr')
  @ApiOperation({ summary: 'QR image, PNG, or SVG with ?format=svg' })
  async qr(
    @Param('id') id: string,
    @Query('format') format: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const svg = format === 'svg';
    const image = await this.reader.qr(id, svg ? 'svg' : 'png');
    const etag = `"${createHash('sha1').update(image).digest('base64url')}"`;
    reply.header('Cache-Control', 'private, no-cache').header('ETag', etag);
    if (known === etag) {
      reply.status(304);
      return undefined;
    }
    return new StreamableFile(image, { type: svg ? 'image/svg+xml' : 'image/png', length: image.length });
  }

  /** Each print of the definition has the address `{id}/<print>`. */
  @Get(':id/:print')
  @ApiOperation({ summary: 'A printed form (PDF)' })
  async print(
    @Param('id') id: string,
    @Param('print') print: string,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return sendPdf(reply, await this.reader.print(id, print, call));
  }

  protected answer(answer: Answer<DocumentEnvelope<object>>, reply: FastifyReply): DocumentEnvelope<object> {
    if (answer.status === 201) this.documents.kit.relay.wake();
    reply.status(answer.status).header('Cache-Control', 'no-store');
    return answer.body;
  }

  /** Whether the caller is staff; for concrete controllers. */
  protected staff(call: Call): boolean {
    return isStaff(call.actor);
  }
}
