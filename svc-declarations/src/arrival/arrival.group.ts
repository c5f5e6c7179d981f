import { Injectable } from '@nestjs/common';
import { L } from '@portal/contract-kit';
import { DeclarationGroups } from '../group/group.service.ts';
import { ArrivalService } from './arrival.service.ts';

/** Groups of arrivals: persons who travel together. */
@Injectable()
export class ArrivalGroups extends DeclarationGroups {
  constructor(arrivals: ArrivalService) {
    super(arrivals, {
      kind: 'arrival-group',
      title: L('Group arrival declaration', 'Declaração de chegada de grupo'),
      actions: ['arrival'],
      print: 'print-form',
      publicScreen: '/eservice/traveller/declaration/group',
      staffScreen: '/other/traveller/declaration/group',
    });
  }
}
