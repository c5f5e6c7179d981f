/** Compares the counters of the statistics with the documents, day by day, and corrects them. */

import { dayMs } from '@portal/contract-kit';
import { BackgroundTask, rest } from '../background-task.ts';
import { addDays, type Clock, lastDay, lastMoment } from '../clock.ts';
import { type Database, isDuplicate } from '../database/database.ts';
import { DocumentCountCheckRow } from '../database/kit.entities.ts';
import { log } from '../logging.ts';
import { linkedTableStatements } from './escalation-and-mark-counts.ts';
import { addCells, type Cell, cellsOf, databaseTime, type Fact, type FactKind, noDay, type Series, type StatisticKind, summed } from './statistic-cells.ts';
import { StatisticCheckRow } from './statistics.entities.ts';

const firstAfterMs = 500;
/** Time in ms after the start of an upgrade during which an instance of the earlier release may still write. */
const upgradeMs = 3_600_000;
const againAfterMs = dayMs;
const lookAfterMs = 15 * 60_000;
const retryAfterMs = 60_000;

/** A row of the comparison: a group of documents or actions, a counter, or a change that has not been added yet. */
interface Found {
  fact: string;
  at: string;
  s: string;
  g: string;
  l: string;
  p: string;
  w: string;
  x: string;
  y: string;
  number: string;
  facts: string | null;
}

/**
 * Fills the counters with the documents that existed before them, and later finds what was written without being counted: by an earlier release during an
 * upgrade, or by hand. A single statement compares a day, and the day is corrected by the difference. Therefore writers are not blocked, an interrupted run may
 * start again, and if several instances run, only one corrects: each increases the generation that was read before the comparison.
 */
export class StatisticsCheck {
  private readonly task = new BackgroundTask('statistics not compared', () => this.run(), retryAfterMs);
  private readonly complete = new Set<string>();
  private readonly settled = new Set<string>();

  constructor(
    private readonly kinds: readonly StatisticKind[],
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  begin(): void {
    this.task.plan(firstAfterMs);
  }

  stop(): Promise<void> {
    return this.task.stop();
  }

  /** Whether every day of a kind has been compared. */
  async isComplete(kind: string): Promise<boolean> {
    if (this.complete.has(kind)) return true;
    const state = await this.db.reader.findOneBy(StatisticCheckRow, { kind });
    if (state?.completeAt) this.complete.add(kind);
    return this.complete.has(kind);
  }

  /** Whether every day has been compared again after the last time at which an instance of an earlier release may have written. */
  async isSettled(kind: string): Promise<boolean> {
    if (this.settled.has(kind)) return true;
    const state = await this.db.reader.findOneBy(StatisticCheckRow, { kind });
    if (state?.settledAt) this.settled.add(kind);
    return this.settled.has(kind);
  }

  /** Runs the comparisons that are due. @returns the milliseconds until the next run */
  private async run(): Promise<number> {
    let next = lookAfterMs;
    // `driftedAt` is when the comparison of the list counters last found documents that were written without being counted.
    const { driftedAt } = await this.db.reader.findOneByOrFail(DocumentCountCheckRow, { id: 1 });
    for (const of of this.kinds) {
      const { startedAt, completeAt, settledAt } = await this.state(of);
      const upgraded = startedAt.getTime() + upgradeMs;
      const now = this.clock.now().getTime();
      const due = !completeAt || driftedAt > completeAt || (!settledAt && now >= upgraded) || (settledAt && now >= settledAt.getTime() + againAfterMs);
      if (due) {
        await this.compare(of);
        if (this.task.isStopped) return next;
      }
      if (!settledAt && now < upgraded) next = Math.min(next, Math.max(1_000, upgraded - now));
    }
    return next;
  }

  /** Compares every day of a kind. @returns the number by which the counters were wrong */
  async compare(of: StatisticKind): Promise<number> {
    const state = await this.state(of);
    const began = this.clock.now();
    let wrong = 0;
    // Documents without a day are compared first.
    for (let day: string | undefined = noDay; day !== undefined && !this.task.isStopped; ) {
      const started = Date.now();
      wrong += await this.compareDay(of, day);
      // Days without anything to count are skipped.
      day = day === lastDay ? undefined : await this.dayFrom(of, addDays(day, 1));
      await rest(started);
    }
    if (this.task.isStopped) return wrong;
    const isSettled = state.settledAt !== null || began.getTime() >= state.startedAt.getTime() + upgradeMs;
    await this.db.write((tx) => tx.update(StatisticCheckRow, { kind: of.kind }, { completeAt: began, ...(isSettled ? { settledAt: began } : {}) }));
    this.complete.add(of.kind);
    if (isSettled) this.settled.add(of.kind);
    if (wrong) log().info({ kind: of.kind, wrong }, 'statistics corrected');
    return wrong;
  }

  /** Returns the first day, on or after the given day, for which something of a kind is counted or has to be counted. */
  private async dayFrom({ row, kind, listTotals = [] }: StatisticKind, day: string): Promise<string | undefined> {
    const { tablePath } = this.db.reading.getMetadata(row);
    const first = (column: string, table: string): string => `select substr(min(${column}), 1, 10) as day from ${table} where ${column} >= ?`;
    const columns = ['createdAt', 'stepSince', 'dueAt', ...listTotals.map((each) => each.day)];
    const found = await this.db.reader.query<{ day: string | null }[]>(
      `${columns.map((column) => first(column, tablePath)).join(' union all ')} union all ${first('at', 'document_action')} union all ${first('at', 'document_escalation')} union all
       select substr(min(at), 1, 10) as day from statistic where kind = ? and at >= ?`,
      [...columns.map(() => day), day, day, kind, day],
    );
    const days = found.flatMap((each) => each.day ?? []).sort();
    return days[0];
  }

  /** Compares one day. @returns the number by which the counters were wrong */
  async compareDay(of: StatisticKind, day: string): Promise<number> {
    for (;;) {
      const { generation } = await this.state(of);
      const wrong = await this.differences(of, day);
      const mine =
        wrong.length === 0 ||
        (await this.db.write(async (tx) => {
          const { affected } = await tx.update(StatisticCheckRow, { kind: of.kind, generation }, { generation: generation + 1 });
          if (affected === 1) await addCells(this.db, tx, of.kind, wrong);
          return affected === 1;
        }));
      if (mine) return wrong.reduce((sum, { number }) => sum + Math.abs(number), 0);
    }
  }

  /**
   * Returns what has to be added to the counters of a day: the number from the documents, minus the counters and the changes that have not been added yet. A
   * single statement reads one consistent state.
   */
  private async differences(of: StatisticKind, day: string): Promise<Cell[]> {
    const { tablePath } = this.db.reading.getMetadata(of.row);
    const { lane, entryPoint } = of.statistics ?? {};
    const place = ["coalesce(d.agencyCode, '')", lane ? `coalesce(d.${lane}, '')` : "''", entryPoint ? `coalesce(d.${entryPoint}, '')` : "''"];
    // The databases cannot compare the day after the last day.
    const next = day === lastDay ? databaseTime(lastMoment) : addDays(day, 1);
    const counted = "d.reference is not null and d.agencyCode is not null and d.agencyCode <> ''";
    const documents = (fact: string, column: string): string =>
      `select '${fact}' as fact, substr(d.${column}, 1, 13) as at, d.documentStatus as s, ${place[0]} as g, ${place[1]} as l, ${place[2]} as p, '' as w, '' as x, '' as y,
         count(*) as number, null as facts
       from ${tablePath} d where d.${column} >= ? and d.${column} < ? and ${counted} group by substr(d.${column}, 1, 13), d.documentStatus, ${place.filter((sql) => sql !== "''").join(', ')}`;
    const actions = `select 'action', substr(a.at, 1, 13), a.documentStatus, ${place.join(', ')}, a.userSub, a.action,
         case when a.dueAt is null then '' when a.at > a.dueAt then 'late' else 'onTime' end, count(*), null
       from document_action a join ${tablePath} d on d.id = a.documentId
       where a.at >= ? and a.at < ? and ${counted} and a.userSub in (select sub from staff_account)
       group by substr(a.at, 1, 13), a.documentStatus, ${place.filter((sql) => sql !== "''").join(', ')}, a.userSub, a.action,
         case when a.dueAt is null then '' when a.at > a.dueAt then 'late' else 'onTime' end`;
    const listed = (of.listTotals ?? []).map(({ day: column, columns }, list) => {
      const [l, p, w] = columns.map((name) => name && `coalesce(d.${name}, '')`);
      const groups = ['d.documentStatus', ...(place[0] ? [place[0]] : []), l, p, w].filter(Boolean).join(', ');
      const isTime = this.isTime(of, column);
      const none = isTime ? `d.${column} is null` : `(d.${column} is null or d.${column} = '')`;
      const where = day === noDay ? none : isTime ? `d.${column} >= ? and d.${column} < ?` : `d.${column} = ?`;
      return `select 'listed', '${day}', d.documentStatus, ${place[0]}, ${l}, ${p ?? "''"}, ${w ?? "''"}, '${list}', '', count(*), null from ${tablePath} d where ${where} and ${counted} group by ${groups}`;
    });
    const beside = linkedTableStatements(of, tablePath, day, place[0] as string, counted);
    const counters =
      "select 'counter', at, a, agency, b, c, who, series, '', number, null from statistic where kind = ? and at >= ? and at < ? and number <> 0";
    const waiting = "select 'change', '', '', '', '', '', '', '', '', 0, facts from statistic_change where kind = ?";
    const found = await this.db.reader.query<Found[]>(
      [documents('document', 'createdAt'), documents('waiting', 'stepSince'), documents('due', 'dueAt'), actions, ...listed, ...beside, counters, waiting].join(
        ' union all ',
      ),
      [
        day,
        next,
        day,
        next,
        day,
        next,
        day,
        next,
        ...(day === noDay ? [] : (of.listTotals ?? []).flatMap((each) => (this.isTime(of, each.day) ? [day, next] : [day]))),
        ...beside.flatMap(() => [day, next]),
        of.kind,
        day,
        next,
        of.kind,
      ],
    );
    const cells = found.flatMap((row) => {
      if (row.fact === 'change') return (JSON.parse(row.facts as string) as Fact[]).flatMap(cellsOf).map((cell) => ({ ...cell, number: -cell.number }));
      const { at, s, g, l, p, w, x, y } = row;
      const number = Number(row.number);
      if (row.fact === 'counter') return [{ series: x as Series, who: w, at, agency: g, a: s, b: l, c: p, number: -number }];
      if (row.fact === 'listed') return cellsOf({ of: 'listed', hour: at, agency: g, status: s, lane: l, point: p, sub: w, list: Number(x), number });
      const done = y === '' ? {} : { done: y as Fact['done'] };
      return cellsOf({ of: row.fact as FactKind, hour: at, agency: g, status: s, lane: l, point: p, sub: w, action: x, ...done, number });
    });
    return summed(cells.filter(({ at }) => at >= day && at < next));
  }

  private isTime({ row }: StatisticKind, column: string): boolean {
    return this.db.reading.getMetadata(row).findColumnWithPropertyName(column)?.type === 'datetime';
  }

  private async state({ kind }: StatisticKind): Promise<StatisticCheckRow> {
    const known = await this.db.reader.findOneBy(StatisticCheckRow, { kind });
    if (known) return known;
    const state = { kind, generation: 0, startedAt: this.clock.now(), completeAt: null, settledAt: null };
    await this.db
      .write((tx) => tx.insert(StatisticCheckRow, state))
      .catch((error: unknown) => {
        if (!isDuplicate(error)) throw error;
      });
    return state;
  }
}
