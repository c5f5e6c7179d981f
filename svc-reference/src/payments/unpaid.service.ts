import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type Bilingual, L, type ListResult, type SearchFieldInfo, type SearchQuery, type Unpaid } from '@portal/contract-kit';
import {
  Audit,
  applyCriteria,
  type Call,
  Clock,
  csvLine,
  csvStart,
  Database,
  dateTime,
  describeFields,
  integerField,
  parseSearch,
  pickColumns,
  type SearchFields,
  sortable,
  textField,
  timeField,
} from '@portal/service-kit';
import type { SelectQueryBuilder } from 'typeorm';
import { InvoiceRow } from '../database/payment.entities.ts';

const fields: SearchFields = {
  reference: sortable(textField('reference')),
  payer: sortable(textField('payer')),
  total: sortable(integerField('unpaid')),
  since: sortable(timeField('unpaidSince')),
  documentCode: textField('documentCode'),
  currencyCode: textField('currencyCode'),
};

const publish = ({ documentCode, year, serial, number, reference, payer, unpaid, currencyCode, unpaidSince }: InvoiceRow): Unpaid => ({
  documentCode,
  year,
  serial,
  number,
  reference,
  payer,
  total: unpaid ?? 0,
  currencyCode,
  since: unpaidSince ? dateTime(unpaidSince) : '',
});

const columns: [title: Bilingual, value: (row: Unpaid) => unknown][] = [
  [L('Document', 'Documento'), (row) => row.reference],
  [L('Payer', 'Pagador'), (row) => row.payer],
  [L('To pay since', 'Por pagar desde'), (row) => row.since],
  [L('Amount due (minor units)', 'Montante devido (cêntimos)'), (row) => row.total],
  [L('Currency', 'Moeda'), (row) => row.currencyCode],
];
const batch = 500;

/** The queue of the cashier: every document that has something to pay now, as the services announced it. */
@Injectable()
export class UnpaidDocuments {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {}

  fields(): ListResult<SearchFieldInfo> {
    return describeFields(fields);
  }

  /** One page, newest first unless it is sorted otherwise. @throws 400 */
  async search(q: string | undefined, call: Call): Promise<ListResult<object>> {
    const query = parseSearch(q, fields, this.clock.today());
    const { page, size } = query.paging;
    const matches = this.matching(query);
    const [rows, totalRecords] = await matches
      .offset((page - 1) * size)
      .limit(size)
      .getManyAndCount();
    const details = { fields: query.criteria.map((c) => c.fieldName), page, found: totalRecords };
    await this.audit.read(call, { action: 'search', kind: 'invoice', details });
    return { records: rows.map((row) => pickColumns(publish(row), query.viewColumns)), totalRecords };
  }

  /** The same search as CSV, all rows, streamed. @throws 400 */
  async csv(q: string | undefined, call: Call): Promise<Readable> {
    const query = parseSearch(q, fields, this.clock.today());
    await this.audit.read(call, { action: 'export', kind: 'invoice', details: { fields: query.criteria.map((c) => c.fieldName) } });
    const matches = this.matching(query);
    async function* lines(): AsyncGenerator<string> {
      yield csvStart + csvLine(columns.map(([title]) => title[call.language]));
      for (let from = 0; ; from += batch) {
        const rows = await matches.clone().offset(from).limit(batch).getMany();
        yield rows.map((row) => csvLine(columns.map(([, value]) => value(publish(row))))).join('');
        if (rows.length < batch) return;
      }
    }
    return Readable.from(lines());
  }

  private matching(query: SearchQuery): SelectQueryBuilder<InvoiceRow> {
    const open = this.db.reader.createQueryBuilder(InvoiceRow, 'd').where('d.unpaidSince is not null');
    const matches = applyCriteria(open, 'd', query, fields);
    const sorting = query.sorting?.length ? query.sorting : [{ fieldName: 'since', direction: 'DESC' as const }];
    for (const { fieldName, direction } of sorting) matches.addOrderBy(`d.${fields[fieldName]?.column}`, direction);
    return matches.addOrderBy('d.documentId', sorting.at(-1)?.direction);
  }
}
