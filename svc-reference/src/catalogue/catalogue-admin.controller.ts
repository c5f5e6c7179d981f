import { Body, Controller, Get, Header, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { type CatalogueRecord, type DocumentEnvelope, type ListResult } from '@portal/contract-kit';
import { Answers, AnswersDocument, badRequest, type Call, CurrentCall, fieldSchemas, Repeatable, Roles, TakesBody } from '@portal/service-kit';
import { fileOf, XLSX_TYPE } from '@portal/service-kit/files';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImportPlan, ImportResult, Proposal, RecordVersion, UsesOfService } from '../../contract/index.ts';
import { CatalogueImport, mostBytes } from './catalogue-import.ts';
import { faultWords } from './catalogue-labels.ts';
import { CatalogueWriter, REFERENCE_ADMIN, type WriteAnswer } from './catalogue-writer.ts';
import { reasonIn } from './proposals.ts';
import { RecordUses } from './record-uses.ts';

/** Documents the response 202: the change needs the approval of a second person, so it is accepted but not made yet. */
const AnswersProposal = () => Answers('CatalogueProposalAnswer', 'It waits for a second person', 202);

/** The route of imports, the only route of this service that accepts files. */
export const importPlace = '/v1/catalogue/:name/import';

@ApiTags('catalogue administration')
@Controller('v1/catalogue/:name')
export class CatalogueAdminController {
  constructor(
    private readonly writer: CatalogueWriter,
    private readonly imports: CatalogueImport,
    private readonly uses: RecordUses,
  ) {}

  @Post()
  @Roles(REFERENCE_ADMIN)
  @ApiOperation({ summary: 'Creates a record; with effectiveFrom it can be chosen from that day on' })
  @Repeatable()
  @TakesBody('CatalogueRecord')
  @AnswersProposal()
  @AnswersDocument(201)
  async create(@Param('name') name: string, @Body() body: unknown, @CurrentCall() call: Call, @Res({ passthrough: true }) reply: FastifyReply) {
    return answered(reply, await this.writer.create(name, body, call));
  }

  @Post('import')
  @Roles(REFERENCE_ADMIN)
  @Repeatable()
  @Header('Cache-Control', 'no-store')
  @ApiConsumes('text/csv', XLSX_TYPE, 'multipart/form-data')
  @ApiOperation({
    summary:
      'Creates and changes the records of a CSV or XLSX file, all or none; with ?retireMissing=true what it does not name is retired; with ?dryRun=true it tells what would change',
  })
  @ApiQuery({ name: 'retireMissing', required: false, enum: ['true', 'false'] })
  @ApiQuery({ name: 'dryRun', required: false, enum: ['true', 'false'] })
  @ApiQuery({ name: 'plan', required: false, description: 'The plan of the dry run' })
  @ApiQuery({ name: 'reason', required: false })
  @ApiBody({ required: true, schema: fieldSchemas.bytes })
  @Answers('ImportResult', 'What was done; of a dry run an ImportPlan', 200)
  @AnswersProposal()
  async importFile(
    @Param('name') name: string,
    @Query('retireMissing') retireMissing: string | undefined,
    @Query('dryRun') dryRun: string | undefined,
    @Query('plan') plan: string | undefined,
    @Query('reason') reason: string | undefined,
    @Req() request: FastifyRequest,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportPlan | ImportResult | DocumentEnvelope<Proposal>> {
    const { bytes } = await fileOf(request, mostBytes);
    const options = { retireMissing: flagIn('retireMissing', retireMissing), plan, reason: reasonIn({ reason }) };
    reply.status(200);
    if (flagIn('dryRun', dryRun)) return this.imports.dryRun(name, bytes, options, call.language);
    const { status, body } = await this.imports.run(name, bytes, options, call);
    reply.status(status);
    return body;
  }

  @Get(':code')
  @Header('Cache-Control', 'no-cache')
  @ApiOperation({ summary: 'A record, retired or not' })
  @AnswersDocument()
  load(@Param('name') name: string, @Param('code') code: string, @CurrentCall() call: Call): Promise<DocumentEnvelope<CatalogueRecord>> {
    return this.writer.load(name, code, call);
  }

  @Put(':code')
  @Roles(REFERENCE_ADMIN)
  @ApiOperation({
    summary:
      'Changes a record, from effectiveFrom on where it is given (null: from the beginning), in place of the planned content of the day replaces; the body holds the version seen',
  })
  @TakesBody('CatalogueRecord')
  @AnswersProposal()
  @AnswersDocument()
  async update(
    @Param('name') name: string,
    @Param('code') code: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return answered(reply, await this.writer.update(name, code, body, call));
  }

  @Get(':code/history')
  @Roles(REFERENCE_ADMIN)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'Who has changed a record, when and how, newest first' })
  @Answers('RecordVersions')
  history(@Param('name') name: string, @Param('code') code: string): Promise<ListResult<RecordVersion>> {
    return this.writer.history(name, code);
  }

  @Get(':code/uses')
  @Roles(REFERENCE_ADMIN)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'How many documents, other records and receipts use a record, by service; one that does not answer is named' })
  @Answers('RecordUses')
  usesOf(@Param('name') name: string, @Param('code') code: string): Promise<ListResult<UsesOfService>> {
    return this.uses.of(name, code);
  }

  @Post(':code/actions/revert')
  @Roles(REFERENCE_ADMIN)
  @ApiOperation({ summary: 'Makes a record as it was in an earlier version' })
  @Repeatable()
  @TakesBody('RecordRevert')
  @AnswersProposal()
  @AnswersDocument()
  async revert(
    @Param('name') name: string,
    @Param('code') code: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return answered(reply, await this.writer.revert(name, code, body, call));
  }

  @Post(':code/actions/retire')
  @Roles(REFERENCE_ADMIN)
  @ApiOperation({ summary: 'Takes a code out of the choices; it stays readable' })
  @Repeatable()
  @TakesBody('VersionSeen')
  @AnswersProposal()
  @AnswersDocument()
  async retire(
    @Param('name') name: string,
    @Param('code') code: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return answered(reply, await this.writer.retire(name, code, true, body, call));
  }

  @Post(':code/actions/restore')
  @Roles(REFERENCE_ADMIN)
  @ApiOperation({ summary: 'Puts a retired code back' })
  @Repeatable()
  @TakesBody('VersionSeen')
  @AnswersProposal()
  @AnswersDocument()
  async restore(
    @Param('name') name: string,
    @Param('code') code: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return answered(reply, await this.writer.retire(name, code, false, body, call));
  }
}

/** Sets the status and returns the body: the record as it is now, or with 202 the proposal to change it. */
function answered(reply: FastifyReply, { status, body }: WriteAnswer): WriteAnswer['body'] {
  reply.status(status);
  return body;
}

/**
 * Reads a parameter that is `true` or `false`; a missing one means false.
 * @throws 400
 */
function flagIn(parameter: string, value: string | undefined): boolean {
  if (value !== undefined && value !== 'true' && value !== 'false') throw badRequest('BAD_VALUE', parameter, faultWords.flag(parameter));
  return value === 'true';
}
