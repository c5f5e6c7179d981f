/** Answers requests for statistics. */
import type { ListResult } from '@portal/contract-kit';
import { In } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import type { AnyDocuments } from '../documents/documents.ts';
import { localise } from '../http/problems.ts';
import { StaffAccountRow } from '../work/work.entities.ts';
import { claimedNumbers, doneOnTime, queuesOf } from './office-numbers.ts';
import type { Span } from './span.ts';
import { type AgeSpan, agesAt, type Numbers, numbersOf } from './statistics-query.ts';
import { type Counted, type Dimension, readDimensions, readScopes, readSpan, type Scope } from './statistics-request.ts';

/** A number: how many facts of a kind have these values. A value that the document does not have is null. */
export type StatisticRecord = { kind: string; count: number; userName?: string; statusName?: string } & { [Each in Dimension]?: string | null };

type Labels = Readonly<Record<string, { en: string; pt: string } | undefined>>;

/** What the numbers of a kind mean. */
interface KindCounted {
  kind: string;
  /** Whether the actions or cases are those of everybody or only the caller's own. */
  officers: 'ALL' | 'ME';
  counted: Counted;
}

interface Bounds {
  from: string | null;
  to: string | null;
}

export interface StatisticsAnswer extends ListResult<StatisticRecord> {
  kinds: KindCounted[];
  /** Time zone of the offices, in which days and hours are given. */
  timeZone: string;
  /** The time span; both ends are included. */
  span: Bounds;
  /** The time span in which the steps of each age began. */
  ages?: ({ age: string } & Bounds)[];
  /** Set while documents of an earlier release are still being counted. */
  incomplete?: true;
}

/** Returns the span as it is published, with both ends included. */
const bounds = ({ from, to }: Span): Bounds => ({ from: from && dateTime(from), to: to && dateTime(new Date(to.getTime() - 1_000)) });

/** Returns counts by one or two dimensions. @throws 400 that names the field, 401, 403 */
export async function statisticsOf(all: readonly AnyDocuments[], query: Readonly<Record<string, unknown>>, call: Call): Promise<StatisticsAnswer> {
  const scopes = readScopes(query, all, call);
  const by = readDimensions(query);
  const { kit } = (scopes[0] as Scope).documents;
  await kit.calendar.ready();
  const now = kit.clock.now();
  const span = readSpan(query, kit.calendar.hours, now);
  const counted = (sub: string | null): Counted => (by.includes('age') ? 'waiting' : sub !== null || by.includes('officer') ? 'actions' : 'documents');
  const found = await Promise.all(
    scopes.map(async ({ documents, sub }) => {
      const question = { kind: documents.definition, counted: counted(sub), by, span, agencies: call.actor.agencies, sub, now };
      const isOfClaims = question.counted === 'waiting' && (sub !== null || by.includes('officer'));
      return { kind: documents.definition.kind, numbers: await (isOfClaims ? claimedNumbers : numbersOf)(kit.db, question) };
    }),
  );
  const accounts = by.includes('officer')
    ? await accountsOf(
        kit.db,
        found.flatMap(({ numbers }) => numbers.flatMap(({ values }) => values.officer ?? [])),
      )
    : undefined;
  const names = new Map(scopes.map(({ documents: { definition: d } }) => [d.kind, d.statusLabels as Labels]));
  const records = found.flatMap(({ kind, numbers }) =>
    recordsOf(kind, numbers, by, accounts, (status) => localise(names.get(kind)?.[status] ?? status, call.language)),
  );
  return {
    records,
    totalRecords: records.length,
    kinds: scopes.map(({ documents, sub }) => ({ kind: documents.definition.kind, officers: sub === null ? 'ALL' : 'ME', counted: counted(sub) })),
    timeZone: kit.calendar.hours.timeZone,
    span: bounds(span),
    ...(by.includes('age') ? { ages: agesAt(now).map((each: AgeSpan) => ({ age: each.age, ...bounds(each) })) } : {}),
    ...(await incomplete(scopes)),
  };
}

async function incomplete(scopes: readonly Scope[]): Promise<{ incomplete?: true }> {
  for (const { documents } of scopes) if (!(await documents.kit.statistics.check.isComplete(documents.definition.kind))) return { incomplete: true };
  return {};
}

async function accountsOf({ reader }: AnyDocuments['kit']['db'], subs: string[]): Promise<ReadonlyMap<string, StaffAccountRow>> {
  const known = [...new Set(subs)];
  const rows = known.length ? await reader.find(StaffAccountRow, { where: { sub: In(known) }, select: { sub: true, name: true, userName: true } }) : [];
  return new Map(rows.map((row) => [row.sub, row]));
}

function recordsOf(
  kind: string,
  numbers: Numbers,
  by: readonly Dimension[],
  accounts: ReadonlyMap<string, StaffAccountRow> | undefined,
  nameOf: (status: string) => string,
): StatisticRecord[] {
  const records = numbers.map(({ values, count }) => {
    const record: StatisticRecord = { kind, count };
    for (const dimension of by) {
      const value = values[dimension] ?? '';
      if (dimension === 'hour') record.hour = `${value.replace(' ', 'T')}:00:00`;
      else if (dimension === 'officer') {
        const account = accounts?.get(value);
        record.officer = account?.name ?? value;
        if (account) record.userName = account.userName;
      } else record[dimension] = value || null;
      if (dimension === 'status') record.statusName = nameOf(value);
    }
    return record;
  });
  const orderOf = (record: StatisticRecord): string => by.map((dimension) => record[dimension] ?? '').join('\0');
  return records.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** The present state of the office, for a supervisor's overview; for an official without that role, the state of the official's own cases and steps. */
export interface OfficeAnswer {
  model: {
    kinds: Pick<KindCounted, 'kind' | 'officers'>[];
    /** The time to which the queues refer: a case is overdue if it was due before this time. */
    at: string;
    timeZone: string;
    span: Bounds;
    /** What waits now, by status: how many cases, since when the oldest has waited, how many are overdue, and how many have no due time. */
    queues: { kind: string; status: string; statusName: string; count: number; oldest: string | null; overdue: number; unlimited: number }[];
    /** The steps with a due time that were done in the span, by action: how many, and how many of them on time. */
    steps: { kind: string; action: string; actionName: string; done: number; onTime: number }[];
    /** Number of documents registered in the span whose status differs from what their lane suggests. */
    overrides: { kind: string; lane: string; status: string; statusName: string; count: number }[];
    /** How often each rule decided the lane of documents registered in the span, and how many of these documents officials moved to the other lane. */
    laneRules: { kind: string; rule: string; ruleName: string; hits: number; overridden: number }[];
    incomplete?: true;
  };
}

/** Returns what waits, what was done on time, and which decisions differ from what the lane suggests. @throws 400 that names the field, 401, 403 */
export async function officeStatistics(all: readonly AnyDocuments[], query: Readonly<Record<string, unknown>>, call: Call): Promise<OfficeAnswer> {
  const scopes = readScopes(query, all, call);
  const { kit } = (scopes[0] as Scope).documents;
  await kit.calendar.ready();
  // The time is cut to a whole second, so that the criteria of a list can express it.
  const now = new Date(Math.floor(kit.clock.now().getTime() / 1_000) * 1_000);
  const span = readSpan(query, kit.calendar.hours, now);
  const parts = await Promise.all(
    scopes.map(async ({ documents: { definition: d }, sub }) => {
      const common = { kind: d, by: ['lane', 'status'] as const, agencies: call.actor.agencies, sub, now };
      const [queues, steps, decided, laneRules] = await Promise.all([
        queuesOf(kit.db, { ...common, counted: 'waiting', span: { from: null, to: null } }),
        doneOnTime(kit.db, { ...common, counted: 'actions', span }),
        d.overrides?.length ? numbersOf(kit.db, { ...common, counted: sub === null ? 'documents' : 'actions', span }) : [],
        // The effect of lane rules belongs to no single official.
        sub === null && d.laneRules ? kit.statistics.marks(d, span, call.actor.agencies).then((marks) => d.laneRules?.(marks) ?? []) : [],
      ]);
      const labels = d.statusLabels as Labels;
      const overrides = (d.overrides ?? []).map(({ lane, status }: { lane: string; status: string }) => ({
        kind: d.kind,
        lane,
        status,
        statusName: localise(labels[status] ?? status, call.language),
        count: decided.find(({ values }) => values.lane === lane && values.status === status)?.count ?? 0,
      }));
      return {
        queues: queues.map((queue) => ({ kind: d.kind, ...queue, statusName: localise(labels[queue.status] ?? queue.status, call.language) })),
        steps: steps.map((step) => ({ kind: d.kind, ...step, actionName: localise(d.workflow.actions[step.action]?.label ?? step.action, call.language) })),
        overrides,
        laneRules: laneRules.map(({ name, ...numbers }) => ({ kind: d.kind, ...numbers, ruleName: localise(name, call.language) })),
      };
    }),
  );
  return {
    model: {
      kinds: scopes.map(({ documents, sub }) => ({ kind: documents.definition.kind, officers: sub === null ? 'ALL' : 'ME' })),
      at: dateTime(now),
      timeZone: kit.calendar.hours.timeZone,
      span: bounds(span),
      queues: parts.flatMap((part) => part.queues),
      steps: parts.flatMap((part) => part.steps),
      overrides: parts.flatMap((part) => part.overrides),
      laneRules: parts.flatMap((part) => part.laneRules),
      ...(await incomplete(scopes)),
    },
  };
}
