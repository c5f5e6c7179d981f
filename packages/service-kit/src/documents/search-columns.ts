/** Keeps the columns by which documents are searched in step with the documents, also those that an earlier release wrote. */
import type { OnApplicationBootstrap } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import type { Database } from '../database/database.ts';
import type { BlindIndex } from '../encryption/blind-index.ts';
import type { Encryption } from '../encryption/encryption.ts';
import { log } from '../logging.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentRow } from './document-row.ts';
import { EncryptedRows } from './encrypted-rows.ts';

const batch = 100;
const firstAfterMs = 5_000;
const againAfterMs = 15 * 60_000;

type Kind = Pick<DocumentKind, 'kind' | 'row' | 'search' | 'contract'>;

/**
 * Every write of a document also writes its folded names and numbers and its digests, and notes in `searchVersion` of which version they are. An earlier
 * release does not: after an upgrade, and while both releases run, there are rows whose `searchVersion` is missing or behind. They are brought up to date in
 * the background, in small transactions with pauses, by any number of instances; an interrupted run continues where it was. Until a kind has no such row,
 * its lists compare these rows as they are written, and say that they are incomplete.
 */
export class SearchColumns implements OnApplicationBootstrap {
  private readonly kinds: ReadonlyMap<string, { of: Kind; rows: EncryptedRows }>;
  private readonly current = new Set<string>();
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private running?: Promise<unknown>;

  constructor(
    kinds: readonly Kind[],
    private readonly db: Database,
    encryption: Encryption,
    index: BlindIndex,
  ) {
    const folding = kinds.filter(({ search }) => Object.values(search).some((field) => field.folding));
    this.kinds = new Map(folding.map((of) => [of.kind, { of, rows: new EncryptedRows(of, encryption, index) }]));
  }

  /** Whether every row of the kind has the columns of its present version. */
  areCurrent(kind: string): boolean {
    return this.current.has(kind) || !this.kinds.has(kind);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.kinds.size === 0) return;
    await this.look();
    this.next([...this.kinds.keys()].every((kind) => this.areCurrent(kind)) ? againAfterMs : firstAfterMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private next(inMs: number): void {
    this.timer = setTimeout(() => {
      this.running = this.update()
        .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'search columns not brought up to date'))
        .finally(() => this.stopped || this.next(againAfterMs));
    }, inMs).unref();
  }

  /** Finds out which kinds have rows of an earlier release. */
  async look(): Promise<void> {
    for (const [kind, { of }] of this.kinds)
      if ((await this.behind(of, '', 1)).length) this.current.delete(kind);
      else this.current.add(kind);
  }

  /** Brings every row up to date. @returns how many rows were changed */
  async update(): Promise<number> {
    let changed = 0;
    for (const { of, rows } of this.kinds.values()) changed += await this.updateKind(of, rows);
    await this.look();
    if (changed) log().info({ changed }, 'search columns of rows of an earlier release brought up to date');
    return changed;
  }

  private async updateKind(of: Kind, rows: EncryptedRows): Promise<number> {
    let changed = 0;
    for (let after = ''; !this.stopped; ) {
      const ids = await this.behind(of, after, batch);
      const last = ids.at(-1);
      if (last === undefined) break;
      this.current.delete(of.kind);
      const began = Date.now();
      changed += await this.db.write((tx) => this.updateRows(tx, of, rows, ids), { durable: false });
      after = last;
      // As long a pause as the work took: the database and this process have calls to answer.
      if (ids.length === batch) await new Promise((done) => setTimeout(done, Math.max(5, Date.now() - began)));
    }
    return changed;
  }

  /** Ids of rows without the columns of their present version, in their order. */
  private async behind({ row }: Kind, after: string, limit: number): Promise<string[]> {
    const { tablePath } = this.db.reading.getMetadata(row);
    // Two statements, each of which an index answers.
    for (const condition of ['searchVersion is null', 'searchVersion <> version']) {
      const sql = `select id from ${tablePath} where ${condition} and id > ? order by id limit ${limit}`;
      const found = await this.db.reader.query<{ id: string }[]>(sql, [after]);
      if (found.length) return found.map(({ id }) => id);
    }
    return [];
  }

  private async updateRows(tx: EntityManager, { row }: Kind, rows: EncryptedRows, ids: string[]): Promise<number> {
    const lock = this.db.engine === 'mysql' ? { lock: { mode: 'pessimistic_write' as const } } : {};
    const found: DocumentRow[] = await tx.find(row, { where: { id: In(ids) }, ...lock });
    let changed = 0;
    for (const each of found) {
      if (each.searchVersion === each.version) continue;
      try {
        await tx.update(row, { id: each.id, version: each.version }, rows.searchColumns(each) as never);
        changed++;
      } catch (error) {
        // A row whose key is lost must not keep the others from being found.
        if ((error as { driverError?: unknown }).driverError) throw error;
        log().warn({ documentId: each.id, reason: (error as Error).message }, 'search columns of a row not made');
      }
    }
    return changed;
  }
}
