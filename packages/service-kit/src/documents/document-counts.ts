import type { OnApplicationBootstrap } from '@nestjs/common';
import type { SearchCriterion } from '@portal/contract-kit';
import type { EntityManager, ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { runPrepared } from '../database/insert.ts';
import { DocumentCountCheckRow, DocumentCountRow } from '../database/kit.entities.ts';
import { log } from '../logging.ts';
import { type SearchFields, withScope } from '../search/search-query.ts';
import { applyCriteria } from '../search/search-sql.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentRow } from './document-row.ts';

/** Connections that work at the same moment have numbers close to one another. */
const shards = 64;
const firstAfterMs = 5_000;
const againAfterMs = 15 * 60_000;
/** The counters are trusted after so long without a write that did not count: longer than an upgrade during which two versions run. */
const settleMs = 3_600_000;

type Kind = Pick<DocumentKind, 'kind' | 'row' | 'search' | 'countedBy'>;

interface Group {
  kind: string;
  documentStatus: string;
  detail: string;
  agency: string;
}
type Change = Group & { by: number };
const keyOf = ({ kind, documentStatus, detail, agency }: Group): string => JSON.stringify([kind, documentStatus, detail, agency]);

/**
 * Counters of the documents in each status. Counting a million rows takes half a second, and every staff list shows its total.
 * Each write of a document changes the counters in its own transaction. An instance of an earlier version writes without counting during an upgrade:
 * a comparison of rows and counters finds and corrects that, and the counters are not used until an hour has passed without a difference.
 */
export class DocumentCounts implements OnApplicationBootstrap {
  private readonly kinds: ReadonlyMap<string, Kind>;
  private timer?: NodeJS.Timeout;
  private stopped = false;
  private running?: Promise<unknown>;
  /** Documents by which the counters were off when this instance compared last; undefined before the first time. */
  drift?: number;

  constructor(
    kinds: readonly Kind[],
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
  }

  onApplicationBootstrap(): void {
    if (this.kinds.size) this.next(firstAfterMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private next(inMs: number): void {
    this.timer = setTimeout(() => {
      this.running = this.reconcile()
        .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'documents not counted'))
        .finally(() => this.stopped || this.next(againAfterMs));
    }, inMs).unref();
  }

  /**
   * Counts what a transaction changes. To be called last in it: two connections that share a shard wait for each other from here to the commit.
   * @param before rows as they were, @param after rows as they are; both with their status, their agency and the column they are counted by
   */
  async changed({ kind, countedBy }: Kind, tx: EntityManager, before: readonly DocumentRow[], after: readonly DocumentRow[]): Promise<void> {
    const changes = new Map<string, Change>();
    for (const [rows, by] of [
      [before, -1],
      [after, 1],
    ] as const)
      for (const row of rows) {
        const { documentStatus } = row;
        const detail = countedBy ? String((row as ObjectLiteral)[countedBy] ?? '') : '';
        const group = { kind, documentStatus, detail, agency: row.agencyCode ?? '' };
        const key = keyOf(group);
        changes.set(key, { ...group, by: (changes.get(key)?.by ?? 0) + by });
      }
    await this.add(
      tx,
      [...changes.values()].filter(({ by }) => by !== 0),
    );
  }

  private async add(tx: EntityManager, changes: readonly Change[]): Promise<void> {
    if (changes.length === 0) return;
    // Always in the same order, so that no two transactions hold what the other waits for.
    const inOrder = changes.map((change) => ({ ...change, key: keyOf(change) })).sort((a, b) => (a.key < b.key ? -1 : 1));
    const { threadId = 0 } = (await (tx.queryRunner as QueryRunner).connect()) as { threadId?: number };
    const update =
      this.db.engine === 'mysql'
        ? 'on duplicate key update number = number + values(number)'
        : 'on conflict (kind, documentStatus, detail, agency, shard) do update set number = number + excluded.number';
    await runPrepared(
      tx,
      `insert into document_tally (kind, documentStatus, detail, agency, shard, number) values ${inOrder.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')} ${update}`,
      inOrder.flatMap(({ kind, documentStatus, detail, agency, by }) => [kind, documentStatus, detail, agency, threadId % shards, by]),
    );
  }

  /** How many documents meet the criteria: from the counters where they can tell, otherwise counted. */
  async count(kind: Kind, criteria: readonly SearchCriterion[]): Promise<number> {
    return (
      (await this.told(kind, criteria)) ??
      (await applyCriteria(this.db.reader.createQueryBuilder(kind.row, 'd'), 'd', { criteria }, withScope(kind.search)).getCount())
    );
  }

  /** How many documents meet the criteria, as the counters say; undefined where they cannot tell. */
  async told(kind: Kind, criteria: readonly SearchCriterion[]): Promise<number | undefined> {
    if (this.drift === undefined || !this.tells(kind, criteria)) return undefined;
    const sum = this.sum(kind, criteria, this.db.reader.createQueryBuilder().from(DocumentCountRow, 'c'));
    const found = await sum
      .addSelect((q) => q.select('s.settled').from(DocumentCountCheckRow, 's').where('s.id = 1'), 'settled')
      .getRawOne<{ number: string; settled: number }>();
    return found && Number(found.settled) === 1 ? Number(found.number) : undefined;
  }

  /** Whether all that is asked concerns what is counted. An empty text is not asked of the counters: with them it stands for no value as well. */
  private tells({ kind, countedBy, search }: Kind, criteria: readonly SearchCriterion[]): boolean {
    const columns = ['documentStatus', 'agencyCode', ...(countedBy ? [countedBy] : [])];
    const fields = withScope(search);
    return (
      this.kinds.has(kind) &&
      criteria.every(
        ({ operation, fieldName, values }) =>
          operation === 'ANY' || (columns.includes(fields[fieldName]?.column ?? '') && values.every((value) => String(value).trim() !== '')),
      )
    );
  }

  /** Makes a query on the counters give the number of documents that meet the criteria. */
  sum<T extends ObjectLiteral>({ kind, countedBy, search }: Kind, criteria: readonly SearchCriterion[], on: SelectQueryBuilder<T>): SelectQueryBuilder<T> {
    const fields: SearchFields = Object.fromEntries(
      Object.entries(withScope(search)).map(([name, field]) => {
        const column = field.column === countedBy ? 'detail' : field.column === 'agencyCode' ? 'agency' : field.column;
        return [name, { ...field, column }];
      }),
    );
    return applyCriteria(on.select('coalesce(sum(c.number), 0)', 'number').where('c.kind = :kind', { kind }), 'c', { criteria }, fields);
  }

  /**
   * Compares the counters with the rows and makes good what is wrong. Any number of instances may do so at once, while others write.
   * @returns how many documents the counters were off by
   */
  async reconcile(): Promise<number> {
    for (let drift = 0; ; ) {
      const { reader } = this.db;
      const { generation, settled, driftedAt } = await reader.findOneByOrFail(DocumentCountCheckRow, { id: 1 });
      const wrong = await this.wrong();
      const now = this.clock.now();
      drift += wrong.reduce((sum, { by }) => sum + Math.abs(by), 0);
      const settles = !settled && now.getTime() - driftedAt.getTime() >= settleMs;
      // What is added is a difference: it is as true after writes that count as it was before them. It is not after another correction, which has
      // raised the generation that was read before the comparison.
      const mine =
        (wrong.length === 0 && !settles) ||
        (await this.db.write(async (tx) => {
          const found = wrong.length ? { driftedAt: now, settled: false } : { settled: true };
          const { affected } = await tx.update(DocumentCountCheckRow, { id: 1, generation }, { ...found, generation: generation + 1 });
          if (affected === 1) await this.add(tx, wrong);
          return affected === 1;
        }));
      if (!mine) continue;
      if (wrong.length) log().warn({ drift }, 'documents were written without being counted; until an hour has passed without, lists count them themselves');
      this.drift = drift;
      return drift;
    }
  }

  /**
   * Where rows and counters differ, and by how much. One statement, which both databases answer from one moment. It reads an index of each table from one
   * end to the other: half a second for a million rows on MySQL; a fifth on the embedded database, where others wait for it.
   */
  private async wrong(): Promise<Change[]> {
    const kinds = [...this.kinds.values()];
    const rows = kinds.map(({ row, countedBy }) => {
      const { tablePath } = this.db.reading.getMetadata(row);
      const detail = countedBy ? `coalesce(${countedBy}, '')` : "''";
      const groups = [...(countedBy ? [countedBy] : []), 'documentStatus', 'agencyCode'].join(', ');
      return `select ? as kind, documentStatus, ${detail} as detail, coalesce(agencyCode, '') as agency, count(*) as number from ${tablePath} group by ${groups}`;
    });
    const counted = `select kind, documentStatus, detail, agency, -number as number from document_tally where kind in (${kinds.map(() => '?').join(', ')})`;
    const names = kinds.map(({ kind }) => kind);
    const found = await this.db.reader.query<(Group & { number: string })[]>(
      `select kind, documentStatus, detail, agency, sum(number) as number from (${[...rows, counted].join(' union all ')}) as differences
       group by kind, documentStatus, detail, agency having sum(number) <> 0`,
      [...names, ...names],
    );
    return found.map(({ number, ...group }) => ({ ...group, by: Number(number) }));
  }
}
