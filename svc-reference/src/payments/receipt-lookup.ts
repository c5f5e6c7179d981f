import { Injectable } from '@nestjs/common';
import { type DueInvoice, L, type ListResult, listResult, type Receipt, type SearchQuery, type SerialKey, sentence } from '@portal/contract-kit';
import {
  Audit,
  AuditedList,
  badRequest,
  type Call,
  Clock,
  Database,
  dateField,
  integerField,
  nameField,
  numberField,
  ReadRepository,
  type RowList,
  type SearchFields,
  sortable,
  textField,
  timeField,
  withReferences,
} from '@portal/service-kit';
import { Repository } from 'typeorm';
import { ReceiptRow } from '../database/payment.entities.ts';
import { Invoices } from './invoices.service.ts';
import { ReceiptAccess } from './receipt-access.ts';
import { receiptWords } from './receipt-words.ts';
import { RECEIPT_CODE, Receipts } from './receipts.service.ts';

const fields: SearchFields = {
  reference: sortable(numberField('reference'), []),
  'serialReference.reference': sortable(numberField('reference'), []),
  documentReference: sortable(numberField('documentReference'), []),
  documentCode: textField('documentCode'),
  year: integerField('year'),
  serial: textField('serial'),
  number: integerField('number'),
  payer: sortable(nameField('payer'), []),
  date: sortable(dateField('date'), []),
  total: sortable(integerField('total'), []),
  currencyCode: textField('currencyCode'),
  cashier: sortable(nameField('cashier'), []),
  createdAt: sortable(timeField('createdAt'), []),
  method: textField('method'),
  slip: textField('slip'),
  voids: textField('voidsReference'),
  voidedBy: textField('voidedBy'),
  shiftId: textField('shiftId'),
};

/** The columns of a receipt that never change. Payers' names are removed if their documents are erased, and folded columns are filled after an upgrade. */
const written = ['documentCode', 'date', 'createdAt', 'method', 'shiftId'];

const columns: RowList<ReceiptRow, Receipt>['columns'] = [
  ['serialReference.reference', L('Receipt', 'Recibo'), (r) => r.serialReference.reference],
  ['date', L('Date', 'Data'), (r) => r.date],
  ['documentReference', L('Document', 'Documento'), (r) => r.documentReference],
  ['payer', L('Payer', 'Pagador'), (r) => r.payer],
  ['total', L('Total (minor units)', 'Total (menor unidade da moeda)'), (r) => r.total],
  ['currencyCode', L('Currency', 'Moeda'), (r) => r.currencyCode],
  ['cashier', L('Cashier', 'Tesoureiro'), (r) => r.cashier],
  ['createdAt', L('Created at (UTC)', 'Criado em (UTC)'), (r) => r.createdAt],
  ['methodName', L('Method', 'Meio de pagamento'), (r) => r.methodName],
  ['slip', L('Slip', 'Talão'), (r) => r.slip],
  ['voids', L('Voids', 'Anula'), (r) => r.voids],
  ['voidedBy', L('Voided by', 'Anulado por'), (r) => r.voidedBy],
];

/** Finds invoices and receipts by serial reference. References can be guessed, so only authorised officers get a result. */
@Injectable()
export class ReceiptLookup {
  /** The list of receipts for staff. The controller checks the role. */
  readonly list: AuditedList<ReceiptRow, Receipt>;

  constructor(
    db: Database,
    clock: Clock,
    @ReadRepository(ReceiptRow) private readonly rows: Repository<ReceiptRow>,
    private readonly audit: Audit,
    private readonly invoices: Invoices,
    private readonly receipts: Receipts,
    private readonly access: ReceiptAccess,
  ) {
    const publish = (row: ReceiptRow, call: Call): Receipt => receipts.published(row, call);
    const widened = async (query: SearchQuery): Promise<SearchQuery> => withReferences(query, 'voids', 'voidedBy');
    this.list = new AuditedList(db, clock, audit, { kind: 'receipt', entity: ReceiptRow, fields, columns, named: receiptWords, written, publish, widened });
  }

  /** Returns the amount that has to be paid for the document now; no records if nothing is due. The controller checks the role. */
  async documentToPay(key: SerialKey, call: Call): Promise<ListResult<DueInvoice>> {
    const invoice = await this.invoices.find(key);
    const due = invoice && (await this.invoices.due(invoice, call.language));
    await this.audit.read(call, { action: 'document-to-pay', kind: 'invoice', documentId: invoice?.documentId, reference: due?.reference });
    const records = due?.lines.some((l) => l.status === 'DUE') ? [due] : [];
    return listResult(records);
  }

  /** Returns the receipts of a document, newest first. With the number of a receipt, returns only that receipt. */
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
}

const wholeNumber = (raw: string, name: string): number => {
  if (!/^\d{1,9}$/.test(raw)) throw badRequest('BAD_VALUE', name, sentence('{{name}} must be a whole number', '{{name}} deve ser um número inteiro', { name }));
  return Number(raw);
};

/**
 * Parses the four parts of a serial reference in a URL.
 * @throws 400 BAD_VALUE
 */
export const serialKey = (documentCode: string, year: string, serial: string, number: string): SerialKey => ({
  documentCode: documentCode.toUpperCase(),
  year: wholeNumber(year, 'year'),
  serial: serial.toUpperCase(),
  number: wholeNumber(number, 'number'),
});
