import { applyDecorators, Controller, Get, Header, Headers, Inject, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { ListResult } from '@portal/contract-kit';
import type { FastifyReply } from 'fastify';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { listOrCsv } from '../http/list-or-csv.ts';
import { Answers, AnswersListOrCsv } from '../http/openapi-parts.ts';
import { actionsDone, actionsDoneCsv } from './actions-done.ts';
import { type OfficeAnswer, officeStatistics, type StatisticsAnswer, statisticsOf } from './statistics-answer.ts';
import { dimensions } from './statistics-request.ts';

const TakesSpan = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({ name: 'from', required: false, description: 'A day where the offices are, TODAY, TODAY-7, or a date-time; it belongs to the span' }),
    ApiQuery({ name: 'to', required: false, description: 'The same; it belongs to the span' }),
    ApiQuery({ name: 'kind', required: false, description: 'One kind of document; all that the caller works on without it' }),
    ApiQuery({ name: 'officer', required: false, enum: ['ME'], description: "A supervisor's own numbers" }),
  );

/** Numbers for supervisors, and each official's own numbers. */
@ApiTags('statistics')
@Controller('v1/statistics')
export class StatisticsController {
  constructor(@Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[]) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({
    summary: 'Counts by one or two dimensions',
    description:
      'Whoever supervises a kind has the numbers of everybody, of the documents of their agencies; other officials have their own. What is counted, `kinds` of the answer says: documents by their registration and as they stand now; with `officer`, and for officials who do not supervise, the actions of officials by when they were done, with the status that they led to; with `age`, open cases by when their present step began (with `officer` those that somebody has). The span limits the same time.',
  })
  @ApiQuery({ name: 'by', description: `One or two of ${dimensions.join(', ')}, separated by a comma` })
  @TakesSpan()
  @Answers('StatisticsAnswer')
  statistics(@Query() query: Record<string, unknown>, @CurrentCall() call: Call): Promise<StatisticsAnswer> {
    return statisticsOf(this.documents, query, call);
  }

  @Get('office')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({
    summary: 'What waits now and how old it is, which steps were done on time, and what was decided otherwise than the lane says',
    description:
      'Queues are those of this moment. Steps were done, and documents with such a decision registered, in the span; for steps it is taken in whole hours. Officials who do not supervise have the cases that they hold, and their own steps and decisions.',
  })
  @TakesSpan()
  @Answers('OfficeStatisticsAnswer')
  office(@Query() query: Record<string, unknown>, @CurrentCall() call: Call): Promise<OfficeAnswer> {
    return officeStatistics(this.documents, query, call);
  }

  @Get('actions')
  @ApiOperation({
    summary: 'What officials did, one by one, newest first; with Accept: text/csv all of it as CSV',
    description:
      'The actions that the numbers count, with their documents: of everybody for whoever supervises the kind, and their own for other officials. They need the role that reads or searches the documents. With `done` the span is taken in whole hours, as the numbers of steps are.',
  })
  @TakesSpan()
  @ApiQuery({ name: 'user', required: false, description: 'What the official signs in with' })
  @ApiQuery({ name: 'action', required: false })
  @ApiQuery({ name: 'done', required: false, enum: ['onTime', 'late'], description: 'Only actions that ended a step with a due date' })
  @ApiQuery({ name: 'status', required: false, description: 'The status that it led to' })
  @ApiQuery({ name: 'lane', required: false, description: 'The present one of the document; empty for documents without one' })
  @ApiQuery({ name: 'entryPoint', required: false, description: 'The present one of the document; empty for documents without one' })
  @ApiQuery({ name: 'hours', required: false, description: 'Only in these hours, in UTC, separated by commas: 2026-11-22T00' })
  @ApiQuery({ name: 'page', required: false })
  @ApiQuery({ name: 'size', required: false, description: 'At most 200' })
  @AnswersListOrCsv('ActionsDone')
  actions(
    @Query() query: Record<string, unknown>,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListResult<object> | StreamableFile> {
    return listOrCsv(reply, accept, 'actions', {
      list: () => actionsDone(this.documents, query, call),
      csv: () => actionsDoneCsv(this.documents, query, call),
    });
  }
}
