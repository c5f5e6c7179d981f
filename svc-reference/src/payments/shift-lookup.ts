import { Injectable } from '@nestjs/common';
import { type Bilingual, formWords, L, type Shift, say } from '@portal/contract-kit';
import { Audit, AuditedList, Clock, Database, nameField, type RowList, type SearchFields, sortable, textField, timeField } from '@portal/service-kit';
import { ShiftRow } from '../database/payment.entities.ts';
import { Shifts } from './shifts.service.ts';

const fields: SearchFields = {
  cashier: sortable(nameField('cashier'), []),
  status: textField('status'),
  balanced: textField('balanced'),
  createdAt: sortable(timeField('createdAt'), []),
  closedAt: timeField('closedAt'),
};

const standings: Record<Shift['status'], Bilingual> = { OPEN: L('Open', 'Aberto'), CLOSED: L('Closed', 'Encerrado') };
const balance: Record<NonNullable<Shift['balanced']>, Bilingual> = { YES: formWords.yes, NO: formWords.no };

const columns: RowList<ShiftRow, Shift>['columns'] = [
  ['createdAt', L('Opened (UTC)', 'Aberto (UTC)'), (s) => s.createdAt],
  ['closedAt', L('Closed (UTC)', 'Encerrado (UTC)'), (s) => s.closedAt],
  ['cashier', L('Cashier', 'Tesoureiro'), (s) => s.cashier],
  ['status', L('Status', 'Situação'), (s, language) => say(standings[s.status], language)],
  ['balanced', L('Balanced', 'Certo'), (s, language) => s.balanced && say(balance[s.balanced], language)],
  [
    'counts',
    L('Difference (minor units)', 'Diferença (menor unidade da moeda)'),
    (s) =>
      s.counts
        ?.filter(({ difference }) => difference !== 0)
        .map(({ methodName, currencyCode, difference }) => `${methodName} ${difference} ${currencyCode}`)
        .join('; '),
  ],
  ['comment', L('Comment', 'Comentário'), (s) => s.comment],
];

/** Lists shifts: supervisors see all shifts, cashiers see their own. */
@Injectable()
export class ShiftLookup extends AuditedList<ShiftRow, Shift> {
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
