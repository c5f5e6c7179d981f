import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type HelpKind, type ListResult, listResult } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { Answers } from '../http/openapi-parts.ts';
import { forbidden, unauthenticated } from '../http/problems.ts';
import { kindHelp, worksOn } from './kind-help.ts';

/** The service's part of the staff manual. */
@ApiTags('help')
@Controller('v1/help')
export class HelpController {
  constructor(@Inject(DOCUMENTS) private readonly documents: readonly AnyDocuments[]) {}

  @Get()
  @Header('Cache-Control', 'private, no-store')
  @ApiOperation({ summary: "What the manual says of each kind of document that the caller works on: its ways, and the actions that the caller's roles open" })
  @Answers('HelpAnswer')
  help(@CurrentCall() { actor }: Call): ListResult<HelpKind> {
    if (actor.sub === null) throw unauthenticated();
    const theirs = this.documents.filter(({ definition }) => worksOn(definition, actor));
    if (theirs.length === 0) throw forbidden();
    return listResult(theirs.map(({ definition }) => kindHelp(definition, actor)));
  }
}
