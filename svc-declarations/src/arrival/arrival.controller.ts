import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { CatalogueRecord, HistoryResponse, ListResult } from '@portal/contract-kit';
import { Answers, AnswersList, type Call, CurrentCall, DocumentReader, TakesBody } from '@portal/service-kit';
import type { ArrivalDeclaration, ArrivalDeclarationBody, ArrivalStatus } from '../../contract/index.ts';
import { DeclarationController } from '../shared/declaration.controller.ts';
import type { ArrivalRow } from './arrival.row.ts';
import { ArrivalService } from './arrival.service.ts';

@ApiTags('arrival declaration')
@Controller('v1/traveller/declaration')
export class ArrivalController extends DeclarationController<ArrivalDeclarationBody, ArrivalDeclaration, ArrivalStatus, ArrivalRow> {
  constructor(private readonly arrivals: ArrivalService) {
    super(arrivals);
  }

  @Get('getDeclarationDecision')
  @ApiOperation({ summary: 'Values of a decision' })
  @AnswersList()
  getDeclarationDecision(@CurrentCall() call: Call): ListResult<CatalogueRecord> {
    return this.arrivals.decisionValues(call.language);
  }

  @Get(':id/getDeclarationDecision')
  @ApiOperation({ summary: 'Values of a decision, asked for a document' })
  @AnswersList()
  async decisionsOf(@Param('id') id: string, @CurrentCall() call: Call): Promise<ListResult<CatalogueRecord>> {
    await this.arrivals.find(id, call);
    return this.arrivals.decisionValues(call.language);
  }
}

/** The history under the name that the arrival transaction has elsewhere. */
@ApiTags('arrival declaration')
@Controller('v1/arrival/transaction')
export class ArrivalTransactionController {
  constructor(private readonly arrivals: ArrivalService) {}

  @Post(':id/history')
  @HttpCode(200)
  @ApiOperation({ summary: 'History or timeline of an arrival declaration' })
  @TakesBody('HistoryRequest')
  @Answers('HistoryAnswer')
  history(@Param('id') id: string, @Body() body: unknown, @CurrentCall() call: Call): Promise<HistoryResponse> {
    return new DocumentReader(this.arrivals).history(id, body, call);
  }
}
