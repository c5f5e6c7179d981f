import type { OnApplicationBootstrap } from '@nestjs/common';
import type { SearchCriterion, SearchOperation } from '@portal/contract-kit';
import type { EntityManager, ObjectLiteral, QueryRunner, SelectQueryBuilder } from 'typeorm';
import { BackgroundTask } from '../background-task.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { batchState, runPrepared } from '../database/insert.ts';
import { DocumentCountCheckRow, DocumentCountRow } from '../database/kit.entities.ts';
import { log } from '../logging.ts';
import { type SearchFields, withScope } from '../search/search-query.ts';
import { applyCriteria } from '../search/search-sql.ts';
import { type CountChange, type CountedGroup, type CountedKind, differencesOf, talliesOf } from './count-differences.ts';
import type { DocumentRow } from './document-row.ts';

/**
 * Number of rows over which each counter is spread, so that transactions rarely wait for each other. Connections in use at the same time have consecutive
 * numbers, so they use different rows.
 */
const shards = 64;
const firstAfterMs = 5_000;
const againAfterMs = 15 * 60_000;
/** Time in ms without a difference after which the counters are used. It is longer than an upgrade during which two versions run. */
const settleMs = 3_600_000;

/**
 * Operations that the counters can answer. The counters store a missing value as an empty text, so they cannot answer questions about order or about empty
 * values.
 */
const countable: ReadonlySet<SearchOperation> = new Set(['EQ', 'NEQ', 'IN', 'CONTAINS']);

/**
 * Returns the tally that can answer the criteria: all criteria are about its columns. A criterion with an empty text is excluded, because the counters use it
 * also for a missing value.
 */
const tallyFor = (of: CountedKind, criteria: readonly SearchCriterion[]): CountedKind | undefined =>
  talliesOf(of).find(({ countedBy, search }) => {
    const columns = ['documentStatus', 'agencyCode', ...(countedBy ? [countedBy] : [])];
    const fields = withScope(search);
    return criteria.every(
      ({ operation, fieldName, values }) =>
        operation === 'ANY' ||
        (countable.has(operation) && columns.includes(fields[fieldName]?.column ?? '') && values.every((value) => String(value).trim() !== '')),
    );
  });

/**
 * Returns the number of documents that the differences are about. Several tallies of a kind may miss the same documents, so the largest difference of each kind
 * counts.
 */
function documentsIn(wrong: readonly CountChange[]): number {
  const tallies = new Map<string, number>();
  for (const { kind, by } of wrong) tallies.set(kind, (tallies.get(kind) ?? 0) + Math.abs(by));
  const kinds = new Map<string, number>();
  for (const [name, number] of tallies) {
    const [kind = ''] = name.split('/');
    kinds.set(kind, Math.max(number, kinds.get(kind) ?? 0));
  }
  return [...kinds.values()].reduce((sum, number) => sum + number, 0);
}

const keyOf = ({ kind, documentStatus, detail, agency }: CountedGroup): string => JSON.stringify([kind, documentStatus, detail, agency]);

/**
 * Counts the documents in each status. Every staff list shows its total, and counting a million rows takes half a second. Each write of a document changes the
 * counters in its own transaction. During an upgrade, an instance of an earlier version writes without counting. A periodic comparison of rows and counters
 * corrects this, and lists count rows themselves until an hour has passed without a difference.
 */
export class DocumentCounts implements OnApplicationBootstrap {
  private readonly kinds: ReadonlyMap<string, CountedKind>;
  private readonly task = new BackgroundTask(
    'documents not counted',
    async () => {
      await this.reconcile();
      return againAfterMs;
    },
    againAfterMs,
  );
  /** Number of documents by which the counters were wrong at the last comparison by this instance; undefined before the first comparison. */
  drift?: number;

  constructor(
    kinds: readonly CountedKind[],
    private readonly db: Database,
    private readonly clock: Clock,
  ) {
    this.kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
  }

  onApplicationBootstrap(): void {
    if (this.kinds.size) this.task.plan(firstAfterMs);
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  /**
   * Counts the changes that a transaction makes. Call it last in the transaction: two connections that share a counter row wait for each other until the
   * commit.
   * @param before rows as they were before
   * @param after rows as they are now; both with their status, their agency and the columns by which they are counted
   */
  async changed(of: CountedKind, tx: EntityManager, before: readonly DocumentRow[], after: readonly DocumentRow[]): Promise<void> {
    const write = (all: ReadonlyMap<string, CountChange>): Promise<void> =>
      this.add(
        tx,
        [...all.values()].filter(({ by }) => by !== 0),
      );
    const shared = batchState(tx, this, () => new Map<string, CountChange>(), write);
    const changes = shared ?? new Map<string, CountChange>();
    const count = ({ kind, countedBy }: CountedKind, row: DocumentRow, by: number): void => {
      const detail = countedBy ? String((row as ObjectLiteral)[countedBy] ?? '') : '';
      const group = { kind, documentStatus: row.documentStatus, detail, agency: row.agencyCode ?? '' };
      const key = keyOf(group);
      changes.set(key, { ...group, by: (changes.get(key)?.by ?? 0) + by });
    };
    for (const tally of talliesOf(of)) {
      for (const row of before) count(tally, row, -1);
      for (const row of after) count(tally, row, 1);
    }
    if (!shared) await write(changes);
  }

  private async add(tx: EntityManager, changes: readonly CountChange[]): Promise<void> {
    if (changes.length === 0) return;
    // The rows are always written in the same order, to avoid deadlocks.
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

  /** Returns how many documents meet the criteria: from the counters if they can answer, otherwise by counting rows. */
  async count(kind: CountedKind, criteria: readonly SearchCriterion[]): Promise<number> {
    return (
      (await this.storedCount(kind, criteria)) ??
      (await applyCriteria(this.db.reader.createQueryBuilder(kind.row, 'd'), 'd', { criteria }, withScope(kind.search)).getCount())
    );
  }

  /** Returns how many documents meet the criteria according to the counters; undefined if the counters cannot answer. */
  async storedCount(kind: CountedKind, criteria: readonly SearchCriterion[]): Promise<number | undefined> {
    if (this.drift === undefined || !this.kinds.has(kind.kind) || !tallyFor(kind, criteria)) return undefined;
    const sum = this.sum(kind, criteria, this.db.reader.createQueryBuilder().from(DocumentCountRow, 'c'));
    const found = await sum
      .addSelect((q) => q.select('s.settled').from(DocumentCountCheckRow, 's').where('s.id = 1'), 'settled')
      .getRawOne<{ number: string; settled: number }>();
    return found && Number(found.settled) === 1 ? Number(found.number) : undefined;
  }

  /** Extends a query on the counters so that it returns the number of documents that meet the criteria. */
  sum<T extends ObjectLiteral>(of: CountedKind, criteria: readonly SearchCriterion[], on: SelectQueryBuilder<T>): SelectQueryBuilder<T> {
    const { kind, countedBy, search } = tallyFor(of, criteria) ?? of;
    const fields: SearchFields = Object.fromEntries(
      Object.entries(withScope(search)).map(([name, field]) => {
        const column = field.column === countedBy ? 'detail' : field.column === 'agencyCode' ? 'agency' : field.column;
        return [name, { ...field, column }];
      }),
    );
    return applyCriteria(on.select('coalesce(sum(c.number), 0)', 'number').where('c.kind = :kind', { kind }), 'c', { criteria }, fields);
  }

  /**
   * Compares the counters with the rows and corrects them. Any number of instances may do this at once, while others write.
   * @returns the number of documents by which the counters were wrong
   */
  async reconcile(): Promise<number> {
    for (let drift = 0; ; ) {
      const { reader } = this.db;
      const { generation, settled, driftedAt } = await reader.findOneByOrFail(DocumentCountCheckRow, { id: 1 });
      const wrong = await this.differences();
      const now = this.clock.now();
      drift += documentsIn(wrong);
      const settles = !settled && now.getTime() - driftedAt.getTime() >= settleMs;
      // A difference stays correct while other instances count their writes. It is no longer correct after another instance has applied its correction, which
      // increases the generation that was read before the comparison.
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

  private differences(): Promise<CountChange[]> {
    return differencesOf([...this.kinds.values()], this.db);
  }
}
