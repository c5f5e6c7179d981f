import { Injectable } from '@nestjs/common';
import { type CatalogueRecord, type Language, type ListResult, listResult, recordOf, say } from '@portal/contract-kit';
import { DocumentKit } from '@portal/service-kit';
import { ARRIVAL_CODE, type ArrivalDeclaration, type ArrivalDeclarationBody, type ArrivalStatus, decisionNames, decisions } from '../../contract/index.ts';
import { LaneHits } from '../lane-rules/lane-hits.ts';
import { LanesInForce } from '../lane-rules/lanes-in-force.ts';
import { DeclarationSettings } from '../settings.ts';
import { DeclarationService } from '../shared/declaration.service.ts';
import { arrivalDefinition } from './arrival.definition.ts';
import type { ArrivalRow } from './arrival.row.ts';

@Injectable()
export class ArrivalService extends DeclarationService<ArrivalDeclarationBody, ArrivalDeclaration, ArrivalStatus, ArrivalRow> {
  constructor(
    kit: DocumentKit,
    private readonly settings: DeclarationSettings,
    lanes: LanesInForce,
    hits: LaneHits,
  ) {
    super(arrivalDefinition(kit, settings, lanes, hits), kit, ARRIVAL_CODE, settings.arrivalDays);
  }

  protected override formSettings(): object {
    return { goods: [{ id: this.kit.ids.next() }], arrivalWizard: this.settings.arrivalWizard };
  }

  /** The possible decisions. */
  decisionValues(language: Language): ListResult<CatalogueRecord> {
    const records = decisions.map((code) => ({ ...recordOf(code, decisionNames[code]), name: say(decisionNames[code], language) }));
    return listResult(records);
  }
}
