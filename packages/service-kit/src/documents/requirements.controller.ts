import { Get, Header, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { ListResult } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { AnswersList } from '../http/openapi-parts.ts';
import { DocumentController } from './document.controller.ts';
import type { AnyDocuments } from './documents.ts';

/** What the catalogues require for a document code and a sub-document code on a day. */
export interface RequirementsProvider {
  requirements(documentCode: string, subDocumentCode: string, day: string, call: Call): Promise<ListResult<object>>;
  fees(documentCode: string, subDocumentCode: string, day: string, call: Call): Promise<ListResult<object>>;
}

/** API documentation of the query parameter that names the document which a form changes: the catalogues of that document's day then apply. */
export const TakesChangedDocument = () =>
  ApiQuery({ name: 'of', required: false, description: 'The document that the form changes; without it what is asked today' });
/** Returns the value of that query parameter. */
export const changedDocumentId = (of: unknown): string | undefined => (typeof of === 'string' && of !== '' ? of : undefined);

/** The endpoints of a kind of document whose form shows requirements and fees before registration. */
export abstract class RequirementsController extends DocumentController {
  protected constructor(
    private readonly demands: AnyDocuments & RequirementsProvider,
    registerAction?: string,
    updateAction?: string,
  ) {
    super(demands, registerAction, updateAction);
  }

  @Get(':documentCode/:subDocumentCode/searchRequirement')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({ summary: 'Requirements of a document and sub-document' })
  @TakesChangedDocument()
  @AnswersList()
  async searchRequirement(
    @Param('documentCode') documentCode: string,
    @Param('subDocumentCode') subDocumentCode: string,
    @Query('of') of: unknown,
    @CurrentCall() call: Call,
  ): Promise<ListResult<object>> {
    return this.demands.requirements(documentCode, subDocumentCode, await this.demands.decidingDayFor(changedDocumentId(of), call), call);
  }

  @Get(':documentCode/:subDocumentCode/searchFee')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({ summary: 'Fees of a document and sub-document' })
  @TakesChangedDocument()
  @AnswersList()
  async searchFee(
    @Param('documentCode') documentCode: string,
    @Param('subDocumentCode') subDocumentCode: string,
    @Query('of') of: unknown,
    @CurrentCall() call: Call,
  ): Promise<ListResult<object>> {
    return this.demands.fees(documentCode, subDocumentCode, await this.demands.decidingDayFor(changedDocumentId(of), call), call);
  }
}
