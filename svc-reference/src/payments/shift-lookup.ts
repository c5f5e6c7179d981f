import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { L, type ListResult, type SearchFieldInfo, type Shift } from '@portal/contract-kit';
import {
  Audit,
  type Call,
  Clock,
  csvOfRows,
  Database,
  describeFields,
  type RowList,
  type SearchFields,
  searchRows,
  sortable,
  textField,
  timeField,
} from '@portal/service-kit';
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
export class ShiftLookup {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
    private readonly shifts: Shifts,
  ) {}

  fields(): ListResult<SearchFieldInfo> {
    return describeFields(fields);
  }

  /** One page, newest first unless it is sorted otherwise. @throws 400 */
  async search(q: string | undefined, call: Call): Promise<ListResult<object>> {
    const { query, ...found } = await searchRows(this.db, this.listFor(call), q, this.clock.today(), call);
    await this.audit.read(call, {
      action: 'search',
      kind: 'cashier-shift',
      details: { fields: query.criteria.map((c) => c.fieldName), found: found.totalRecords },
    });
    return found;
  }

  /** The same search as CSV. @throws 400 */
  async csv(q: string | undefined, call: Call): Promise<Readable> {
    const { lines, query } = csvOfRows(this.db, this.listFor(call), q, this.clock.today(), call);
    await this.audit.read(call, { action: 'export', kind: 'cashier-shift', details: { fields: query.criteria.map((c) => c.fieldName) } });
    return lines;
  }

  private listFor(call: Call): RowList<ShiftRow, Shift> {
    return {
      entity: ShiftRow,
      fields,
      columns,
      publish: (row, { language }) => this.shifts.published(row, language),
      within: (query) => (this.shifts.seesAll(call) ? query : query.andWhere('d.cashierSub = :own', { own: call.actor.sub })),
    };
  }
}
