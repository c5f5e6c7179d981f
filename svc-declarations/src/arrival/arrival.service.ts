import { Injectable } from '@nestjs/common';
import { type CatalogueRecord, type Language, type ListResult, listResult } from '@portal/contract-kit';
import { DocumentKit, nameIn } from '@portal/service-kit';
import { ARRIVAL_CODE, type ArrivalDeclaration, type ArrivalDeclarationBody, type ArrivalStatus, decisions } from '../../contract/index.ts';
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

  /** Returns the possible decisions with their names from the catalogue. @throws 503 if svc-reference has never answered */
  async decisionValues(language: Language): Promise<ListResult<CatalogueRecord>> {
    const records = await this.kit.catalogues.records('decisions');
    const possible = decisions.flatMap((code) => records.find((record) => record.code === code && !record.retired) ?? []);
    return listResult(possible.map((record) => ({ ...record, name: nameIn(record, language) })));
  }
}
