import { Body, Controller, Get, Header, HttpCode, Inject, Optional, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { asObject } from '../documents/action-body.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { OTHER_QR_CODES, type OtherQrCodes } from '../documents/other-qr-codes.ts';
import { Answers, TakesBody } from '../http/openapi-parts.ts';
import { type LookupAnswer, lookUp } from './lookup.ts';

/** Searches all documents of the service that an official may read. */
@ApiTags('lookup')
@Controller('v1/lookup')
export class LookupController {
  constructor(
    @Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[],
    @Optional() @Inject(OTHER_QR_CODES) private readonly others: readonly OtherQrCodes[] = [],
  ) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({
    summary: 'Documents by reference or a part of it, name, passport or identity number, plate, chassis or telephone number',
    description:
      'At most twenty of the kinds that the caller may read, of their agencies: those with the number first, then references that hold it, then names; each newest first.',
  })
  @ApiQuery({ name: 'text', description: 'At least three letters or digits' })
  @Answers('LookupAnswer')
  lookUp(@Query('text') text: unknown, @CurrentCall() call: Call): Promise<LookupAnswer> {
    return lookUp(this.documents, this.others, text, call);
  }

  @Post()
  @HttpCode(200)
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: 'The same with the text in the body: it may be the number of a passport, and addresses are logged' })
  @TakesBody('LookupText')
  @Answers('LookupAnswer')
  lookUpByBody(@Body() body: unknown, @CurrentCall() call: Call): Promise<LookupAnswer> {
    return lookUp(this.documents, this.others, asObject(body).text, call);
  }
}
