import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { CatalogueRecord, ListResult } from '@portal/contract-kit';
import { AnswersList, type Call, CurrentCall, HistoryController, PlainFormController } from '@portal/service-kit';
import type { ArrivalDeclaration, ArrivalDeclarationBody, ArrivalStatus } from '../../contract/index.ts';
import { GroupController } from '../group/group.controller.ts';
import { DeclarationController } from '../shared/declaration.controller.ts';
import { ArrivalGroups } from './arrival.group.ts';
import { arrivalPlain } from './arrival.plain.ts';
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
  getDeclarationDecision(@CurrentCall() call: Call): Promise<ListResult<CatalogueRecord>> {
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

/** Serves the history under the URL that the arrival form uses. */
@ApiTags('arrival declaration')
@Controller('v1/arrival/transaction')
export class ArrivalTransactionController extends HistoryController {
  constructor(arrivals: ArrivalService) {
    super(arrivals);
  }
}

/** Serves groups of arrivals: persons who travel together. */
@ApiTags('arrival declaration')
@Controller('v1/traveller/declaration/group')
export class ArrivalGroupController extends GroupController {
  constructor(groups: ArrivalGroups) {
    super(groups);
  }
}

/** Serves the arrival form that works without JavaScript. */
@ApiTags('arrival declaration')
@Controller('v1/traveller/declaration/plain')
export class ArrivalPlainController extends PlainFormController {
  constructor(arrivals: ArrivalService) {
    super(
      arrivals,
      arrivalPlain((language) => arrivals.dates({ language }).records),
    );
  }
}
