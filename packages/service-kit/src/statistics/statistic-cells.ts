/** What is counted of documents, and the cells in which it is counted. */
import type { EntityManager } from 'typeorm';
import { codesNamed } from '../catalogue/used-codes.ts';
import type { Database } from '../database/database.ts';
import type { DocumentKind } from '../documents/document-kind.ts';

/** What the statistics need to know of a kind. */
export type StatisticKind = Pick<DocumentKind, 'kind' | 'row' | 'statistics' | 'listTotals' | 'marks'>;

/**
 * `document`: registered; `waiting`: its present step began; `due`: its present step is due; `action`: an official did something; `listed`: for totals of lists;
 * `used`: catalogue records are used.
 */
export type FactKind = 'document' | 'waiting' | 'due' | 'action' | 'listed' | 'used';

/** Something that happened in an hour, and how often; a negative number takes back what was counted before. */
export interface Fact {
  of: FactKind;
  /** The hour in UTC, `YYYY-MM-DD HH`, as both databases write the beginning of a time. Of what is listed: the day, `noDay` where it has none. */
  hour: string;
  agency: string;
  status: string;
  /** The present ones of the document; empty where it has none. Of what is listed: the first two of its columns. */
  lane: string;
  point: string;
  /**
   * Of an action: who did it, which, and whether the step that it ended was on time. Of what is listed, `sub` is the third of its columns. Of what is used it
   * names the records: `countries:PT,TL;genders:F`.
   */
  sub?: string;
  action?: string;
  done?: 'late' | 'onTime';
  /** Of what is listed: which of the kind's totals. */
  list?: number;
  number: number;
}

/** Where a document is counted. */
export type Place = Pick<Fact, 'agency' | 'lane' | 'point'>;

/** A change of how many documents use the records that a text names. */
export const usesOf = (sub: string, number: number): Fact => ({ of: 'used', hour: '', agency: '', status: '', lane: '', point: '', sub, number });

/** Under this name are counted the records that the documents of a kind use: lists and statistics do not read their changes. */
export const usesName = (kind: string): string => `${kind}/uses`;

/** Where a document has no day: before every day. */
export const noDay = '1000-01-01';

/**
 * Several series count the same facts by other keys, so that no question reads more cells than it has answers: by day where the hour does not matter,
 * by one column where it does. D, H, W, V, A and B are by status, lane and entry point together (`a`, `b`, `c`).
 */
export const seriesOf = {
  documentDay: 'D',
  documentHour: 'H',
  /** By one column in `a`. */
  documentHourStatus: 'HS',
  documentHourLane: 'HL',
  documentHourPoint: 'HP',
  waitingDay: 'V',
  waitingHour: 'W',
  /** By status in `a`. */
  dueHour: 'U',
  actionDay: 'A',
  actionHour: 'B',
  /** By official in `a`. */
  actionHourOfficer: 'BO',
  /** By action in `a`, and in `b` whether it was on time. */
  doneHour: 'T',
  /** By catalogue in `who` and code in `a`; they have no hour. */
  used: 'C',
} as const;
/** `L0`, `L1`: by day, by status and two columns in `a`, `b`, `c`, and the third in `who`. The last two numbers are those of tables beside the documents. */
export const listSeries = (list: number): `L${number}` => `L${list}`;
export type Series = (typeof seriesOf)[keyof typeof seriesOf] | `L${number}`;

/** A counter, as it is stored. `at` is an hour, or a day where the series counts by day. */
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

/** The cells in which a fact is counted. */
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

/** Adds cells with the same key together, and leaves out those that come to nothing. */
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

/** Leaves out facts that take each other back. */
export function settled(facts: readonly Fact[]): Fact[] {
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

/** A time as both databases store it. */
export const stored = (at: Date): string => at.toISOString().slice(0, 23).replace('T', ' ');
/** The hour of a time. */
export const hourOf = (at: Date): string => stored(at).slice(0, 13);

/** Counters of one statement. */
const together = 200;

/** Adds to the counters of a kind. */
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

/** The condition that a column names one of these agencies. */
export const ofAgencies = (column: string, agencies: readonly string[] | null): [sql: string, values: readonly string[]] =>
  agencies === null ? [`${column} <> ''`, []] : [`${column} in (${agencies.map(() => '?').join(', ')})`, agencies];
