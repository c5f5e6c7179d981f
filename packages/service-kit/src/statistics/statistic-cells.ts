/** What is counted about documents, and the counters (cells) in which it is counted. */
import type { EntityManager } from 'typeorm';
import { codesNamed } from '../catalogue/used-codes.ts';
import type { Database } from '../database/database.ts';
import type { DocumentKind } from '../documents/document-kind.ts';

/** The parts of a kind that the statistics use. */
export type StatisticKind = Pick<DocumentKind, 'kind' | 'row' | 'statistics' | 'listTotals' | 'marks'>;

/**
 * `document`: it was registered; `waiting`: its present step began; `due`: its present step is due; `action`: an official did an action; `listed`: it counts
 * for totals of lists; `used`: it uses catalogue records.
 */
export type FactKind = 'document' | 'waiting' | 'due' | 'action' | 'listed' | 'used';

/** Something that happened in an hour, and how often. A negative number undoes an earlier count. */
export interface Fact {
  of: FactKind;
  /** The hour in UTC, `YYYY-MM-DD HH`, as both databases write the beginning of a time. For `listed` it is the day, or `noDay` if the document has none. */
  hour: string;
  agency: string;
  status: string;
  /** The document's present lane and entry point; empty if it has none. For `listed` these are the first two columns of the total. */
  lane: string;
  point: string;
  /**
   * For `action`: who did it, which action it was, and whether the step that it ended was on time. For `listed`, `sub` is the third column of the total. For
   * `used`, `sub` names the records: `countries:PT,TL;genders:F`.
   */
  sub?: string;
  action?: string;
  done?: 'late' | 'onTime';
  /** For `listed`: number of the total among the kind's totals. */
  list?: number;
  number: number;
}

/** The values under which a document is counted. */
export type Place = Pick<Fact, 'agency' | 'lane' | 'point'>;

/** Returns a change in the number of documents that use the records named in a text. */
export const usesOf = (sub: string, number: number): Fact => ({ of: 'used', hour: '', agency: '', status: '', lane: '', point: '', sub, number });

/**
 * Returns the name under which the records used by the documents of a kind are counted. It differs from the kind, so that lists and statistics do not read
 * these changes.
 */
export const usesName = (kind: string): string => `${kind}/uses`;

/** The day under which documents without a day are counted; it is before every real day. */
export const noDay = '1000-01-01';

/**
 * Several series count the same facts by different keys, so that no query reads more counters than its answer has values: by day if the hour does not matter,
 * and by one column if it does. D, H, W, V, A and B count by status, lane and entry point together (`a`, `b`, `c`).
 */
export const seriesOf = {
  documentDay: 'D',
  documentHour: 'H',
  /** By a single column, in `a`. */
  documentHourStatus: 'HS',
  documentHourLane: 'HL',
  documentHourPoint: 'HP',
  waitingDay: 'V',
  waitingHour: 'W',
  /** By status, in `a`. */
  dueHour: 'U',
  actionDay: 'A',
  actionHour: 'B',
  /** By official, in `a`. */
  actionHourOfficer: 'BO',
  /** By action, in `a`, and in `b` by whether it was on time. */
  doneHour: 'T',
  /** By catalogue, in `who`, and code, in `a`; without an hour. */
  used: 'C',
} as const;
/**
 * Returns the series of a total (`L0`, `L1`): by day; the status and two columns are in `a`, `b`, `c`, and the third column is in `who`. Numbers 8 and 9 belong
 * to tables beside the documents.
 */
export const listSeries = (list: number): `L${number}` => `L${list}`;
export type Series = (typeof seriesOf)[keyof typeof seriesOf] | `L${number}`;

/** A counter as it is stored. `at` is an hour, or a day in series that count by day. */
export interface Cell {
  series: Series;
  who: string;
  at: string;
  agency: string;
  a: string;
  b: string;
  c: string;
  number: number;
}

/** Returns the counters to which a fact is added. */
export function cellsOf({ of, hour, agency, status, lane, point, sub = '', action = '', done, list = 0, number }: Fact): Cell[] {
  const s = seriesOf;
  const day = hour.slice(0, 10);
  const cell = (series: Series, at: string, a: string, b = '', c = '', who = ''): Cell => ({ series, who, at, agency, a, b, c, number });
  switch (of) {
    case 'document':
      return [
        cell(s.documentDay, day, status, lane, point),
        cell(s.documentHour, hour, status, lane, point),
        cell(s.documentHourStatus, hour, status),
        cell(s.documentHourLane, hour, lane),
        cell(s.documentHourPoint, hour, point),
      ];
    case 'waiting':
      return [cell(s.waitingDay, day, status, lane, point), cell(s.waitingHour, hour, status, lane, point)];
    case 'due':
      return [cell(s.dueHour, hour, status)];
    case 'used':
      return codesNamed(sub).map(([catalogue, code]) => cell(s.used, '', code, '', '', catalogue));
    case 'listed':
      return [cell(listSeries(list), hour, status, lane, point, sub)];
    case 'action':
      return [
        cell(s.actionDay, day, status, lane, point, sub),
        cell(s.actionHour, hour, status, lane, point, sub),
        cell(s.actionHourOfficer, hour, sub),
        ...(done ? [cell(s.doneHour, hour, action, done, '', sub)] : []),
      ];
  }
}

/** Adds up counters with the same key, and leaves out those with the sum 0. */
export function summed(cells: Iterable<Cell>): Cell[] {
  const sums = new Map<string, Cell>();
  for (const cell of cells) {
    const { number, ...key } = cell;
    const name = JSON.stringify(Object.values(key));
    const known = sums.get(name);
    if (known) known.number += number;
    else sums.set(name, { ...cell });
  }
  return [...sums.values()].filter(({ number }) => number !== 0);
}

/** Adds up equal facts, and leaves out those that cancel each other out. */
export function combineFacts(facts: readonly Fact[]): Fact[] {
  const sums = new Map<string, Fact>();
  for (const fact of facts) {
    const { number, ...key } = fact;
    const name = JSON.stringify([key.of, key.hour, key.agency, key.status, key.lane, key.point, key.sub, key.action, key.done, key.list]);
    const known = sums.get(name);
    if (known) known.number += number;
    else sums.set(name, { ...fact });
  }
  return [...sums.values()].filter(({ number }) => number !== 0);
}

/** Returns a time in the text form in which both databases store it. */
export const databaseTime = (at: Date): string => at.toISOString().slice(0, 23).replace('T', ' ');
/** Returns the hour of a time. */
export const hourOf = (at: Date): string => databaseTime(at).slice(0, 13);

/** Number of counters that one statement changes. */
const together = 200;

/** Adds numbers to the counters of a kind. */
export async function addCells({ engine }: Database, tx: EntityManager, kind: string, cells: readonly Cell[]): Promise<void> {
  const update =
    engine === 'mysql'
      ? 'on duplicate key update number = number + values(number)'
      : 'on conflict (kind, series, who, at, agency, a, b, c) do update set number = number + excluded.number';
  for (let from = 0; from < cells.length; from += together) {
    const some = cells.slice(from, from + together);
    await tx.query(
      `insert into statistic (kind, series, who, at, agency, a, b, c, number) values ${some.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')} ${update}`,
      some.flatMap(({ series, who, at, agency, a, b, c, number }) => [kind, series, who, at, agency, a, b, c, number]),
    );
  }
}

/** Returns the condition that a column contains one of these agencies; null means all agencies. */
export const ofAgencies = (column: string, agencies: readonly string[] | null): [sql: string, values: readonly string[]] =>
  agencies === null ? [`${column} <> ''`, []] : [`${column} in (${agencies.map(() => '?').join(', ')})`, agencies];
