import { Injectable } from '@nestjs/common';
import { L } from '@portal/contract-kit';
import { DeclarationGroups } from '../group/group.service.ts';
import { DepartureService } from './departure.service.ts';

/** Groups of departures: persons who travel together. */
@Injectable()
export class DepartureGroups extends DeclarationGroups {
  constructor(departures: DepartureService) {
    super(departures, {
      kind: 'departure-group',
      title: L('Group departure declaration', 'Declaração de partida de grupo'),
      actions: ['verification', 'approval'],
      print: 'print-declaration',
      publicScreen: '/eservice/departure/declaration/group',
      staffScreen: '/other/departure/declaration/group',
    });
  }
}
