import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type Bilingual, type DueInvoice, L, type ListResult, listResult, type SearchFieldInfo, type SearchQuery } from '@portal/contract-kit';
import {
  Audit,
  applyCriteria,
  badRequest,
  type Call,
  Clock,
  continueAfter,
  csvLine,
  csvStart,
  Database,
  dateField,
  describeFields,
  integerField,
  orderOf,
  parseSearch,
  pickColumns,
  ReadRepository,
  type SearchFields,
  sortable,
  statementOf,
  textField,
  timeField,
} from '@portal/service-kit';
import { In, Repository, type SelectQueryBuilder } from 'typeorm';
import { ReceiptRow } from '../database/payment.entities.ts';
import { Invoices, type SerialKey } from './invoices.service.ts';
import type { Receipt } from './receipt.ts';
import { ReceiptAccess } from './receipt-access.ts';
import { RECEIPT_CODE, Receipts } from './receipts.service.ts';

const fields: SearchFields = {
  reference: sortable(textField('reference'), []),
  'serialReference.reference': sortable(textField('reference'), []),
  documentReference: sortable(textField('documentReference'), []),
  documentCode: textField('documentCode'),
  year: integerField('year'),
  serial: textField('serial'),
  number: integerField('number'),
  payer: sortable(textField('payer'), []),
  date: sortable(dateField('date'), []),
  total: sortable(integerField('total'), []),
  currencyCode: textField('currencyCode'),
  cashier: sortable(textField('cashier'), []),
  createdAt: sortable(timeField('createdAt'), []),
};

const columns: [title: Bilingual, value: (r: Receipt) => unknown][] = [
  [L('Receipt', 'Recibo'), (r) => r.serialReference.reference],
  [L('Date', 'Data'), (r) => r.date],
  [L('Document', 'Documento'), (r) => r.documentReference],
  [L('Payer', 'Pagador'), (r) => r.payer],
  [L('Total (minor units)', 'Total (cêntimos)'), (r) => r.total],
  [L('Currency', 'Moeda'), (r) => r.currencyCode],
  [L('Cashier', 'Tesoureiro'), (r) => r.cashier],
  [L('Created at', 'Criado em'), (r) => r.createdAt],
];
const batch = 500;
/** A receipt has a value in every column that orders the list. */
const isNullable = (): boolean => false;

/** Finds invoices and receipts by serial reference. References can be guessed, so only authorised officers get an answer. */
@Injectable()
export class ReceiptLookup {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    @ReadRepository(ReceiptRow) private readonly rows: Repository<ReceiptRow>,
    private readonly audit: Audit,
    private readonly invoices: Invoices,
    private readonly receipts: Receipts,
    private readonly access: ReceiptAccess,
  ) {}

  /** The amount that the document has to pay now; no records where nothing is due. The controller checks the role. */
  async documentToPay(key: SerialKey, call: Call): Promise<ListResult<DueInvoice>> {
    const invoice = await this.invoices.find(key);
    const due = invoice && (await this.invoices.due(invoice, call.language));
    await this.audit.read(call, { action: 'document-to-pay', kind: 'invoice', documentId: invoice?.documentId, reference: due?.reference });
    const records = due?.lines.some((l) => l.status === 'DUE') ? [due] : [];
    return listResult(records);
  }

  /** The receipts of a document, newest first; or one receipt, where the code is that of the receipts' own series. */
  async receiptDetails(key: SerialKey, call: Call): Promise<ListResult<Receipt>> {
    this.access.requireReader(key.documentCode, call);
    const where =
      key.documentCode === RECEIPT_CODE
        ? { receiptYear: key.year, receiptNumber: key.number }
        : { documentCode: key.documentCode, year: key.year, serial: key.serial, number: key.number };
    const rows = await this.rows.find({ where, order: { createdAt: 'DESC', id: 'DESC' }, take: 200 });
    await this.audit.read(call, { action: 'receipt-details', kind: 'receipt', details: { found: rows.length } });
    return listResult(rows.map((row) => this.receipts.published(row, call)));
  }

  /** What the staff list can be searched and ordered by. */
  fields(): ListResult<SearchFieldInfo> {
    return describeFields(fields);
  }

  /** The staff list, newest first unless it is sorted otherwise. The controller checks the role. */
  async search(q: string | undefined, call: Call): Promise<ListResult<object>> {
    const query = parseSearch(q, fields, this.clock.today());
    const { page, size } = query.paging;
    const offset = (page - 1) * size;
    const matches = this.matching(query);
    const statement = statementOf([matches.clone().select('d.id', 'id')], orderOf(query, fields), { offset, limit: size, backwards: false }, isNullable);
    const ids = (await this.db.reader.query<{ id: string }[]>(...statement)).map(({ id }) => id);
    const [rows, totalRecords] = await Promise.all([this.rows.findBy({ id: In(ids) }), matches.getCount()]);
    await this.audit.read(call, { action: 'search', kind: 'receipt', details: { fields: query.criteria.map((c) => c.fieldName), page, found: totalRecords } });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const records = ids.flatMap((id) => byId.get(id) ?? []).map((row) => pickColumns(this.receipts.published(row, call), query.viewColumns));
    return { records, totalRecords };
  }

  private matching(query: SearchQuery): SelectQueryBuilder<ReceiptRow> {
    return applyCriteria(this.db.reader.createQueryBuilder(ReceiptRow, 'd'), 'd', query, fields);
  }

  /** The same search as CSV, all rows, streamed. */
  async csv(q: string | undefined, call: Call): Promise<Readable> {
    const query = parseSearch(q, fields, this.clock.today());
    await this.audit.read(call, { action: 'export', kind: 'receipt', details: { fields: query.criteria.map((c) => c.fieldName) } });
    const order = orderOf(query, fields);
    const { receipts } = this;
    const after = (row?: ReceiptRow) => continueAfter(this.matching(query), order, undefined, row).limit(batch).getMany();
    async function* lines(): AsyncGenerator<string> {
      yield csvStart + csvLine(columns.map(([title]) => title[call.language]));
      for (let rows = await after(); ; rows = await after(rows.at(-1))) {
        yield rows.map((row) => csvLine(columns.map(([, value]) => value(receipts.published(row, call))))).join('');
        if (rows.length < batch) return;
      }
    }
    return Readable.from(lines());
  }
}

const wholeNumber = (raw: string, name: string): number => {
  if (!/^\d{1,9}$/.test(raw)) throw badRequest('BAD_VALUE', name, L(`${name} must be a whole number`, `${name} deve ser um número inteiro`));
  return Number(raw);
};

/** The four parts of a serial reference in a URL. @throws 400 BAD_VALUE */
export const serialKey = (documentCode: string, year: string, serial: string, number: string): SerialKey => ({
  documentCode: documentCode.toUpperCase(),
  year: wholeNumber(year, 'year'),
  serial: serial.toUpperCase(),
  number: wholeNumber(number, 'number'),
});
