import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { ListResult, SearchFieldInfo } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { CurrentCall, Roles } from '../auth/auth.guard.ts';
import { Answers, AnswersList, AnswersSearchFields, Repeatable, TakesBody, TakesQuery } from '../http/openapi-parts.ts';
import { UndeliveredMessages } from '../messages/undelivered-messages.ts';
import type { JobAnswer } from './job-reason.ts';
import { Jobs, type TopicState } from './jobs.ts';

/** The jobs of a service, for operators. */
@ApiTags('jobs')
@Controller('v1/jobs')
@Roles('jobs-admin')
export class JobsController {
  constructor(
    private readonly jobs: Jobs,
    private readonly undelivered: UndeliveredMessages,
  ) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'What waits and what failed, by topic' })
  @AnswersList()
  topics(): Promise<ListResult<TopicState>> {
    return this.jobs.topics();
  }

  @Get('failed/fields')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The fields that the search of failed jobs takes' })
  @AnswersSearchFields()
  searchFields(): ListResult<SearchFieldInfo> {
    return this.jobs.failed.fields();
  }

  @Get('failed')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The jobs that failed their last attempt, newest first, with the reason and without what they hold' })
  @TakesQuery()
  @AnswersList()
  failed(@Query('q') q: string | undefined, @CurrentCall() call: Call): Promise<ListResult<object>> {
    return this.jobs.failed.search(q, call);
  }

  @Get('messages/fields')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The fields that the search of undelivered messages takes' })
  @AnswersSearchFields()
  messageFields(): ListResult<SearchFieldInfo> {
    return this.undelivered.list.fields();
  }

  @Get('messages')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The messages that no server took or that came back, newest first, with the reason and without the address' })
  @TakesQuery()
  @AnswersList()
  messages(@Query('q') q: string | undefined, @CurrentCall() call: Call): Promise<ListResult<object>> {
    return this.undelivered.list.search(q, call);
  }

  @Post('messages/:id/retry')
  @HttpCode(200)
  @ApiOperation({ summary: 'Has a message sent again that did not arrive' })
  @Repeatable()
  @TakesBody('JobReason')
  @Answers('JobAnswer')
  retryMessage(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<JobAnswer> {
    return this.undelivered.retry(id, body, call);
  }

  @Post('messages/:id/dismissal')
  @HttpCode(200)
  @ApiOperation({ summary: 'Gives a message up that did not arrive' })
  @Repeatable()
  @TakesBody('JobReason')
  @Answers('JobAnswer')
  dismissMessage(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<JobAnswer> {
    return this.undelivered.dismiss(id, body, call);
  }

  @Post(':id/retry')
  @HttpCode(200)
  @ApiOperation({ summary: 'Has a failed job done again' })
  @Repeatable()
  @TakesBody('JobReason')
  @Answers('JobAnswer')
  retry(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<JobAnswer> {
    return this.jobs.retry(id, body, call);
  }

  @Post(':id/dismissal')
  @HttpCode(200)
  @ApiOperation({ summary: 'Gives a failed job up for good' })
  @Repeatable()
  @TakesBody('JobReason')
  @Answers('JobAnswer')
  dismiss(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<JobAnswer> {
    return this.jobs.dismiss(id, body, call);
  }
}
