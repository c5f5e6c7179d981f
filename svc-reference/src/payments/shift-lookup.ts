import { Injectable } from '@nestjs/common';
import { L, type Shift } from '@portal/contract-kit';
import { Audit, Clock, Database, RecordedList, type RowList, type SearchFields, sortable, textField, timeField } from '@portal/service-kit';
import { ShiftRow } from '../database/payment.entities.ts';
import { Shifts } from './shifts.service.ts';

const fields: SearchFields = {
  cashier: sortable(textField('cashier')),
  status: textField('status'),
  balanced: textField('balanced'),
  createdAt: sortable(timeField('createdAt'), []),
  closedAt: timeField('closedAt'),
};

const columns: RowList<ShiftRow, Shift>['columns'] = [
  [L('Opened', 'Aberto'), (s) => s.createdAt],
  [L('Closed', 'Encerrado'), (s) => s.closedAt],
  [L('Cashier', 'Tesoureiro'), (s) => s.cashier],
  [L('Status', 'Situação'), (s) => s.status],
  [L('Balanced', 'Certo'), (s) => s.balanced],
  [
    L('Difference (minor units)', 'Diferença (cêntimos)'),
    (s) =>
      s.counts
        ?.filter(({ difference }) => difference !== 0)
        .map(({ method, currencyCode, difference }) => `${method} ${difference} ${currencyCode}`)
        .join('; '),
  ],
  [L('Comment', 'Comentário'), (s) => s.comment],
];

/** Lists shifts: supervisors see all, cashiers their own. */
@Injectable()
export class ShiftLookup extends RecordedList<ShiftRow, Shift> {
  constructor(db: Database, clock: Clock, audit: Audit, shifts: Shifts) {
    super(db, clock, audit, {
      kind: 'cashier-shift',
      entity: ShiftRow,
      fields,
      columns,
      publish: (row, { language }) => shifts.published(row, language),
      within: (query, call) => (shifts.seesAll(call) ? query : query.andWhere('d.cashierSub = :own', { own: call.actor.sub })),
    });
  }
}
