import { Get, Header, Param } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ListResult } from '@portal/contract-kit';
import type { Call } from '../auth/actor.ts';
import { CurrentCall } from '../auth/auth.guard.ts';
import { AnswersList } from '../http/openapi-parts.ts';
import { DocumentController } from './document.controller.ts';
import type { AnyDocuments } from './documents.ts';

/** What the catalogues demand for a document code and a sub-document code. */
export interface Demands {
  requirements(documentCode: string, subDocumentCode: string, call: Call): Promise<ListResult<object>>;
  fees(documentCode: string, subDocumentCode: string, call: Call): Promise<ListResult<object>>;
}

/** The calls of a kind of document whose form shows requirements and fees before it is registered. */
export abstract class RequirementsController extends DocumentController {
  protected constructor(
    private readonly demands: AnyDocuments & Demands,
    registerAction?: string,
    updateAction?: string,
  ) {
    super(demands, registerAction, updateAction);
  }

  @Get(':documentCode/:subDocumentCode/searchRequirement')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({ summary: 'Requirements of a document and sub-document' })
  @AnswersList()
  searchRequirement(
    @Param('documentCode') documentCode: string,
    @Param('subDocumentCode') subDocumentCode: string,
    @CurrentCall() call: Call,
  ): Promise<ListResult<object>> {
    return this.demands.requirements(documentCode, subDocumentCode, call);
  }

  @Get(':documentCode/:subDocumentCode/searchFee')
  @Header('Vary', 'Accept-Language')
  @ApiOperation({ summary: 'Fees of a document and sub-document' })
  @AnswersList()
  searchFee(
    @Param('documentCode') documentCode: string,
    @Param('subDocumentCode') subDocumentCode: string,
    @CurrentCall() call: Call,
  ): Promise<ListResult<object>> {
    return this.demands.fees(documentCode, subDocumentCode, call);
  }
}
