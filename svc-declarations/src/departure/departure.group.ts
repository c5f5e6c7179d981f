import { Injectable } from '@nestjs/common';
import { L } from '@portal/contract-kit';
import type { Call } from '@portal/service-kit';
import { DeclarationGroups } from '../group/group.service.ts';
import { DepartureService } from './departure.service.ts';

/** Groups of departures: persons who travel together. */
@Injectable()
export class DepartureGroups extends DeclarationGroups {
  constructor(private readonly departures: DepartureService) {
    super(departures, {
      kind: 'departure-group',
      title: L('Group departure declaration', 'Declaração de partida de grupo'),
      actions: ['verification', 'approval'],
      print: 'print-declaration',
      publicScreen: '/eservice/departure/declaration/group',
      staffScreen: '/other/departure/declaration/group',
    });
  }

  /** The questions of a verification are completed for each member, as for a single declaration. */
  protected override async inputFor(id: string, action: string, input: Record<string, unknown>, call: Call): Promise<unknown> {
    return action === 'verification' ? this.departures.withAskedQuestions(id, input, call) : input;
  }
}
