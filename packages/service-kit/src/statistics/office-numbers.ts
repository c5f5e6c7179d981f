/** Numbers for the office that do not come from counters alone: queues with their oldest case, cases claimed by an official, steps done on time. */
import { dateTime, lastMoment } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Span } from './span.ts';
import { databaseTime, type Fact, hourOf, ofAgencies, seriesOf } from './statistic-cells.ts';
import { agesAt, type Numbers, numbersOf, type StatisticsQuery } from './statistics-query.ts';
import type { Dimension } from './statistics-request.ts';

const hourMs = 3_600_000;

export interface Queue {
  status: string;
  count: number;
  oldest: string | null;
  overdue: number;
  /** Number of cases without a due time: no clock runs for the office. */
  unlimited: number;
}

interface ClaimedRow {
  sub: string;
  status: string;
  lane: string;
  point: string;
  since: string;
  overdue: number;
  unlimited: number;
}

/** Returns the cases that officials have claimed; there are few. */
async function claimed(db: Database, { kind, agencies, sub, now }: StatisticsQuery): Promise<ClaimedRow[]> {
  if (agencies?.length === 0) return [];
  const [inAgencies, agencyCodes] = ofAgencies('d.agencyCode', agencies);
  const { tablePath } = db.reading.getMetadata(kind.row);
  const { lane, entryPoint } = kind.statistics ?? {};
  return db.reader.query<ClaimedRow[]>(
    `select w.sub as sub, d.documentStatus as status, ${lane ? `coalesce(d.${lane}, '')` : "''"} as lane, ${entryPoint ? `coalesce(d.${entryPoint}, '')` : "''"} as point,
       substr(d.stepSince, 1, 23) as since, case when d.dueAt < ? then 1 else 0 end as overdue,
       case when d.dueAt is null then 1 else 0 end as unlimited
     from document_claim w join ${tablePath} d on d.id = w.id
     where w.kind = ? and (w.endsAt is null or w.endsAt > ?) and d.stepSince is not null and d.reference is not null
       and ${inAgencies}${sub === null ? '' : ' and w.sub = ?'}`,
    [databaseTime(now), kind.kind, databaseTime(now), ...agencyCodes, ...(sub === null ? [] : [sub])],
  );
}

const timeOf = (text: string): Date => new Date(`${text.replace(' ', 'T')}Z`);

/** Counts the claimed cases by the requested dimensions, such as their age. */
export async function claimedNumbers(db: Database, question: StatisticsQuery): Promise<Numbers> {
  const { by, span, now } = question;
  const ages = agesAt(now);
  const sums = new Map<string, Numbers[number]>();
  for (const row of await claimed(db, question)) {
    const since = timeOf(row.since);
    if ((span.from && since < span.from) || (span.to && since >= span.to)) continue;
    const age = ages.find(({ from }) => from === null || since >= from)?.age ?? '';
    const all: Record<Dimension, string> = { hour: hourOf(since), status: row.status, lane: row.lane, entryPoint: row.point, officer: row.sub, age };
    const values = Object.fromEntries(by.map((dimension) => [dimension, all[dimension]]));
    const name = JSON.stringify(values);
    const known = sums.get(name);
    if (known) known.count++;
    else sums.set(name, { values, count: 1 });
  }
  return [...sums.values()];
}

/** Returns the waiting cases by status; for a single official, the cases that the official has claimed. */
export async function queuesOf(db: Database, question: StatisticsQuery): Promise<Queue[]> {
  if (question.sub !== null) {
    const rows = await claimed(db, question);
    return [...new Set(rows.map(({ status }) => status))].map((status) => {
      const of = rows.filter((row) => row.status === status);
      const since = of.map((row) => row.since).sort()[0] as string;
      const number = (column: 'overdue' | 'unlimited'): number => of.filter((row) => Number(row[column]) === 1).length;
      return { status, count: of.length, oldest: dateTime(timeOf(since)), overdue: number('overdue'), unlimited: number('unlimited') };
    });
  }
  const { kind, agencies, now } = question;
  const [waiting, overdue, timed] = await Promise.all([
    numbersOf(db, { ...question, by: ['status'] }),
    dueBefore(db, question, now),
    // A span without an end leaves out the last day, on which a case may be due.
    dueBefore(db, question, lastMoment),
  ]);
  const { tablePath } = db.reading.getMetadata(kind.row);
  const [inAgencies, agencyCodes] = ofAgencies('agencyCode', agencies);
  return Promise.all(
    waiting.map(async ({ values, count }) => {
      const status = values.status as string;
      // The index on status and waiting time has the oldest case first.
      const [first] = await db.reader.query<{ since: string }[]>(
        `select substr(stepSince, 1, 23) as since from ${tablePath}
         where documentStatus = ? and stepSince is not null and stepSince <= ? and reference is not null and ${inAgencies}
         order by stepSince, id limit 1`,
        [status, databaseTime(now), ...agencyCodes],
      );
      return {
        status,
        count,
        oldest: first ? dateTime(timeOf(first.since)) : null,
        overdue: overdue.get(status) ?? 0,
        // The numbers are read one after the other, so a change between them must not make this one negative.
        unlimited: Math.max(0, count - (timed.get(status) ?? 0)),
      };
    }),
  );
}

/** Returns the number of cases that are due before a time, by status. */
async function dueBefore(db: Database, question: StatisticsQuery, to: Date): Promise<ReadonlyMap<string | undefined, number>> {
  const numbers = await numbersOf(db, { ...question, counted: 'due', by: ['status'], span: { from: null, to } });
  return new Map(numbers.map(({ values, count }) => [values.status, count]));
}

/** Extends a span to whole hours. */
export const wholeHours = ({ from, to }: Span): Span => ({
  from: from && new Date(Math.floor(from.getTime() / hourMs) * hourMs),
  to: to && new Date(Math.ceil(to.getTime() / hourMs) * hourMs),
});

/** Returns how many steps with a due time were done in a span, by action, and how many of them were on time. The span is extended to whole hours. */
export async function doneOnTime(db: Database, { kind, agencies, sub, span }: StatisticsQuery): Promise<{ action: string; done: number; onTime: number }[]> {
  if (agencies?.length === 0) return [];
  const [inAgencies, agencyCodes] = ofAgencies('agency', agencies);
  const hours = wholeHours(span);
  const from = hours.from ? hourOf(hours.from) : '';
  const to = hours.to ? hourOf(hours.to) : '9999';
  const found = await db.reader.query<{ action: string; done: Fact['done']; number: number | string; facts: string | null }[]>(
    `select a as action, b as done, sum(number) as number, null as facts from statistic
       where kind = ? and series = ? and at >= ? and at < ? and ${inAgencies}${sub === null ? '' : ' and who = ?'} group by a, b
     union all select '', '', 0, facts from statistic_change where kind = ?`,
    [kind.kind, seriesOf.doneHour, from, to, ...agencyCodes, ...(sub === null ? [] : [sub]), kind.kind],
  );
  const steps = new Map<string, { action: string; done: number; onTime: number }>();
  const add = (action: string, done: Fact['done'], number: number): void => {
    const step = steps.get(action) ?? { action, done: 0, onTime: 0 };
    step.done += number;
    if (done === 'onTime') step.onTime += number;
    steps.set(action, step);
  };
  for (const row of found)
    if (row.facts === null) add(row.action, row.done, Number(row.number));
    else
      for (const fact of JSON.parse(row.facts) as Fact[])
        if (
          fact.of === 'action' &&
          fact.done &&
          fact.hour >= from &&
          fact.hour < to &&
          (agencies === null || agencies.includes(fact.agency)) &&
          (sub === null || fact.sub === sub)
        )
          add(fact.action ?? '', fact.done, fact.number);
  return [...steps.values()].filter(({ done }) => done !== 0).sort((a, b) => (a.action < b.action ? -1 : 1));
}
