import { Injectable } from '@nestjs/common';
import {
  type DocumentEnvelope,
  type DueInvoice,
  L,
  type Language,
  type OfferedAction,
  type PrintLayout,
  type ReceiptRecorded,
  receiptTopic,
  type SerialReference,
  validateContract,
} from '@portal/contract-kit';
import {
  type Call,
  DocumentKit,
  type Fault,
  isDuplicate,
  isStaff,
  type Made,
  notFound,
  type PrintedForm,
  publicActor,
  unavailable,
  unprocessable,
} from '@portal/service-kit';
import type { EntityManager } from 'typeorm';
import { type InvoiceRow, PaidLineRow, ReceiptRow } from '../database/payment.entities.ts';
import { formatMoney } from '../formatting.ts';
import { FeeNames } from './fee-names.ts';
import { Invoices, type SerialKey } from './invoices.service.ts';
import { ReceiptBody } from './receipt.contract.ts';
import { receiptLayout } from './receipt.layout.ts';
import type { Receipt } from './receipt.ts';
import { ReceiptAccess } from './receipt-access.ts';

interface Answer {
  status: number;
  body: DocumentEnvelope<Receipt>;
}
type Remember = (tx: EntityManager, made: Made) => Promise<void>;

/** Code of the receipts' own series. */
export const RECEIPT_CODE = 'REC';

const nothingDue = (reference: string): Fault => ({
  code: 'CHOICE',
  field: 'number',
  message: L(`Nothing is due for ${reference}`, `Nada é devido por ${reference}`),
});

const inFigures: Fault = {
  code: 'INTEGER',
  field: 'total',
  message: L(
    'Give the total as a number of the smallest unit of the currency: 1250 for 12.50 USD',
    'Indique o total como número da menor unidade da moeda: 1250 para 12,50 USD',
  ),
};

const publish = (row: ReceiptRow, lines: ReceiptRow['lines'], cashier: string): Receipt => {
  const { id, serialReference, documentReference, documentCode, year, serial, number, date, payer, total, currencyCode } = row;
  return {
    id,
    version: 1,
    serialReference,
    documentReference,
    documentCode,
    year,
    serial,
    number,
    date,
    payer,
    total,
    currencyCode,
    lines,
    cashier,
    createdAt: row.createdAt.toISOString().slice(0, 19),
  };
};

const announcement = (row: ReceiptRow): ReceiptRecorded => ({
  receiptId: row.id,
  documentId: row.documentId,
  reference: row.reference,
  year: row.receiptYear,
  number: row.receiptNumber,
  date: row.date,
  payer: row.payer,
  total: row.total,
  currencyCode: row.currencyCode,
  lines: row.lines,
});

/** Records receipts against the amounts due and announces each to the document's service once. A receipt is never changed. */
@Injectable()
export class Receipts {
  constructor(
    private readonly kit: DocumentKit,
    private readonly invoices: Invoices,
    private readonly names: FeeNames,
    private readonly access: ReceiptAccess,
  ) {}

  /** The receipt as its reader may see it, in the reader's language. */
  published(row: ReceiptRow, call: Call): Receipt {
    const office = this.names.office(row.office, call.language) ?? this.kit.settings.portalName;
    return publish(row, this.names.named(row.lines, call.language), this.access.seesPerson(row.documentCode, call) ? row.cashier : office);
  }

  /** @throws 422 where the document is unknown, owes nothing, or owes another amount */
  async record(body: unknown, call: Call): Promise<Answer> {
    const { value: asked, errors } = validateContract(ReceiptBody, body, call.language);
    if (errors.length) throw unprocessable(errors.map((error) => (error.code === 'INTEGER' && error.field === 'total' ? inFigures : error)));
    const again = async ({ status, documentId }: Made) => ({ status, body: this.envelope(await this.rowOf(documentId), call) });
    const work = async (remember: Remember): Promise<Answer> => {
      const invoice = await this.invoices.find(asked as SerialKey);
      if (!invoice) throw unprocessable([nothingDue(`${asked.documentCode}-${asked.year}-${asked.serial}-${asked.number}`)]);
      const due = await this.invoices.due(invoice, call.language);
      this.check(asked, due, call.language);
      const row = this.rowFor(asked, invoice, due, await this.kit.serials.next(RECEIPT_CODE), call);
      return this.store(asked, row, invoice.service, call, remember);
    };
    return this.kit.idempotency.once<DocumentEnvelope<Receipt>>(call, asked, work, again);
  }

  private check(asked: ReceiptBody, due: DueInvoice, language: Language): void {
    const open = due.lines.filter((l) => l.status === 'DUE');
    if (open.length === 0) throw unprocessable([nothingDue(due.reference)]);
    const errors: Fault[] = [];
    const expected = formatMoney(due.total, due.currencyCode, language);
    if (asked.total !== due.total)
      errors.push({
        code: 'CHOICE',
        field: 'total',
        message: L(`The amount due for ${due.reference} is ${expected}`, `O montante devido por ${due.reference} é ${expected}`),
      });
    if (asked.currencyCode && asked.currencyCode !== due.currencyCode)
      errors.push({
        code: 'CHOICE',
        field: 'currencyCode',
        message: L(`The amount is due in ${due.currencyCode}`, `O montante é devido em ${due.currencyCode}`),
      });
    if (asked.lines?.length) {
      const given = new Map(asked.lines.map((l) => [l.code, l.amount]));
      const wrong = given.size !== open.length || open.some((l) => given.get(l.code) !== l.amount);
      const fees = open.map((l) => `${l.code} ${formatMoney(l.amount, due.currencyCode, language)}`).join(', ');
      if (wrong) errors.push({ code: 'CHOICE', field: 'lines', message: L(`Due are: ${fees}`, `São devidos: ${fees}`) });
    }
    if (errors.length) throw unprocessable(errors);
  }

  private rowFor(asked: ReceiptBody, invoice: InvoiceRow, due: DueInvoice, serialReference: SerialReference, call: Call): ReceiptRow {
    const { documentId, documentCode, year, serial, number } = invoice;
    return {
      id: this.kit.ids.next(),
      reference: serialReference.reference,
      serialReference,
      documentId,
      documentReference: invoice.reference,
      documentCode,
      year,
      serial,
      number,
      receiptNumber: serialReference.number,
      receiptYear: serialReference.year,
      date: this.kit.clock.today(),
      payer: asked.payer || invoice.payer,
      total: due.total,
      currencyCode: due.currencyCode,
      lines: invoice.lines.filter(({ code }) => due.lines.some((line) => line.code === code && line.status === 'DUE')),
      cashier: call.actor.name,
      office: call.actor.agencies[0] ?? null,
      createdAt: this.kit.clock.now(),
    };
  }

  private async store(asked: ReceiptBody, row: ReceiptRow, service: string, call: Call, remember: Remember): Promise<Answer> {
    const answer = { status: 201, body: this.envelope(row, call) };
    let mine = false;
    try {
      await this.kit.db.write(async (tx) => {
        await remember(tx, { status: 201, documentId: row.id, version: 1 });
        mine = true;
        const invoice = await this.invoices.find(row, tx);
        // Checked again in the transaction: another receipt or announcement may have been recorded meanwhile.
        if (invoice) this.check(asked, await this.invoices.due(invoice, call.language, tx), call.language);
        for (const line of row.lines) await tx.insert(PaidLineRow, { documentId: row.documentId, code: line.code, receiptId: row.id });
        await tx.insert(ReceiptRow, row);
        await this.kit.prints.begin(tx, this.printKey(row, call), this.layout(row, call), call.requestId);
        await this.kit.outbox.add(tx, receiptTopic(service), announcement(row), call.requestId);
        await this.kit.audit.add(tx, call, {
          action: 'record',
          kind: 'receipt',
          documentId: row.id,
          reference: row.reference,
          details: { documentReference: row.documentReference, total: row.total },
        });
      });
    } catch (error) {
      // Two cashiers at the same time: the first receipt counts. A repeated call is different: it violates the idempotency key, not the key of the fee.
      if (mine && isDuplicate(error)) throw unprocessable([nothingDue(row.documentReference)]);
      throw error;
    }
    return answer;
  }

  /** @throws 404 */
  async load(id: string, call: Call): Promise<DocumentEnvelope<Receipt>> {
    const row = await this.rowOf(id);
    this.access.requireHolder(row.documentCode, call);
    if (isStaff(call.actor)) await this.kit.audit.read(call, { action: 'document', kind: 'receipt', documentId: id, reference: row.reference });
    return this.envelope(row, call);
  }

  /** The printed receipt. @throws 404; 503 with Retry-After while it is not ready */
  async print(id: string, call: Call, waitMs = 10_000): Promise<PrintedForm> {
    const row = await this.rowOf(id);
    this.access.requireHolder(row.documentCode, call);
    if (isStaff(call.actor)) await this.kit.audit.read(call, { action: 'print-form', kind: 'receipt', documentId: id, reference: row.reference });
    const pdf = await this.kit.prints.fetch(this.printKey(row, call), () => this.layout(row, call), waitMs, call.requestId);
    if (!pdf) throw unavailable(L('The receipt is being prepared. Try again in a moment.', 'O recibo está a ser preparado. Tente de novo daqui a pouco.'), 2);
    return { fileName: `${row.reference}.pdf`, pdf };
  }

  private async rowOf(id: string): Promise<ReceiptRow> {
    const row = await this.kit.db.reader.findOneBy(ReceiptRow, { id });
    if (!row) throw notFound('receipt');
    return row;
  }

  private printKey = (row: ReceiptRow, { language }: Call): string => `reference/${row.id}/1/receipt.${language}`;

  /** One print per language for all readers, with the content that the public may see. */
  private layout(row: ReceiptRow, call: Call): PrintLayout {
    return receiptLayout(this.published(row, { ...call, actor: publicActor }), call.language, this.kit.settings);
  }

  private envelope(row: ReceiptRow, call: Call): DocumentEnvelope<Receipt> {
    const print: OfferedAction = {
      name: 'print-form',
      label: L('Print receipt', 'Imprimir o recibo')[call.language],
      method: 'GET',
      url: `/v1/payment/receipt/${row.id}/print-form`,
      modes: ['*'],
      kind: 'download',
      hideOnSubmit: false,
      commentRequired: false,
    };
    return { model: this.published(row, call), actions: [print] };
  }
}
