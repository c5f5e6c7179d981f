import { Body, Controller, Get, Header, Headers, HttpCode, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { AuditedPerson, ListResult, SearchFieldInfo } from '@portal/contract-kit';
import type { FastifyReply } from 'fastify';
import type { Call } from '../auth/actor.ts';
import { CurrentCall, Roles } from '../auth/auth.guard.ts';
import { asObject } from '../documents/action-body.ts';
import { listOrCsv } from '../http/list-or-csv.ts';
import { Answers, AnswersListOrCsv, AnswersSearchFields, Search, TakesBody } from '../http/openapi-parts.ts';
import { AuditPerson } from './audit-person.ts';
import { AuditSearch, type AuditStanding } from './audit-search.ts';

/** The audit log for auditors: who changed or read which document, when, and with which request. */
@ApiTags('audit')
@Controller('v1/audit')
@Roles('audit-read')
export class AuditController {
  constructor(
    private readonly log: AuditSearch,
    private readonly persons: AuditPerson,
  ) {}

  @Get('search/fields')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'The fields that the search of the audit log takes' })
  @AnswersSearchFields()
  searchFields(): ListResult<SearchFieldInfo> {
    return this.log.fields();
  }

  @Get('search')
  @ApiOperation({ summary: 'Records of the audit log of this service, newest first. The search itself is recorded' })
  @Search()
  search(
    @Query('q') q: string | undefined,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListResult<object> | StreamableFile> {
    return listOrCsv(reply, accept, 'audit', { list: () => this.log.search(q, call), csv: () => this.log.csv(q, call) });
  }

  @Post('search')
  @HttpCode(200)
  @ApiOperation({ summary: 'The same with the query in the body: ids of documents are keys to them, and addresses are logged' })
  @TakesBody('SearchQuery')
  @AnswersListOrCsv('ListAnswer')
  searchByBody(
    @Body() body: unknown,
    @Headers('accept') accept: string | undefined,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListResult<object> | StreamableFile> {
    return this.search(JSON.stringify(asObject(body)), accept, call, reply);
  }

  @Post('person')
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({
    summary: 'The documents of a person, by the number of a passport or identity card: under which ids the log has records of them',
    description: 'Of every agency, at most fifty of each kind, newest first. What is in them is not told. Recorded with a digest of the number.',
  })
  @TakesBody('PersonNumber')
  @Answers('AuditedPersonAnswer')
  person(@Body() body: unknown, @CurrentCall() call: Call): Promise<AuditedPerson> {
    return this.persons.documents(asObject(body).number, call);
  }

  @Get('standing')
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Whether the audit log is whole, and what its witness keeps of it' })
  @Answers('AuditStandingAnswer')
  async standing(): Promise<{ model: AuditStanding }> {
    return { model: await this.log.standing() };
  }
}
