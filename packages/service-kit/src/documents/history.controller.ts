import { Body, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { HistoryResponse } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { Answers, TakesBody } from '../http/openapi-parts.ts';
import type { AnyDocuments } from './documents.ts';
import { historyForCaller } from './history-for-caller.ts';

/** Serves the history of a kind of document at a second address. A concrete controller sets the address. */
export abstract class HistoryController {
  protected constructor(private readonly documents: AnyDocuments) {}

  @Post(':id/history')
  @HttpCode(200)
  @ApiOperation({ summary: 'History or timeline' })
  @TakesBody('HistoryRequest')
  @Answers('HistoryAnswer')
  history(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<HistoryResponse> {
    return historyForCaller(this.documents, id, body, call);
  }
}
