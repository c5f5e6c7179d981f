/** Makes receipts, invoices and shifts searchable without accents: by folded columns, and receipts also by the words of the payers' names. */
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database, DocumentNameWordRow, folded, log, nameField, nameWordsChanged } from '@portal/service-kit';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { InvoiceRow, ReceiptRow, ShiftRow } from '../database/payment.entities.ts';

/** Receipts belong to no agency: a person who may read one may read all of them. */
export const receiptWords = { kind: 'receipt', agency: '-' };

const named = { kind: receiptWords.kind, search: { payer: nameField('payer') }, lookup: { names: ['payer'] } };

const name = (text: string | null): string => folded(text ?? '', 'name');
const number = (text: string | null): string => folded(text ?? '', 'number');

/** Returns the folded columns of a receipt. */
export const foldedReceipt = ({ reference, documentReference, payer, cashier }: Pick<ReceiptRow, 'reference' | 'documentReference' | 'payer' | 'cashier'>) => ({
  referenceFolded: number(reference),
  documentReferenceFolded: number(documentReference),
  payerFolded: name(payer),
  cashierFolded: name(cashier),
});

/** Returns the folded columns of an invoice. */
export const foldedInvoice = ({ reference, payer }: Pick<InvoiceRow, 'reference' | 'payer'>) => ({
  referenceFolded: number(reference),
  payerFolded: name(payer),
});

/** The columns of an invoice for which nothing has to be paid. */
export const nothingDue = { unpaid: 0, unpaidSince: null };

/** Returns the folded column of a shift. */
export const foldedShift = ({ cashier }: Pick<ShiftRow, 'cashier'>) => ({ cashierFolded: name(cashier) });

/** Stores the words of the payer's name of a new receipt, in its transaction. */
export const addWords = (tx: EntityManager, { id, reference, payer }: Pick<ReceiptRow, 'id' | 'reference' | 'payer'>): Promise<void> =>
  nameWordsChanged(named, tx, null, { id, reference, agencyCode: receiptWords.agency, payer } as never);

const batch = 200;

/**
 * Fills the folded columns and words of rows that an earlier release wrote, and removes what it left of the invoices of erased documents: the
 * folded names of their payers, and what was due.
 * @param within runs a part of the work in a transaction
 */
export async function foldTill(within: (work: (tx: EntityManager) => Promise<number>) => Promise<number>): Promise<void> {
  const receipts = async (tx: EntityManager): Promise<number> => {
    const rows = await tx.find(ReceiptRow, { where: { referenceFolded: IsNull() }, take: batch });
    for (const row of rows) {
      await tx.update(ReceiptRow, { id: row.id }, foldedReceipt(row));
      await tx.delete(DocumentNameWordRow, { documentId: row.id });
      await addWords(tx, row);
    }
    return rows.length;
  };
  const invoices = async (tx: EntityManager): Promise<number> => {
    const where = [{ referenceFolded: IsNull() }, { payer: '', payerFolded: Not('') }, { payer: '', unpaidSince: Not(IsNull()) }];
    const rows = await tx.find(InvoiceRow, { where, take: batch });
    for (const row of rows) await tx.update(InvoiceRow, { documentId: row.documentId }, { ...foldedInvoice(row), ...(row.payer ? {} : nothingDue) });
    return rows.length;
  };
  const shifts = async (tx: EntityManager): Promise<number> => {
    const rows = await tx.find(ShiftRow, { where: { cashierFolded: IsNull() }, take: batch });
    for (const row of rows) await tx.update(ShiftRow, { id: row.id }, foldedShift(row));
    return rows.length;
  };
  for (const part of [receipts, invoices, shifts]) while ((await within(part)) === batch);
}

/** Time in ms after the start of an upgrade during which an instance of the earlier release may still write. */
const upgradeMs = 3_600_000;

/** Fills the search columns at start, and once more after the upgrade, for rows that an instance of the earlier release writes meanwhile. */
@Injectable()
export class TillSearchColumns implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;

  constructor(private readonly db: Database) {}

  onApplicationBootstrap(): void {
    this.run();
    this.timer = setTimeout(() => this.run(), upgradeMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.running;
  }

  private run(): void {
    this.running = foldTill((work) => this.db.write(work, { durable: false })).catch((error: unknown) => {
      log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'folded columns of the till not written');
    });
  }
}
