import { Body, Get, Header, HttpCode, Inject, Optional, Param, Post, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { DocumentEnvelope, ListResult, ThreadEntry } from '@portal/contract-kit';
import type { FastifyReply } from 'fastify';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { Answers, AnswersDocument, AnswersList, Repeatable, TakesBody } from '../http/openapi-parts.ts';
import { relatedTo } from '../lookup/lookup.ts';
import type { LookupRecord } from '../lookup/lookup-record.ts';
import { messagesOf, type SentMessage } from '../messages/message-list.ts';
import { threadOf } from '../thread/thread.ts';
import { type BulkResult, performOnMany } from './bulk.ts';
import { type BulkOffer, offeredOnMany } from './bulk-offered.ts';
import { assignDocument, claimDocument, claimOnce, releaseDocument } from './claim-calls.ts';
import { colleaguesOf } from './colleagues.ts';
import { addNote, type Note, notesOf } from './notes.ts';
import { requireWatchAccess } from './watch-access.ts';

/** The routes with which officials divide their work. Every kind of document has them. */
export abstract class WorkController {
  /** All kinds of documents of the service. */
  @Optional()
  @Inject(DOCUMENTS)
  private readonly kinds?: readonly AnyDocuments[];

  protected constructor(protected readonly documents: AnyDocuments) {}

  @Get(':id/related')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Other documents of the same person or vehicle, newest first, for officials who may read them' })
  @Answers('LookupAnswer')
  related(@Param('id') id: string, @CurrentCall() call: Call): Promise<ListResult<LookupRecord>> {
    return relatedTo(this.kinds ?? [this.documents], this.documents, id, call);
  }

  @Post(':id/claim')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'An official takes a case: for thirty minutes from their last call on it, or until it leaves the step' })
  @Repeatable()
  @TakesBody('Claim', false)
  @AnswersDocument()
  claim(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return claimOnce(this.documents, body, call, (remember) => claimDocument(this.documents, id, body, call, remember));
  }

  @Post(':id/release')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'An official gives a case back; a supervisor releases any' })
  @Repeatable()
  @TakesBody('Release', false)
  @AnswersDocument()
  release(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return claimOnce(this.documents, body, call, (remember) => releaseDocument(this.documents, id, body, call, remember));
  }

  @Post(':id/assign')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A supervisor gives a case to an official, until it leaves the step' })
  @Repeatable()
  @TakesBody('Assignment')
  @AnswersDocument()
  assign(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return claimOnce(this.documents, body, call, (remember) => assignDocument(this.documents, id, body, call, remember));
  }

  @Get(':id/watch')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({
    summary:
      'Whether an official may read a case, and its version. The gateway asks it before it tells them what becomes of the case, and who else has it open',
  })
  @Answers('Watch')
  watch(@Param('id') id: string, @CurrentCall() call: Call): Promise<{ kind: string; version: number }> {
    return requireWatchAccess(this.documents, id, call);
  }

  @Get(':id/thread')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The words between the office and the applicant, oldest first, for both of them' })
  @Answers('ThreadAnswer')
  thread(@Param('id') id: string, @CurrentCall() call: Call): Promise<ListResult<ThreadEntry>> {
    return threadOf(this.documents, id, call);
  }

  @Get(':id/notes')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The notes of officials on a case, oldest first' })
  @AnswersList()
  notes(@Param('id') id: string, @CurrentCall() call: Call): Promise<ListResult<Note>> {
    return notesOf(this.documents, id, call);
  }

  @Get(':id/messages')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The messages about a document, newest first: what was sent, when, and whether it arrived; for officials who may read it' })
  @Answers('MessagesAnswer')
  messages(@Param('id') id: string, @CurrentCall() call: Call): Promise<ListResult<SentMessage>> {
    return messagesOf(this.documents, id, call);
  }

  @Get(':id/colleagues')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The officials whom a note on a case can name' })
  @AnswersList()
  colleagues(@Param('id') id: string, @CurrentCall() call: Call): Promise<ListResult<{ name: string; userName: string }>> {
    return colleaguesOf(this.documents, id, call);
  }

  @Post(':id/notes')
  @ApiOperation({ summary: 'Adds a note for officials' })
  @Repeatable()
  @TakesBody('NoteText')
  @Answers('NoteAnswer', 'The note', 201)
  async addNote(
    @Param('id') id: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ model: Note }> {
    const { status, body: answer } = await addNote(this.documents, id, body, call);
    reply.status(status).header('Cache-Control', 'private, no-store');
    return answer;
  }

  @Post('bulk')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'One action on at most 500 documents, with a result for each' })
  @Repeatable()
  @TakesBody('Bulk')
  @Answers('BulkAnswer', 'What became of each document')
  bulk(@Body() body: unknown, @CurrentCall() call: Call): Promise<ListResult<BulkResult>> {
    return performOnMany(this.documents, body, call);
  }

  @Post('bulk/offered')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The actions that the caller may do on at most 500 documents, each with the number of those that offer it' })
  @TakesBody('BulkChoice')
  @AnswersList()
  bulkOffered(@Body() body: unknown, @CurrentCall() call: Call): Promise<ListResult<BulkOffer>> {
    return offeredOnMany(this.documents, body, call);
  }
}
