import { Injectable } from '@nestjs/common';
import {
  type DocumentEnvelope,
  type DueInvoice,
  formatAmount,
  L,
  type Language,
  type OfferedAction,
  type PrintLayout,
  type Receipt,
  type ReceiptRecorded,
  receiptTopic,
  type SerialKey,
  type SerialReference,
  say,
  sentence,
} from '@portal/contract-kit';
import {
  type Call,
  checkBody,
  type Database,
  DocumentKit,
  type Fault,
  hasRole,
  isDuplicate,
  isStaff,
  notFound,
  type PrintedForm,
  publicActor,
  type StoredAnswer,
  unavailable,
  unprocessable,
} from '@portal/service-kit';
import { type EntityManager, In } from 'typeorm';
import { type InvoiceRow, PaidLineRow, ReceiptRow } from '../database/payment.entities.ts';
import { FeeNames } from './fee-names.ts';
import { Invoices } from './invoices.service.ts';
import { CASH, PaymentMethods } from './payment-methods.ts';
import { ReceiptBody } from './receipt.contract.ts';
import { receiptLayout } from './receipt.layout.ts';
import { ReceiptAccess } from './receipt-access.ts';
import { addWords, foldedReceipt } from './receipt-words.ts';
import { Shifts } from './shifts.service.ts';

interface Answer {
  status: number;
  body: DocumentEnvelope<Receipt>;
}
type StoreAnswer = (tx: EntityManager, made: StoredAnswer) => Promise<void>;

/** Document code of the series in which receipts are numbered. */
export const RECEIPT_CODE = 'REC';

const nothingDue = (reference: string): Fault => ({
  code: 'CHOICE',
  field: 'number',
  message: sentence('Nothing is due for {{reference}}', 'Nada é devido por {{reference}}', { reference }),
});

const inFigures: Fault = {
  code: 'INTEGER',
  field: 'total',
  message: L(
    'Give the total as a number of the smallest unit of the currency: 1250 for USD 12.50',
    'Indique o total como número da menor unidade da moeda: 1250 para USD 12,50',
  ),
};

/** Whether the caller's role and the state of the receipt allow voiding it. Only somebody other than its cashier may then do it. */
const mayVoid = (row: ReceiptRow, { actor }: Call): boolean => hasRole(actor, 'payment-receipt-void') && !row.voids && !row.voidedBy;
/** Whether the caller recorded the receipt. Receipts of earlier releases only have the name of their cashier. */
export const isOwn = (row: ReceiptRow, { actor }: Call): boolean => (row.cashierSub === null ? row.cashier === actor.name : row.cashierSub === actor.sub);
export const ownReceipt = L(
  'A second person must void a receipt: you recorded it yourself',
  'Um recibo é anulado por uma segunda pessoa: foi registado por si',
);

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
  ...(row.voids ? { voids: row.voids } : {}),
});

/** Returns the ids of the receipts of these documents; the audit records of the receipts belong to the trail of the documents. */
export async function receiptsOf({ reader }: Database, documentIds: readonly string[]): Promise<string[]> {
  const rows = await reader.find(ReceiptRow, { select: { id: true }, where: { documentId: In([...documentIds]) } });
  return rows.map(({ id }) => id);
}

/**
 * Records receipts against the amounts due, and announces each receipt to the document's service once. The content of a receipt never changes; a
 * counter-receipt voids it (receipt-voids.service.ts).
 */
@Injectable()
export class Receipts {
  constructor(
    private readonly kit: DocumentKit,
    private readonly invoices: Invoices,
    private readonly names: FeeNames,
    private readonly access: ReceiptAccess,
    private readonly methods: PaymentMethods,
    private readonly shifts: Shifts,
  ) {}

  /** Returns the receipt as its reader may see it, in the reader's language. */
  published(row: ReceiptRow, call: Call): Receipt {
    const seesPerson = this.access.seesPerson(row.documentCode, call);
    const { id, serialReference, documentReference, documentCode, year, serial, number, date, payer, total, currencyCode } = row;
    const method = row.method ?? CASH;
    const office = this.names.office(row.office, call.language) ?? this.kit.settings.portalName;
    return {
      id,
      version: row.voidedBy ? 2 : 1,
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
      lines: this.names.named(row.lines, call.language),
      cashier: seesPerson ? row.cashier : office,
      createdAt: row.createdAt.toISOString().slice(0, 19),
      method,
      methodName: this.names.method(method, call.language),
      ...(row.slip ? { slip: row.slip } : {}),
      ...(row.voidsReference ? { voids: row.voidsReference } : {}),
      ...(row.voidedBy ? { voidedBy: row.voidedBy } : {}),
      ...(seesPerson && row.comment ? { comment: row.comment } : {}),
      ...(seesPerson && row.shiftId ? { shiftId: row.shiftId } : {}),
    };
  }

  /**
   * Records a payment in the cashier's open shift; if there is none, the service opens one without a float.
   * @throws 422 if the document is unknown, has nothing to pay, or has another amount to pay, and for an unknown method or a missing slip number
   */
  async record(body: unknown, call: Call): Promise<Answer> {
    const { value: asked, errors } = checkBody(ReceiptBody, body, call.language);
    if (errors.length) throw unprocessable(errors.map((error) => (error.code === 'INTEGER' && error.field === 'total' ? inFigures : error)));
    // A repeated request gets the receipt as it was first recorded, although it may have been voided since.
    const again = async ({ status, documentId }: StoredAnswer) => ({
      status,
      body: this.envelope({ ...(await this.rowOf(documentId)), voidedBy: null }, call),
    });
    const work = async (remember: StoreAnswer): Promise<Answer> => {
      const invoice = await this.invoices.find(asked as SerialKey);
      if (!invoice) throw unprocessable([nothingDue(`${asked.documentCode}-${asked.year}-${asked.serial}-${asked.number}`)]);
      const due = await this.invoices.due(invoice, call.language);
      this.check(asked, due, call.language);
      const method = this.methods.chosen(asked);
      const shift = await this.shifts.openOrBegin(call);
      const serialReference = await this.kit.serials.next(RECEIPT_CODE);
      const row = { ...this.rowFor(asked, invoice, due, serialReference, call), ...method, shiftId: shift.id };
      return this.store(asked, row, invoice.service, call, remember);
    };
    return this.kit.idempotency.once<DocumentEnvelope<Receipt>>(call, asked, work, again);
  }

  private check(asked: ReceiptBody, due: DueInvoice, language: Language): void {
    const open = due.lines.filter((l) => l.status === 'DUE');
    if (open.length === 0) throw unprocessable([nothingDue(due.reference)]);
    const errors: Fault[] = [];
    const expected = formatAmount(due.total, due.currencyCode, language);
    if (asked.total !== due.total)
      errors.push({
        code: 'CHOICE',
        field: 'total',
        message: sentence('The amount due for {{reference}} is {{expected}}', 'O montante devido por {{reference}} é {{expected}}', {
          reference: due.reference,
          expected,
        }),
      });
    if (asked.currencyCode && asked.currencyCode !== due.currencyCode)
      errors.push({
        code: 'CHOICE',
        field: 'currencyCode',
        message: sentence('The amount is due in {{currency}}', 'O montante é devido em {{currency}}', { currency: due.currencyCode }),
      });
    if (asked.lines?.length) {
      const given = new Map(asked.lines.map((l) => [l.code, l.amount]));
      const wrong = asked.lines.length !== open.length || open.some((l) => given.get(l.code) !== l.amount);
      const fees = open.map((l) => `${l.code} ${formatAmount(l.amount, due.currencyCode, language)}`).join(', ');
      if (wrong) errors.push({ code: 'CHOICE', field: 'lines', message: sentence('To pay now: {{fees}}', 'Por pagar agora: {{fees}}', { fees }) });
    }
    if (errors.length) throw unprocessable(errors);
  }

  private rowFor(asked: ReceiptBody, invoice: InvoiceRow, due: DueInvoice, serialReference: SerialReference, call: Call): ReceiptRow {
    const { documentId, documentCode, year, serial, number } = invoice;
    const row = {
      id: this.kit.ids.unguessable(),
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
      cashierSub: call.actor.sub,
      method: null,
      slip: null,
      shiftId: null,
      voids: null,
      voidsReference: null,
      voidedBy: null,
      comment: null,
    };
    return { ...row, ...foldedReceipt(row) };
  }

  private async store(asked: ReceiptBody, row: ReceiptRow, service: string, call: Call, remember: StoreAnswer): Promise<Answer> {
    const answer = { status: 201, body: this.envelope(row, call) };
    let mine = false;
    try {
      await this.kit.db.write(async (tx) => {
        await remember(tx, { status: 201, documentId: row.id, version: 1 });
        mine = true;
        await this.shifts.lockOpen(tx, row.shiftId as string);
        const invoice = await this.invoices.lock(tx, row.documentId);
        // Checked again in the transaction, because another receipt or announcement may have been stored meanwhile.
        if (invoice) this.check(asked, await this.invoices.due(invoice, call.language, tx), call.language);
        for (const line of row.lines) await tx.insert(PaidLineRow, { documentId: row.documentId, code: line.code, receiptId: row.id });
        if (invoice) await this.invoices.tally(tx, invoice);
        await this.insert(tx, row, service, call);
        await this.kit.audit.add(tx, call, {
          action: 'record',
          kind: 'receipt',
          documentId: row.id,
          reference: row.reference,
          details: { documentReference: row.documentReference, total: row.total, method: row.method },
        });
      });
    } catch (error) {
      // Two cashiers recorded the payment at the same time: only the first receipt is stored. A repeated request is a different case: it violates the
      // idempotency key, not the key of the fee.
      if (mine && isDuplicate(error)) throw unprocessable([nothingDue(row.documentReference)]);
      throw error;
    }
    return answer;
  }

  /** Stores a receipt or counter-receipt, requests its print, and announces it to the service of its document. */
  async insert(tx: EntityManager, row: ReceiptRow, service: string, call: Call): Promise<void> {
    await tx.insert(ReceiptRow, row);
    await addWords(tx, row);
    if (this.kit.prints.atOnce) await this.kit.prints.begin(tx, row.id, this.printKey(row, call), this.layout(row, call), call.requestId);
    await this.kit.outbox.add(tx, receiptTopic(service), announcement(row), call.requestId);
  }

  /** @throws 404 */
  async load(id: string, call: Call): Promise<DocumentEnvelope<Receipt>> {
    const row = await this.rowOf(id);
    this.access.requireHolder(row.documentCode, call);
    if (isStaff(call.actor)) await this.kit.audit.read(call, { action: 'document', kind: 'receipt', documentId: id, reference: row.reference });
    return this.envelope(row, call);
  }

  /**
   * Returns the printed receipt.
   * @throws 404; 503 with Retry-After while it is not ready
   */
  async print(id: string, call: Call, waitMs = 10_000): Promise<PrintedForm> {
    const row = await this.rowOf(id);
    this.access.requireHolder(row.documentCode, call);
    if (isStaff(call.actor)) await this.kit.audit.read(call, { action: 'print-form', kind: 'receipt', documentId: id, reference: row.reference });
    const pdf = await this.kit.prints.fetch(this.printKey(row, call), () => this.layout(row, call), waitMs, call.requestId);
    if (!pdf) throw unavailable(L('The receipt is being prepared. Try again in a moment.', 'O recibo está a ser preparado. Tente de novo daqui a pouco.'), 2);
    return { fileName: `${row.reference}.pdf`, pdf };
  }

  /** @throws 404 */
  async rowOf(id: string): Promise<ReceiptRow> {
    const row = await this.kit.db.reader.findOneBy(ReceiptRow, { id });
    if (!row) throw notFound('receipt');
    return row;
  }

  private printKey = (row: ReceiptRow, { language }: Call): string => `reference/${row.id}/${row.voidedBy ? 2 : 1}/receipt.${language}`;

  /** Returns the layout of the print, of which there is one per language for all readers, with the content that the public may see. */
  private layout(row: ReceiptRow, call: Call): PrintLayout {
    return receiptLayout(this.published(row, { ...call, actor: publicActor }), call.language, this.kit.settings);
  }

  /** Returns the receipt with the actions that the caller may perform. */
  envelope(row: ReceiptRow, call: Call): DocumentEnvelope<Receipt> {
    const action = { modes: ['*'], hideOnSubmit: false };
    const print: OfferedAction = {
      ...action,
      name: 'print-form',
      label: say(L('Print receipt', 'Imprimir o recibo'), call.language),
      method: 'GET',
      url: `/v1/payment/receipt/${row.id}/print-form`,
      kind: 'download',
      commentRequired: false,
    };
    const model = this.published(row, call);
    if (!mayVoid(row, call)) return { model, actions: [print] };
    const label = say(L('Void the receipt', 'Anular o recibo'), call.language);
    if (isOwn(row, call))
      return { model, actions: [print], blocked: [{ name: 'void', label, modes: ['*'], code: 'FOUR_EYES', message: say(ownReceipt, call.language) }] };
    const url = `/v1/payment/receipt/${row.id}/actions/void`;
    return { model, actions: [print, { ...action, name: 'void', label, method: 'POST', url, kind: 'delete', commentRequired: true }] };
  }
}
