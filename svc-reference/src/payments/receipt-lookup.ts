import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type DueInvoice, L, type ListResult, listResult, type Receipt, type SearchFieldInfo, type SerialKey } from '@portal/contract-kit';
import {
  Audit,
  badRequest,
  type Call,
  Clock,
  csvOfRows,
  Database,
  dateField,
  describeFields,
  integerField,
  ReadRepository,
  type RowList,
  type SearchFields,
  searchRows,
  sortable,
  textField,
  timeField,
} from '@portal/service-kit';
import { Repository } from 'typeorm';
import { ReceiptRow } from '../database/payment.entities.ts';
import { Invoices } from './invoices.service.ts';
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
  method: textField('method'),
  slip: textField('slip'),
  voids: textField('voidsReference'),
  voidedBy: textField('voidedBy'),
  shiftId: textField('shiftId'),
};

const columns: RowList<ReceiptRow, Receipt>['columns'] = [
  [L('Receipt', 'Recibo'), (r) => r.serialReference.reference],
  [L('Date', 'Data'), (r) => r.date],
  [L('Document', 'Documento'), (r) => r.documentReference],
  [L('Payer', 'Pagador'), (r) => r.payer],
  [L('Total (minor units)', 'Total (cêntimos)'), (r) => r.total],
  [L('Currency', 'Moeda'), (r) => r.currencyCode],
  [L('Cashier', 'Tesoureiro'), (r) => r.cashier],
  [L('Created at', 'Criado em'), (r) => r.createdAt],
  [L('Method', 'Meio de pagamento'), (r) => r.methodName],
  [L('Slip', 'Talão'), (r) => r.slip],
  [L('Voids', 'Anula'), (r) => r.voids],
  [L('Voided by', 'Anulado por'), (r) => r.voidedBy],
];

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
    const { query, ...found } = await searchRows(this.db, this.list, q, this.clock.today(), call);
    const details = { fields: query.criteria.map((c) => c.fieldName), page: query.paging.page, found: found.totalRecords };
    await this.audit.read(call, { action: 'search', kind: 'receipt', details });
    return found;
  }

  /** The same search as CSV, all rows, streamed. */
  async csv(q: string | undefined, call: Call): Promise<Readable> {
    const { lines, query } = csvOfRows(this.db, this.list, q, this.clock.today(), call);
    await this.audit.read(call, { action: 'export', kind: 'receipt', details: { fields: query.criteria.map((c) => c.fieldName) } });
    return lines;
  }

  private readonly list: RowList<ReceiptRow, Receipt> = { entity: ReceiptRow, fields, columns, publish: (row, call) => this.receipts.published(row, call) };
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
