import { Injectable } from '@nestjs/common';
import { type DocumentEnvelope, L, type Receipt, sentence } from '@portal/contract-kit';
import { type Call, checkBody, conflict, DocumentKit, forbidden, isDuplicate, type ProblemError, requireStepUp, unprocessable } from '@portal/service-kit';
import type { EntityManager } from 'typeorm';
import { type InvoiceRow, PaidLineRow, ReceiptRow, ShiftRow } from '../database/payment.entities.ts';
import { Invoices } from './invoices.service.ts';
import { VoidBody } from './receipt.contract.ts';
import { foldedReceipt } from './receipt-words.ts';
import { isOwn, ownReceipt, RECEIPT_CODE, Receipts } from './receipts.service.ts';
import { Shifts } from './shifts.service.ts';

interface Answer {
  status: number;
  body: DocumentEnvelope<Receipt>;
}

const isCounter = L('This is a counter-receipt. It cannot be voided', 'Este é um contra-recibo. Não pode ser anulado');
const isVoided = (by: string) => sentence('The receipt is voided already, by {{by}}', 'O recibo já foi anulado, por {{by}}', { by });
const changed = L('The receipt has changed since you opened it', 'O recibo foi alterado desde que o abriu');

/** Returns the refusal to void a payment after the document has moved on: its officers have relied on the payment. */
function goneOn({ reference, standing }: InvoiceRow): ProblemError {
  const message = standing
    ? sentence(
        '{{reference}} has gone on since it was paid ({{standing}}): the payment can no longer be voided',
        '{{reference}} avançou depois de pago ({{standing}}): o pagamento já não pode ser anulado',
        { reference, standing },
      )
    : sentence(
        '{{reference}} has gone on since it was paid: the payment can no longer be voided',
        '{{reference}} avançou depois de pago: o pagamento já não pode ser anulado',
        { reference },
      );
  return conflict('ACTION_NOT_ALLOWED', message);
}

/**
 * Voids receipts. A second person voids a receipt, once, by a counter-receipt that has its own number and the negative amounts. The fees become due again if
 * the document is still waiting for them, which its service announced (`voidable`).
 */
@Injectable()
export class ReceiptVoids {
  constructor(
    private readonly kit: DocumentKit,
    private readonly invoices: Invoices,
    private readonly receipts: Receipts,
    private readonly shifts: Shifts,
  ) {}

  /**
   * Voids a receipt.
   * @returns the counter-receipt
   * @throws 401 STEP_UP_REQUIRED, 403 FOUR_EYES, 404, 409 if it is already voided or the document has moved on, 422
   */
  async void(id: string, body: unknown, call: Call): Promise<Answer> {
    const { value, errors } = checkBody(VoidBody, body, call.language);
    if (errors.length) throw unprocessable(errors);
    const again = async ({ status, documentId }: { status: number; documentId: string }) => ({
      status,
      body: this.receipts.envelope(await this.receipts.rowOf(documentId), call),
    });
    return this.kit.idempotency.once<DocumentEnvelope<Receipt>>(
      call,
      { id, ...value },
      async (remember) => {
        const found = await this.receipts.rowOf(id);
        if (isOwn(found, call)) throw forbidden(ownReceipt, 'FOUR_EYES');
        requireStepUp(call.actor, this.kit.settings, this.kit.clock.now());
        if (found.voids) throw conflict('ACTION_NOT_ALLOWED', isCounter);
        if (found.voidedBy) throw conflict('ACTION_NOT_ALLOWED', isVoided(found.voidedBy));
        if (value.version !== 1) throw conflict('STALE_VERSION', changed);
        const shiftId = await this.tillOf(found, call);
        const serialReference = await this.kit.serials.next(RECEIPT_CODE);
        const entered = {
          ...found,
          id: this.kit.ids.unguessable(),
          reference: serialReference.reference,
          serialReference,
          receiptNumber: serialReference.number,
          receiptYear: serialReference.year,
          date: this.kit.clock.today(),
          total: -found.total,
          lines: found.lines.map((line) => ({ ...line, amount: -line.amount })),
          cashier: call.actor.name,
          cashierSub: call.actor.sub,
          office: call.actor.agencies[0] ?? null,
          createdAt: this.kit.clock.now(),
          shiftId,
          voids: found.id,
          voidsReference: found.reference,
          comment: value.comment ?? null,
        };
        const counter: ReceiptRow = { ...entered, ...foldedReceipt(entered) };
        let mine = false;
        try {
          await this.kit.db.write(async (tx) => {
            await remember(tx, { status: 200, documentId: counter.id, version: 1 });
            mine = true;
            await this.store(tx, counter, call);
          });
        } catch (error) {
          // Two people voided the receipt at the same moment: only the first counter-receipt is stored.
          if (mine && isDuplicate(error)) throw conflict('ACTION_NOT_ALLOWED', isVoided(RECEIPT_CODE));
          throw error;
        }
        return { status: 200, body: this.receipts.envelope(counter, call) };
      },
      again,
    );
  }

  /** Returns the shift whose till the money leaves: the shift that received it while that shift is open, otherwise the shift of the person who voids. */
  private async tillOf({ shiftId }: ReceiptRow, call: Call): Promise<string> {
    const shift = shiftId ? await this.kit.db.findById(ShiftRow, shiftId) : null;
    return shift?.status === 'OPEN' ? shift.id : (await this.shifts.openOrBegin(call)).id;
  }

  private async store(tx: EntityManager, counter: ReceiptRow, call: Call): Promise<void> {
    const { documentId, voids, reference, comment } = counter;
    await this.shifts.lockOpen(tx, counter.shiftId as string);
    const invoice = await this.invoices.lock(tx, documentId);
    const voided = await this.kit.db.findForUpdate(tx, ReceiptRow, voids as string);
    if (!invoice || !voided) throw conflict('ACTION_NOT_ALLOWED', changed);
    if (voided.voidedBy) throw conflict('ACTION_NOT_ALLOWED', isVoided(voided.voidedBy));
    if (!counter.lines.every(({ code }) => invoice.voidable?.includes(code))) throw goneOn(invoice);
    await tx.update(ReceiptRow, { id: voided.id }, { voidedBy: reference });
    await tx.delete(PaidLineRow, { documentId, receiptId: voided.id });
    await this.invoices.tally(tx, invoice);
    await this.receipts.insert(tx, counter, invoice.service, call);
    await this.kit.audit.add(tx, call, {
      action: 'void',
      kind: 'receipt',
      documentId: voided.id,
      reference: voided.reference,
      details: { counterReceipt: reference, documentReference: counter.documentReference, total: counter.total, comment },
    });
  }
}
