/** Keeps the search columns in step with the documents, including those that an earlier release wrote. */
import type { OnApplicationBootstrap } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { BackgroundTask, rest } from '../background-task.ts';
import type { Database } from '../database/database.ts';
import { type RowChange, updateRows } from '../database/update-rows.ts';
import type { BlindIndex } from '../encryption/blind-index.ts';
import type { Encryption } from '../encryption/encryption.ts';
import { log } from '../logging.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentRow } from './document-row.ts';
import { EncryptedRows } from './encrypted-rows.ts';
import { hasSearchColumns } from './search-version.ts';

const batch = 100;
const firstAfterMs = 5_000;
const againAfterMs = 15 * 60_000;

/** The document version to which the search columns of a row belong, and the present version of the row. */
interface Versions {
  searchVersion: number | null;
  version: number;
}

type Kind = Pick<DocumentKind, 'kind' | 'row' | 'search' | 'searchLayout' | 'contract'>;

/**
 * Every write of a document also writes its folded names and numbers and its digests. `searchVersion` records to which version these columns belong and which
 * layout of columns the writer knew. An earlier release does not know all columns: after an upgrade, and while both releases run, there are rows whose
 * `searchVersion` is missing or behind. These rows are updated in the background, in small transactions with pauses, by any number of instances; an interrupted
 * run continues later. As long as a kind has such rows, its lists also compare them by their text as it is written, and report that they may be incomplete.
 */
export class SearchColumns implements OnApplicationBootstrap {
  private readonly kinds: ReadonlyMap<string, { of: Kind; rows: EncryptedRows }>;
  private readonly current = new Set<string>();
  private readonly task = new BackgroundTask(
    'search columns not brought up to date',
    async () => {
      await this.update();
      return againAfterMs;
    },
    againAfterMs,
  );

  constructor(
    kinds: readonly Kind[],
    private readonly db: Database,
    encryption: Encryption,
    index: BlindIndex,
  ) {
    const folding = kinds.filter(({ search }) => Object.values(search).some((field) => field.folding));
    this.kinds = new Map(folding.map((of) => [of.kind, { of, rows: new EncryptedRows(of, encryption, index) }]));
  }

  /** Whether every row of the kind has the search columns of its present version. */
  areCurrent(kind: string): boolean {
    return this.current.has(kind) || !this.kinds.has(kind);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.kinds.size === 0) return;
    await this.look();
    this.task.plan([...this.kinds.keys()].every((kind) => this.areCurrent(kind)) ? againAfterMs : firstAfterMs);
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  /** Determines which kinds have rows of an earlier release. */
  async look(): Promise<void> {
    for (const [kind, { of }] of this.kinds)
      if ((await this.behind(of)).length) this.current.delete(kind);
      else this.current.add(kind);
  }

  /** Updates the search columns of every row that needs it. @returns the number of rows that were changed */
  async update(): Promise<number> {
    let changed = 0;
    for (const { of, rows } of this.kinds.values()) changed += await this.updateKind(of, rows);
    await this.look();
    if (changed) log().info({ changed }, 'search columns of rows of an earlier release brought up to date');
    return changed;
  }

  private async updateKind(of: Kind, rows: EncryptedRows): Promise<number> {
    let changed = 0;
    for (const pair of await this.behind(of)) {
      this.current.delete(of.kind);
      for (let after = ''; !this.task.isStopped; ) {
        const began = Date.now();
        const ids = await this.idsOf(of, pair, after);
        const last = ids.at(-1);
        if (last === undefined) break;
        changed += await this.db.write((tx) => this.updateRows(tx, of, rows, ids), { durable: false });
        after = last;
        if (ids.length === batch) await rest(began);
      }
    }
    return changed;
  }

  /**
   * Returns the pairs of versions of rows whose search columns are out of date. Rows with the same pair are adjacent in an index, so the pairs are found by
   * stepping from one pair to the next: this takes as long for a million rows as for one.
   */
  private async behind({ row, searchLayout }: Kind): Promise<Versions[]> {
    const { tablePath } = this.db.reading.getMetadata(row);
    const different = async (column: string, where: string, values: readonly number[]): Promise<number[]> => {
      const found: number[] = [];
      for (let last: number | null = -1; last !== null; ) {
        const sql = `select min(${column}) as value from ${tablePath} where ${where}${column} > ?`;
        const [next]: { value: number | null }[] = await this.db.reader.query(sql, [...values, last]);
        last = next?.value ?? null;
        if (last !== null) found.push(last);
      }
      return found;
    };
    const none = (await different('version', 'searchVersion is null and ', [])).map((version) => ({ searchVersion: null, version }));
    const pairs: Versions[] = [...none];
    for (const searchVersion of await different('searchVersion', '', []))
      for (const version of await different('version', 'searchVersion = ? and ', [searchVersion]))
        if (!hasSearchColumns(searchVersion, version, searchLayout)) pairs.push({ searchVersion, version });
    return pairs;
  }

  /** Returns the ids of the rows with a pair of versions, in order. */
  private async idsOf({ row }: Kind, { searchVersion, version }: Versions, after: string): Promise<string[]> {
    const { tablePath } = this.db.reading.getMetadata(row);
    const [same, values] = searchVersion === null ? ['searchVersion is null', []] : ['searchVersion = ?', [searchVersion]];
    const sql = `select id from ${tablePath} where ${same} and version = ? and id > ? order by id limit ${batch}`;
    return (await this.db.reader.query<{ id: string }[]>(sql, [...values, version, after])).map(({ id }) => id);
  }

  private async updateRows(tx: EntityManager, { kind, row, searchLayout }: Kind, rows: EncryptedRows, ids: string[]): Promise<number> {
    const lock = this.db.engine === 'mysql' ? { lock: { mode: 'pessimistic_write' as const } } : {};
    const found: DocumentRow[] = await tx.find(row, { where: { id: In(ids) }, ...lock });
    const changes: RowChange<DocumentRow>[] = [];
    for (const each of found) {
      if (hasSearchColumns(each.searchVersion, each.version, searchLayout)) continue;
      try {
        changes.push({ row: each, to: rows.searchColumns(each) });
      } catch (error) {
        // A row whose encryption key is lost must not prevent the other rows from being updated.
        log().warn({ kind, reference: each.reference, reason: (error as Error).message }, 'search columns of a row not made');
      }
    }
    await updateRows(tx, row, changes);
    return changes.length;
  }
}
