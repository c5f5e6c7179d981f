import { Inject, Injectable } from '@nestjs/common';
import { DocumentKit, ServiceSettings } from '@portal/service-kit';
import { DEPARTURE_CODE, type DepartureDeclaration, type DepartureDeclarationBody, type DepartureStatus } from '../../contract/index.ts';
import type { DeclarationSettings } from '../settings.ts';
import { Declarations } from '../shared/declarations.ts';
import { departureDefinition } from './departure.definition.ts';
import type { DepartureRow } from './departure.row.ts';

@Injectable()
export class Departures extends Declarations<DepartureDeclarationBody, DepartureDeclaration, DepartureStatus, DepartureRow> {
  constructor(@Inject(DocumentKit) kit: DocumentKit, @Inject(ServiceSettings) settings: DeclarationSettings) {
    super(departureDefinition(kit.catalogues, kit.clock, settings), kit, DEPARTURE_CODE, settings.departureDays);
  }
}
