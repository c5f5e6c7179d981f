import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DOCUMENT_ERASED_TOPIC, type DueInvoice, INVOICE_DUE_TOPIC, type InvoiceDue, type Language, type SerialKey } from '@portal/contract-kit';
import { Clock, Database, Inbox, isDuplicate, type Job, type JobQueue, QUEUE } from '@portal/service-kit';
import { type EntityManager } from 'typeorm';
import { InvoiceRow, PaidLineRow } from '../database/payment.entities.ts';
import { FeeNames } from './fee-names.ts';
import { foldedInvoice, nothingDue } from './receipt-words.ts';

/** The parts of a reference, `<documentCode>-<year>-<number>`. A code may contain dots, dashes and spaces, and one of an earlier release `_`. */
const REFERENCE = /^([A-Z0-9][A-Z0-9._ -]{0,39})-(\d{4})-(\d{1,9})$/;

/**
 * Returns the serial key under which an announcement is stored: that of the reference printed on the document, which stays the same even if other fields
 * change, together with the series of its number.
 */
function keyOf({ reference, documentCode, year, serial, number }: InvoiceDue): SerialKey {
  const [, code, ofYear, drawn] = REFERENCE.exec(reference) ?? [];
  return code ? { documentCode: code, year: Number(ofYear), serial, number: Number(drawn) } : { documentCode, year, serial, number };
}

/** Returns what is charged for a document. After its erasure that is nothing: an earlier release removed only the payer of the invoice, which every other one has. */
const linesOf = ({ payer, lines }: Pick<InvoiceRow, 'payer' | 'lines'>): InvoiceRow['lines'] => (payer ? lines : []);

/** Stores the amount that has to be paid for each document now, as its service announces it. */
@Injectable()
export class Invoices implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly inbox: Inbox,
    @Inject(QUEUE) private readonly queue: JobQueue,
    private readonly fees: FeeNames,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.queue.consume<InvoiceDue>(INVOICE_DUE_TOPIC, (job) => this.announce(job));
    this.queue.consume<{ documentId: string }>(DOCUMENT_ERASED_TOPIC, (job) => this.forget(job));
  }

  /** Stores an announcement once, unless a newer one is already stored. */
  async announce(job: Job<InvoiceDue>): Promise<void> {
    // The first two announcements of a document may arrive at the same moment; the one that fails finds the row of the other at its second try.
    await this.store(job).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
      return this.store(job);
    });
  }

  private async store({ id, topic, payload }: Job<InvoiceDue>): Promise<void> {
    const { documentId, service, reference, payer, currencyCode, lines, version, voidable = null, standing = null } = payload;
    const due = { service, ...keyOf(payload), reference, payer, currencyCode, lines, version, voidable, standing, ...foldedInvoice(payload) };
    const isKnown = await this.db.reader.existsBy(InvoiceRow, { documentId });
    await this.db.write(async (tx) => {
      // The row is locked, so that a concurrent receipt or newer announcement is processed entirely before or after this one. The lock precedes every read of
      // the transaction, because on MySQL all reads see the moment of the first one.
      const before = isKnown ? await this.lock(tx, documentId) : null;
      if (!(await this.inbox.first(tx, id, topic))) return;
      if (before && before.version > version) return;
      if (before) await tx.update(InvoiceRow, { documentId }, due);
      else await tx.insert(InvoiceRow, { documentId, ...due });
      await this.tally(tx, { documentId, payer, lines, unpaidSince: before?.unpaidSince ?? null });
    });
  }

  /** Stores the unpaid amount of an invoice, in a transaction that has locked or created the row. */
  async tally(tx: EntityManager, invoice: Pick<InvoiceRow, 'documentId' | 'payer' | 'lines' | 'unpaidSince'>): Promise<void> {
    const { documentId, unpaidSince } = invoice;
    const paid = new Set((await tx.findBy(PaidLineRow, { documentId })).map(({ code }) => code));
    const open = linesOf(invoice).filter(({ code }) => !paid.has(code));
    const unpaid = open.reduce((sum, { amount }) => sum + amount, 0);
    await tx.update(InvoiceRow, { documentId }, { unpaid, unpaidSince: open.length > 0 ? (unpaidSince ?? this.clock.now()) : null });
  }

  /** Returns the invoice of a document, locked until the commit. The embedded database has only one writer and needs no lock. */
  lock(tx: EntityManager, documentId: string): Promise<InvoiceRow | null> {
    const lock = this.db.engine === 'embedded' ? {} : { lock: { mode: 'pessimistic_write' as const } };
    return tx.findOne(InvoiceRow, { where: { documentId }, ...lock });
  }

  /** Handles the erasure of a document: removes the payer's name and what is due. What was paid is in the receipts, which have their own retention period. */
  private async forget({ payload: { documentId } }: Job<{ documentId: string }>): Promise<void> {
    await this.db.write((tx) => tx.update(InvoiceRow, { documentId }, { payer: '', payerFolded: '', lines: [], ...nothingDue }));
  }

  async find(key: SerialKey, from: EntityManager = this.db.reader): Promise<InvoiceRow | null> {
    return from.findOneBy(InvoiceRow, { documentCode: key.documentCode, year: key.year, serial: key.serial, number: key.number });
  }

  /** Returns the amount of an invoice that is due: a fee that was paid before, for any version, is not due again. */
  async due(invoice: InvoiceRow, language: Language, from: EntityManager = this.db.reader): Promise<DueInvoice> {
    const paid = new Set((await from.findBy(PaidLineRow, { documentId: invoice.documentId })).map((p) => p.code));
    const lines = this.fees.named(linesOf(invoice), language).map((line) => ({ ...line, status: paid.has(line.code) ? ('PAID' as const) : ('DUE' as const) }));
    const total = lines.reduce((sum, l) => sum + (l.status === 'DUE' ? l.amount : 0), 0);
    return { documentId: invoice.reference, reference: invoice.reference, payer: invoice.payer, currencyCode: invoice.currencyCode, total, lines };
  }
}
