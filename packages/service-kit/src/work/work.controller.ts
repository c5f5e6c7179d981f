import { Body, Header, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { DocumentEnvelope } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { AnswersDocument, TakesBody } from '../http/openapi-parts.ts';
import { assignDocument, claimDocument, releaseDocument } from './claim-calls.ts';

/** The calls with which officials divide their work. Every kind of document has them. */
export abstract class WorkController {
  protected constructor(protected readonly documents: AnyDocuments) {}

  @Post(':id/claim')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'An official takes a case: for thirty minutes from their last call on it, or until it leaves the step' })
  @AnswersDocument()
  claim(@Param('id') id: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return claimDocument(this.documents, id, call);
  }

  @Post(':id/release')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'An official gives a case back; a supervisor releases any' })
  @AnswersDocument()
  release(@Param('id') id: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return releaseDocument(this.documents, id, call);
  }

  @Post(':id/assign')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'A supervisor gives a case to an official, until it leaves the step' })
  @TakesBody('Assignment')
  @AnswersDocument()
  assign(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<object>> {
    return assignDocument(this.documents, id, body, call);
  }
}
