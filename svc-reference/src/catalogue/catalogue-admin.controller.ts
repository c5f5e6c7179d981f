import { Body, Controller, Get, Header, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { CatalogueRecord, DocumentEnvelope } from '@portal/contract-kit';
import { AnswersDocument, type Call, CurrentCall, Roles, TakesBody } from '@portal/service-kit';
import { CatalogueWriter, type ImportResult, REFERENCE_ADMIN } from './catalogue-writer.ts';

const count = { type: 'integer' };

@ApiTags('catalogue administration')
@Controller('v1/catalogue/:name')
export class CatalogueAdminController {
  constructor(private readonly writer: CatalogueWriter) {}

  @Post()
  @Roles(REFERENCE_ADMIN)
  @ApiOperation({ summary: 'Creates a record' })
  @TakesBody('CatalogueRecord')
  @AnswersDocument(201)
  create(@Param('name') name: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<DocumentEnvelope<CatalogueRecord>> {
    return this.writer.create(name, body, call);
  }

  @Post('import')
  @HttpCode(200)
  @Roles(REFERENCE_ADMIN)
  @ApiConsumes('text/csv')
  @ApiOperation({ summary: 'Creates and changes the records of a CSV file, all or none; with ?retireMissing=true what it does not name is retired' })
  @ApiQuery({ name: 'retireMissing', required: false, enum: ['true', 'false'] })
  @ApiBody({ required: true, schema: { type: 'string' } })
  @ApiResponse({ status: 200, schema: { type: 'object', properties: { created: count, changed: count, unchanged: count, retired: count } } })
  importCsv(
    @Param('name') name: string,
    @Query('retireMissing') retireMissing: string | undefined,
    @Body() body: unknown,
    @CurrentCall() call: Call,
  ): Promise<ImportResult> {
    return this.writer.importCsv(name, body, retireMissing === 'true', call);
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
  @ApiOperation({ summary: 'Changes a record; the body holds the version seen' })
  @TakesBody('CatalogueRecord')
  @AnswersDocument()
  update(
    @Param('name') name: string,
    @Param('code') code: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
  ): Promise<DocumentEnvelope<CatalogueRecord>> {
    return this.writer.update(name, code, body, call);
  }

  @Post(':code/actions/retire')
  @HttpCode(200)
  @Roles(REFERENCE_ADMIN)
  @ApiOperation({ summary: 'Takes a code out of the choices; it stays readable' })
  @TakesBody('VersionSeen')
  @AnswersDocument()
  retire(
    @Param('name') name: string,
    @Param('code') code: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
  ): Promise<DocumentEnvelope<CatalogueRecord>> {
    return this.writer.retire(name, code, true, body, call);
  }

  @Post(':code/actions/restore')
  @HttpCode(200)
  @Roles(REFERENCE_ADMIN)
  @ApiOperation({ summary: 'Puts a retired code back' })
  @TakesBody('VersionSeen')
  @AnswersDocument()
  restore(
    @Param('name') name: string,
    @Param('code') code: string,
    @Body() body: unknown,
    @CurrentCall() call: Call,
  ): Promise<DocumentEnvelope<CatalogueRecord>> {
    return this.writer.retire(name, code, false, body, call);
  }
}
