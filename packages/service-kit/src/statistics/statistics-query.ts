/** Reads the counters: how many facts there are in a time span, by one or two dimensions. */
import { dayMs } from '@portal/contract-kit';
import type { Database } from '../database/database.ts';
import type { Span } from './span.ts';
import { type Cell, cellsOf, databaseTime, type Fact, hourOf, ofAgencies, type Series, type StatisticKind, seriesOf } from './statistic-cells.ts';
import type { Counted, Dimension } from './statistics-request.ts';

const hourMs = 3_600_000;

/** Age groups of a case in its present step, each with its upper limit in hours; the next group begins there. */
const ages = [
  ['0-1h', 1],
  ['1-4h', 4],
  ['4-24h', 24],
  ['1-3d', 72],
  ['3-7d', 168],
  ['7d+', Number.POSITIVE_INFINITY],
] as const;

/** An age group, and the time span in which the steps of that age began. */
export interface AgeSpan extends Span {
  age: string;
}

/** Returns the age groups at a moment, the youngest first. */
export function agesAt(now: Date): AgeSpan[] {
  const at = Math.floor(now.getTime() / 1000) * 1000 + 1000;
  const before = (hours: number): Date | null => (Number.isFinite(hours) ? new Date(at - hours * hourMs) : null);
  return ages.map(([age, hours], i) => ({ age, from: before(hours), to: i === 0 ? null : before(ages[i - 1]?.[1] as number) }));
}

export interface StatisticsQuery {
  kind: StatisticKind;
  /** `due` counts by the due time of the present step; it is available only by status. */
  counted: Counted | 'due';
  by: readonly Dimension[];
  span: Span;
  /** Null means all agencies. */
  agencies: readonly string[] | null;
  /** The official whose actions are counted; null means everybody. */
  sub: string | null;
  now: Date;
}

export type Numbers = { values: Partial<Record<Dimension, string>>; count: number }[];

/** A part of the span that is read from one series of counters, or from the rows if it is not a whole hour. */
interface Piece {
  series?: Series;
  from: number;
  to: number;
  age?: string;
}

const earliest = Date.parse('1000-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T00:00:00Z');

/** Returns the series that can answer, by hour and, if hours do not matter, by day; and the column of each dimension. */
function planOf({ counted, by, sub }: StatisticsQuery): { hour: Series; day?: Series; columns: Partial<Record<Dimension, 'a' | 'b' | 'c' | 'who'>> } {
  const s = seriesOf;
  const full = { status: 'a', lane: 'b', entryPoint: 'c' } as const;
  const byHour = by.includes('hour');
  if (counted === 'due') return { hour: s.dueHour, columns: { status: 'a' } };
  if (counted === 'waiting') return { hour: s.waitingHour, ...(byHour ? {} : { day: s.waitingDay }), columns: full };
  if (counted === 'actions') {
    if (byHour && by.includes('officer') && sub === null) return { hour: s.actionHourOfficer, columns: { officer: 'a' } };
    return { hour: s.actionHour, ...(byHour ? {} : { day: s.actionDay }), columns: { ...full, officer: 'who' } };
  }
  if (!byHour) return { hour: s.documentHour, day: s.documentDay, columns: full };
  if (by.includes('status')) return { hour: s.documentHourStatus, columns: { status: 'a' } };
  if (by.includes('entryPoint')) return { hour: s.documentHourPoint, columns: { entryPoint: 'a' } };
  return { hour: s.documentHourLane, columns: { lane: 'a' } };
}

/** Splits a span into whole hours and days, and the remainders at both ends. */
function piecesOf({ from, to }: Span, { hour, day }: { hour: Series; day?: Series }, age: string | undefined): Piece[] {
  const [begin, end] = [from?.getTime() ?? earliest, to?.getTime() ?? latest];
  const [first, last] = [Math.ceil(begin / hourMs) * hourMs, Math.floor(end / hourMs) * hourMs];
  if (first > last) return [{ from: begin, to: end, age }];
  const [firstDay, lastDay] = day ? [Math.ceil(first / dayMs) * dayMs, Math.floor(last / dayMs) * dayMs] : [last, last];
  const whole: Piece[] =
    firstDay < lastDay
      ? [
          { series: hour, from: first, to: firstDay, age },
          { series: day, from: firstDay, to: lastDay, age },
          { series: hour, from: lastDay, to: last, age },
        ]
      : [{ series: hour, from: first, to: last, age }];
  return [{ from: begin, to: first, age }, ...whole, { from: last, to: end, age }].filter((piece) => piece.from < piece.to);
}

const later = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));
const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));

interface Found {
  piece: number | string;
  at: string;
  k0: string;
  k1: string;
  k2: string;
  number: number | string;
  facts: string | null;
}

/**
 * Returns the numbers for a question. A single statement reads the counters, the changes not added yet and the rows at the ends of the span, so they are
 * consistent.
 */
export async function numbersOf(db: Database, question: StatisticsQuery): Promise<Numbers> {
  const { kind, by, agencies, sub, span, now } = question;
  if (agencies?.length === 0) return [];
  const plan = planOf(question);
  const spans: AgeSpan[] = by.includes('age') ? agesAt(now) : [{ age: '', from: null, to: null }];
  const pieces = spans.flatMap(({ age, from, to }) => {
    const part = { from: later(span.from, from), to: earlier(span.to, to) };
    return part.from && part.to && part.from >= part.to ? [] : piecesOf(part, plan, age);
  });
  const keys = by.filter((dimension) => dimension !== 'hour' && dimension !== 'age');
  const byHour = by.includes('hour');
  const parts: [sql: string, values: unknown[]][] = pieces.map((piece, n) =>
    piece.series ? counters(n, piece, plan.columns, keys, byHour, question) : rows(db, n, piece, keys, byHour, question),
  );
  parts.push([`select -1 as piece, '' as at, '' as k0, '' as k1, '' as k2, 0 as number, facts from statistic_change where kind = ?`, [kind.kind]]);
  const found = await db.reader.query<Found[]>(
    parts.map(([sql]) => sql).join(' union all '),
    parts.flatMap(([, values]) => values),
  );
  const sums = new Map<string, { values: Partial<Record<Dimension, string>>; count: number }>();
  const count = (age: string | undefined, at: string, of: readonly string[], number: number): void => {
    const values: Partial<Record<Dimension, string>> = {};
    if (byHour) values.hour = at;
    if (age) values.age = age;
    for (const [i, key] of keys.entries()) values[key] = of[i] as string;
    const name = JSON.stringify(values);
    const known = sums.get(name);
    if (known) known.count += number;
    else sums.set(name, { values, count: number });
  };
  const counted = (cell: Cell): void => {
    for (const { series, from, to, age } of pieces)
      if (cell.series === series && isIn(cell.at, from, to) && (agencies === null || agencies.includes(cell.agency)) && (sub === null || cell.who === sub))
        count(
          age,
          cell.at,
          keys.map((key) => String(cell[plan.columns[key] ?? 'a'])),
          cell.number,
        );
  };
  for (const row of found) {
    if (Number(row.piece) < 0) for (const fact of JSON.parse(row.facts as string) as Fact[]) cellsOf(fact).forEach(counted);
    else count(pieces[Number(row.piece)]?.age, row.at, [row.k0, row.k1, row.k2], Number(row.number));
  }
  return [...sums.values()].filter((each) => each.count !== 0);
}

const isIn = (at: string, from: number, to: number): boolean => {
  const begin = Date.parse(at.length === 10 ? `${at}T00:00:00Z` : `${at.replace(' ', 'T')}:00:00Z`);
  return begin >= from && begin < to;
};

function counters(
  n: number,
  { series, from, to }: Piece,
  columns: ReturnType<typeof planOf>['columns'],
  keys: readonly Dimension[],
  byHour: boolean,
  { kind, agencies, sub }: StatisticsQuery,
): [string, unknown[]] {
  // A day is a prefix of its hours, so as text it sorts before them.
  const key = (at: number): string =>
    series && series.length === 1 && 'DVA'.includes(series) ? databaseTime(new Date(at)).slice(0, 10) : hourOf(new Date(at));
  const named = keys.map((dimension) => columns[dimension] as string);
  const groups = [...(byHour ? ['at'] : []), ...named];
  const [inAgencies, agencyCodes] = ofAgencies('agency', agencies);
  return [
    `select ${n} as piece, ${byHour ? 'at' : "''"} as at, ${named[0] ?? "''"} as k0, ${named[1] ?? "''"} as k1, ${named[2] ?? "''"} as k2, sum(number) as number, null as facts
     from statistic where kind = ? and series = ? and at >= ? and at < ? and ${inAgencies}${sub === null ? '' : ' and who = ?'}${
       groups.length ? ` group by ${groups.join(', ')}` : ''
     }`,
    [kind.kind, series, key(from), key(to), ...agencyCodes, ...(sub === null ? [] : [sub])],
  ];
}

function rows(
  db: Database,
  n: number,
  { from, to }: Piece,
  keys: readonly Dimension[],
  byHour: boolean,
  { kind, counted, agencies, sub }: StatisticsQuery,
): [string, unknown[]] {
  const { tablePath } = db.reading.getMetadata(kind.row);
  const { lane, entryPoint } = kind.statistics ?? {};
  const ofActions = counted === 'actions';
  const time = counted === 'actions' ? 'a.at' : { waiting: 'd.stepSince', due: 'd.dueAt', documents: 'd.createdAt' }[counted];
  const columns: Partial<Record<Dimension, string>> = {
    status: ofActions ? 'a.documentStatus' : 'd.documentStatus',
    lane: lane ? `coalesce(d.${lane}, '')` : "''",
    entryPoint: entryPoint ? `coalesce(d.${entryPoint}, '')` : "''",
    officer: 'a.userSub',
  };
  const named = keys.map((dimension) => columns[dimension] as string);
  const at = byHour ? `substr(${time}, 1, 13)` : "''";
  const groups = [at, ...named].filter((sql) => sql !== "''");
  const [inAgencies, agencyCodes] = ofAgencies('d.agencyCode', agencies);
  const who = sub === null ? 'a.userSub in (select sub from staff_account)' : 'a.userSub = ?';
  return [
    `select ${n} as piece, ${at} as at, ${named[0] ?? "''"} as k0, ${named[1] ?? "''"} as k1, ${named[2] ?? "''"} as k2, count(*) as number, null as facts
     from ${ofActions ? `document_action a join ${tablePath} d on d.id = a.documentId` : `${tablePath} d`}
     where ${time} >= ? and ${time} < ? and d.reference is not null and ${inAgencies}${ofActions ? ` and ${who}` : ''}${
       groups.length ? ` group by ${groups.join(', ')}` : ''
     }`,
    [databaseTime(new Date(from)), databaseTime(new Date(to)), ...agencyCodes, ...(ofActions && sub !== null ? [sub] : [])],
  ];
}
