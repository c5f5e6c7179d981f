import type { OnApplicationBootstrap } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { BackgroundTask, rest } from '../background-task.ts';
import type { Clock } from '../clock.ts';
import { type Database, isDuplicate } from '../database/database.ts';
import type { DocumentKind } from '../documents/document-kind.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { EncryptedRows } from '../documents/encrypted-rows.ts';
import type { BlindIndex } from '../encryption/blind-index.ts';
import type { Encryption } from '../encryption/encryption.ts';
import { type Fact, usesOf } from '../statistics/statistic-cells.ts';
import type { Statistics } from '../statistics/statistics.ts';
import { CatalogueUseCheckRow } from './catalogue-uses.entities.ts';
import { codesBeyond, type UsedCodes, usedCodes } from './used-codes.ts';

/** Time in ms after the start of an upgrade during which an instance of an earlier release, which does not count uses, may still write. */
const upgradeMs = 3_600_000;
const firstAfterMs = 1_000;
const retryAfterMs = 60_000;
const batch = 200;

type Kind = Pick<DocumentKind, 'kind' | 'contract' | 'row' | 'search'>;

/** Number of documents of a kind that use a catalogue record. */
export interface CatalogueUse {
  kind: string;
  documents: number;
  /** False while documents older than the counters are still being counted; the real number may then be higher. */
  complete: boolean;
}

/**
 * Counts how many documents use each catalogue record. A write that changes which records its document uses adds the change in its own transaction, as the
 * statistics do, so the numbers are exact after every commit. Documents older than the counters are counted once, in the order of their ids, in small
 * transactions. Until that count is complete, a write is counted only if the id of its document is not greater than the id reached so far.
 */
export class CatalogueUses implements OnApplicationBootstrap {
  private readonly kinds: ReadonlyMap<string, { of: Kind; rows: EncryptedRows }>;
  private readonly complete = new Set<string>();
  private readonly task = new BackgroundTask('uses of catalogue records not counted', () => this.countAll(), retryAfterMs);

  constructor(
    kinds: readonly Kind[],
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly statistics: Statistics,
    encryption: Encryption,
    index: BlindIndex,
  ) {
    this.kinds = new Map(kinds.map((of) => [of.kind, { of, rows: new EncryptedRows(of, encryption, index) }]));
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const { of } of this.kinds.values()) await this.begin(of);
    if (this.complete.size < this.kinds.size) this.task.plan(firstAfterMs);
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  /** Creates the progress row of a kind where it is missing. A kind without documents is complete at once. */
  private async begin({ kind, row }: Kind): Promise<void> {
    const state = await this.db.reader.findOneBy(CatalogueUseCheckRow, { kind });
    if (state) {
      if (state.completeAt) this.complete.add(kind);
      return;
    }
    const now = this.clock.now();
    const isEmpty = !(await this.db.reader.findOne(row, { select: { id: true }, where: {} }));
    await this.db
      .write((tx) => tx.insert(CatalogueUseCheckRow, { kind, upTo: '', startedAt: now, completeAt: isEmpty ? now : null }))
      .catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
    if ((await this.db.reader.findOneBy(CatalogueUseCheckRow, { kind }))?.completeAt) this.complete.add(kind);
  }

  /**
   * Counts the existing documents of every kind that is not complete. @returns the milliseconds until the next attempt; undefined when everything is counted
   */
  async countAll(): Promise<number | undefined> {
    let again: number | undefined;
    for (const [kind, { of }] of this.kinds) {
      if (this.complete.has(kind)) continue;
      const { startedAt } = await this.db.reader.findOneByOrFail(CatalogueUseCheckRow, { kind });
      // The embedded database belongs to one process, so no instance of an earlier release can write to it.
      const wait = this.db.engine === 'embedded' ? 0 : startedAt.getTime() + upgradeMs - this.clock.now().getTime();
      if (wait > 0) again = Math.min(again ?? wait, wait);
      else await this.count(of);
    }
    return this.task.isStopped ? undefined : again;
  }

  /** Counts the documents of a kind that have not been counted yet. */
  async count(of: Kind): Promise<void> {
    for (let more = true; more && !this.task.isStopped; ) {
      const began = Date.now();
      more = await this.db.write((tx) => this.countBatch(tx, of), { durable: false });
      if (more) await rest(began);
    }
    if (!this.task.isStopped) this.complete.add(of.kind);
  }

  /** Counts one batch of documents. @returns whether there may be more documents to count */
  private async countBatch(tx: EntityManager, { kind, row }: Kind): Promise<boolean> {
    const known = await tx.findOneByOrFail(CatalogueUseCheckRow, { kind });
    if (known.completeAt) return false;
    // Lock the documents first and the progress row second, in the same order as writers do.
    const lock = this.db.engine === 'mysql' ? { lock: { mode: 'pessimistic_write' as const } } : {};
    const rows = (await tx.find(row, {
      where: { id: MoreThan(known.upTo ?? '') } as never,
      order: { id: 'ASC' } as never,
      take: batch,
      ...lock,
    })) as DocumentRow[];
    const state = await this.state(tx, kind);
    // Another instance has already counted this batch.
    if (state.upTo !== known.upTo || state.completeAt) return !state.completeAt;
    const sums = new Map<string, number>();
    for (const each of rows)
      for (const [catalogue, codes] of this.codesOf(kind, each))
        for (const code of codes) sums.set(`${catalogue}:${code}`, (sums.get(`${catalogue}:${code}`) ?? 0) + 1);
    const byNumber = new Map<number, string[]>();
    for (const [name, number] of sums) byNumber.set(number, [...(byNumber.get(number) ?? []), name]);
    await this.statistics.addUses(
      kind,
      tx,
      [...byNumber].flatMap(([number, names]) => chunksOf(names).map((some) => usesOf(some.join(';'), number))),
    );
    const last = rows.at(-1);
    const isLast = rows.length < batch;
    await tx.update(CatalogueUseCheckRow, { kind }, { ...(last ? { upTo: last.id } : {}), ...(isLast ? { completeAt: this.clock.now() } : {}) });
    return !isLast;
  }

  /** Reads the current progress of a kind, and on MySQL locks it until the transaction ends. */
  private async state(tx: EntityManager, kind: string): Promise<CatalogueUseCheckRow> {
    const lock = this.db.engine === 'mysql' ? { lock: { mode: 'pessimistic_write' as const } } : {};
    return tx.findOneOrFail(CatalogueUseCheckRow, { where: { kind }, ...lock });
  }

  /** Returns the catalogue records that a stored document uses. */
  codesOf(kind: string, row: DocumentRow): UsedCodes {
    const { of, rows } = this.kinds.get(kind) as { of: Kind; rows: EncryptedRows };
    return usedCodes(of.contract, rows.decryptBody(row.id, row.body), row);
  }

  /**
   * Returns the catalogue records used by a document that is about to be erased. If its personal fields cannot be decrypted, only the other fields are
   * considered and the document can still be erased.
   */
  async codesBeforeErasure({ kind, row }: Kind, tx: EntityManager, id: string): Promise<UsedCodes | null> {
    if (!this.kinds.has(kind)) return null;
    const held = (await this.db.findForUpdate(tx, row, id)) as DocumentRow | null;
    if (!held) return null;
    try {
      return this.codesOf(kind, held);
    } catch {
      return usedCodes((this.kinds.get(kind) as { of: Kind }).of.contract, held.body, held);
    }
  }

  /**
   * Counts the changes that a transaction makes to a document. Call it after the document is written.
   * @param before records that the document used before; null for a new document @param after records that it uses now; null for an erased document
   */
  async changed({ kind }: Pick<Kind, 'kind'>, tx: EntityManager, id: string, before: UsedCodes | null, after: UsedCodes | null): Promise<void> {
    if (!this.kinds.has(kind)) return;
    const [gone, added] = [codesBeyond(before, after), codesBeyond(after, before)];
    if (!gone && !added) return;
    if (!this.complete.has(kind)) {
      const { upTo, completeAt } = await this.state(tx, kind);
      if (!completeAt && id > (upTo ?? '')) return;
    }
    const facts: Fact[] = [...(gone ? [usesOf(gone, -1)] : []), ...(added ? [usesOf(added, 1)] : [])];
    await this.statistics.addUses(kind, tx, facts);
  }

  /** Returns how many documents of each kind use a record. For each kind it makes two look-ups by key and reads the changes of the last seconds. */
  async of(catalogue: string, code: string): Promise<CatalogueUse[]> {
    const found: CatalogueUse[] = [];
    for (const kind of this.kinds.keys()) {
      if (!this.complete.has(kind) && (await this.db.reader.findOneBy(CatalogueUseCheckRow, { kind }))?.completeAt) this.complete.add(kind);
      found.push({ kind, documents: await this.statistics.uses(kind, catalogue, code), complete: this.complete.has(kind) });
    }
    return found;
  }
}

/** Splits names into groups that each fit into one change of the counters. */
function chunksOf(names: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let from = 0; from < names.length; from += 300) chunks.push(names.slice(from, from + 300));
  return chunks;
}
