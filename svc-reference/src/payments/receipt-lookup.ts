import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type Bilingual, type DueInvoice, L, type ListResult, listResult } from '@portal/contract-kit';
import {
  Audit,
  applyCriteria,
  badRequest,
  type Call,
  csvLine,
  csvStart,
  Database,
  parseSearch,
  pickColumns,
  ReadRepository,
  type SearchFields,
} from '@portal/service-kit';
import { Repository } from 'typeorm';
import { ReceiptRow } from '../database/payment.entities.ts';
import { Invoices, type SerialKey } from './invoices.service.ts';
import type { Receipt } from './receipt.ts';
import { ReceiptAccess } from './receipt-access.ts';
import { RECEIPT_CODE, Receipts } from './receipts.service.ts';

const fields: SearchFields = {
  reference: { column: 'reference', type: 'TEXT' },
  'serialReference.reference': { column: 'reference', type: 'TEXT' },
  documentReference: { column: 'documentReference', type: 'TEXT' },
  documentCode: { column: 'documentCode', type: 'TEXT' },
  year: { column: 'year', type: 'INTEGER' },
  serial: { column: 'serial', type: 'TEXT' },
  number: { column: 'number', type: 'INTEGER' },
  payer: { column: 'payer', type: 'TEXT' },
  date: { column: 'date', type: 'DATE' },
  total: { column: 'total', type: 'INTEGER' },
  currencyCode: { column: 'currencyCode', type: 'TEXT' },
  cashier: { column: 'cashier', type: 'TEXT' },
  createdAt: { column: 'createdAt', type: 'DATE' },
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

/** Finds invoices and receipts by serial reference. References can be guessed, so only authorised officers get an answer. */
@Injectable()
export class ReceiptLookup {
  constructor(
    private readonly db: Database,
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

  /** The staff list, newest first. The controller checks the role. */
  async search(q: string | undefined, call: Call): Promise<ListResult<object>> {
    const query = parseSearch(q, fields);
    const { page, size } = query.paging;
    const builder = applyCriteria(this.db.reader.createQueryBuilder(ReceiptRow, 'r'), 'r', query, fields);
    const [rows, totalRecords] = await builder
      .orderBy('r.createdAt', 'DESC')
      .addOrderBy('r.id', 'DESC')
      .skip((page - 1) * size)
      .take(size)
      .getManyAndCount();
    await this.audit.read(call, { action: 'search', kind: 'receipt', details: { fields: query.criteria.map((c) => c.fieldName), page, found: totalRecords } });
    return { records: rows.map((row) => pickColumns(this.receipts.published(row, call), query.viewColumns)), totalRecords };
  }

  /** The same search as CSV, all rows, streamed. */
  async csv(q: string | undefined, call: Call): Promise<Readable> {
    const query = parseSearch(q, fields);
    await this.audit.read(call, { action: 'export', kind: 'receipt', details: { fields: query.criteria.map((c) => c.fieldName) } });
    const { db, receipts } = this;
    async function* lines(): AsyncGenerator<string> {
      yield csvStart + csvLine(columns.map(([title]) => title[call.language]));
      let after: ReceiptRow | undefined;
      for (;;) {
        const builder = applyCriteria(db.reader.createQueryBuilder(ReceiptRow, 'r'), 'r', query, fields);
        if (after) builder.andWhere('(r.createdAt < :at or (r.createdAt = :at and r.id < :afterId))', { at: after.createdAt, afterId: after.id });
        const rows = await builder.orderBy('r.createdAt', 'DESC').addOrderBy('r.id', 'DESC').limit(batch).getMany();
        yield rows.map((row) => csvLine(columns.map(([, value]) => value(receipts.published(row, call))))).join('');
        if (rows.length < batch) return;
        after = rows[rows.length - 1];
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
