import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DOCUMENT_ERASED_TOPIC, type DueInvoice, INVOICE_DUE_TOPIC, type InvoiceDue, type Language, type SerialKey } from '@portal/contract-kit';
import { Clock, Database, Inbox, isDuplicate, type Job, type JobQueue, QUEUE } from '@portal/service-kit';
import { type EntityManager } from 'typeorm';
import { InvoiceRow, PaidLineRow } from '../database/payment.entities.ts';
import { FeeNames } from './fee-names.ts';
import { foldedInvoice } from './receipt-words.ts';

/** The parts of a reference, `<documentCode>-<year>-<number>`. */
const REFERENCE = /^([A-Z0-9]{1,40})-(\d{4})-(\d{1,9})$/;

/**
 * Where an announcement is stored: under the reference printed on the document, which never changes even when other fields do,
 * and under the series of its number.
 */
function keyOf({ reference, documentCode, year, serial, number }: InvoiceDue): SerialKey {
  const [, code, ofYear, drawn] = REFERENCE.exec(reference) ?? [];
  return code ? { documentCode: code, year: Number(ofYear), serial, number: Number(drawn) } : { documentCode, year, serial, number };
}

/** Stores the amount that each document has to pay now, as its service announces it. */
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
    this.queue.consume<{ documentId: string }>(DOCUMENT_ERASED_TOPIC, (job) => this.forgetPayer(job));
  }

  /** Stores an announcement once, and never over a newer one. */
  async announce(job: Job<InvoiceDue>): Promise<void> {
    // The first two announcements of a document may come at the same moment: then one finds the other's row at its second try.
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
      if (!(await this.inbox.first(tx, id, topic))) return;
      // Locked, so that a receipt or a newer announcement at the same moment comes before or after.
      const before = isKnown ? await this.lock(tx, documentId) : null;
      if (before && before.version > version) return;
      if (before) await tx.update(InvoiceRow, { documentId }, due);
      else await tx.insert(InvoiceRow, { documentId, ...due });
      await this.tally(tx, { documentId, lines, unpaidSince: before?.unpaidSince ?? null });
    });
  }

  /** Keeps what is unpaid of an invoice, in a transaction that has locked it or made it. */
  async tally(tx: EntityManager, { documentId, lines, unpaidSince }: Pick<InvoiceRow, 'documentId' | 'lines' | 'unpaidSince'>): Promise<void> {
    const paid = new Set((await tx.findBy(PaidLineRow, { documentId })).map(({ code }) => code));
    const open = lines.filter(({ code }) => !paid.has(code));
    const unpaid = open.reduce((sum, { amount }) => sum + amount, 0);
    await tx.update(InvoiceRow, { documentId }, { unpaid, unpaidSince: open.length > 0 ? (unpaidSince ?? this.clock.now()) : null });
  }

  /** The invoice of a document, locked until the commit. The embedded database needs no lock: it has one writer. */
  lock(tx: EntityManager, documentId: string): Promise<InvoiceRow | null> {
    const lock = this.db.engine === 'embedded' ? {} : { lock: { mode: 'pessimistic_write' as const } };
    return tx.findOne(InvoiceRow, { where: { documentId }, ...lock });
  }

  /** The document was erased. Its amounts stay for the accounts, without a name; its receipts have their own retention period. */
  private async forgetPayer({ payload: { documentId } }: Job<{ documentId: string }>): Promise<void> {
    await this.db.write((tx) => tx.update(InvoiceRow, { documentId }, { payer: '', payerFolded: '' }));
  }

  async find(key: SerialKey, from: EntityManager = this.db.reader): Promise<InvoiceRow | null> {
    return from.findOneBy(InvoiceRow, { documentCode: key.documentCode, year: key.year, serial: key.serial, number: key.number });
  }

  /** The amount of an invoice: a fee that was paid before, in any version, is not due again. */
  async due(invoice: InvoiceRow, language: Language, from: EntityManager = this.db.reader): Promise<DueInvoice> {
    const paid = new Set((await from.findBy(PaidLineRow, { documentId: invoice.documentId })).map((p) => p.code));
    const lines = this.fees.named(invoice.lines, language).map((line) => ({ ...line, status: paid.has(line.code) ? ('PAID' as const) : ('DUE' as const) }));
    const total = lines.reduce((sum, l) => sum + (l.status === 'DUE' ? l.amount : 0), 0);
    return { documentId: invoice.reference, reference: invoice.reference, payer: invoice.payer, currencyCode: invoice.currencyCode, total, lines };
  }
}
