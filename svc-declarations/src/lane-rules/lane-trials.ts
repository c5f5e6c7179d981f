/** Tries a table on past declarations before it is put in force. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { isDay, L, type ListResult, listResult } from '@portal/contract-kit';
import {
  addDays,
  asObject,
  type Call,
  DocumentKit,
  dateTime,
  insertRow,
  type JobQueue,
  lastDay,
  notFound,
  QUEUE,
  type Remember,
  type StoredAnswer,
  startOfDay,
  unprocessable,
} from '@portal/service-kit';
import { In } from 'typeorm';
import type { ArrivalDeclaration, Lane, LaneTrial } from '../../contract/index.ts';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { ArrivalService } from '../arrival/arrival.service.ts';
import { hourOfDay } from './hour-of-day.ts';
import { LaneTableRow, LaneTrialRow } from './lane-rules.entities.ts';
import { LaneRules } from './lane-rules.service.ts';
import { LanesInForce } from './lanes-in-force.ts';

const TOPIC = 'declarations.lane-trial';
const batch = 500;
/** Number of declarations that are decided before other calls get their turn. */
const together = 50;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** The columns of a declaration that a trial reads. */
const columns = { id: true, version: true, documentStatus: true, createdAt: true, reference: true, lane: true, body: true } as const;
const saveEveryMs = 1_000;
const mostSamples = 100;
const mostTrials = 10;
/** Time that the call waits for the trial to finish before it answers, in ms. */
const waitMs = 3_000;

interface Key {
  id: string;
  at: string;
}

/** The results so far. */
interface TrialResults
  extends Pick<
    LaneTrial,
    'examined' | 'redBefore' | 'redAfter' | 'redByTable' | 'toRed' | 'toGreen' | 'finds' | 'findsBefore' | 'findsAfter' | 'samples' | 'caught'
  > {
  /** Counters by hour of the day; `hits` counts by rule. */
  hours: Record<string, [redBefore: number, redAfter: number, all: number]>;
  hits: Record<string, number>;
  /** Creation time of the last declaration that was examined, in ISO 8601. With its id, it is the cursor of the trial. */
  after: string;
}

const nothing = (after: string): TrialResults => ({
  examined: 0,
  redBefore: 0,
  redAfter: 0,
  redByTable: 0,
  toRed: 0,
  toGreen: 0,
  finds: 0,
  findsBefore: 0,
  findsAfter: 0,
  samples: [],
  caught: [],
  hours: {},
  hits: {},
  after,
});

/** How a declaration was decided, and how the table would decide it. */
interface Examined {
  /** The hour of its registration, at the place of the offices. */
  hour: number;
  before: Lane;
  after: Lane;
  /** The rules of the table that make its lane red. */
  hits: number[];
  /** Whether an officer referred or detained the traveller. */
  isFind: boolean;
}

/** Adds a declaration to the results. Changes them in place. */
function addTo(found: TrialResults, { id, reference }: Pick<ArrivalRow, 'id' | 'reference'>, { hour, before, after, hits, isFind }: Examined): void {
  const [redBefore, redAfter] = [Number(before === 'RED'), Number(after === 'RED')];
  const [hourBefore, hourAfter, all] = found.hours[hour] ?? [0, 0, 0];
  found.hours[hour] = [hourBefore + redBefore, hourAfter + redAfter, all + 1];
  found.examined++;
  found.redBefore += redBefore;
  found.redAfter += redAfter;
  if (hits.length) found.redByTable++;
  for (const rule of hits) found.hits[rule] = (found.hits[rule] ?? 0) + 1;
  if (isFind) {
    found.finds++;
    found.findsBefore += redBefore;
    found.findsAfter += redAfter;
  }
  if (before === after) return;
  if (after === 'RED') found.toRed++;
  else found.toGreen++;
  const sample = { id, reference: reference as string, from: before, to: after };
  if (found.samples.length < mostSamples) found.samples.push(sample);
  if (isFind && after === 'RED' && found.caught.length < mostSamples) found.caught.push(sample);
}

@Injectable()
export class LaneTrials implements OnApplicationBootstrap, OnApplicationShutdown {
  private stopped = false;

  constructor(
    private readonly kit: DocumentKit,
    private readonly arrivals: ArrivalService,
    private readonly rules: LaneRules,
    private readonly lanes: LanesInForce,
    @Inject(QUEUE) private readonly queue: JobQueue,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.consume<{ id: string }>(TOPIC, ({ payload }) => this.run(payload.id), { concurrency: 1 });
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /** Starts a trial on the declarations registered in a period, one for each idempotency key. @throws 404, 422 */
  async begin(tableId: string, body: unknown, call: Call): Promise<{ model: LaneTrial }> {
    const work = async (remember: Remember) => ({ status: 200, body: await this.start(tableId, body, call, remember) });
    const again = async ({ status, documentId }: StoredAnswer) => ({ status, body: await this.one(tableId, documentId) });
    return (await this.kit.idempotency.once(call, body, work, again)).body;
  }

  private async start(tableId: string, body: unknown, call: Call, remember: Remember): Promise<{ model: LaneTrial }> {
    const { kit } = this;
    const table = await this.rules.row(tableId);
    const today = kit.clock.today();
    const { from, to = today } = asObject(body);
    for (const [field, value] of Object.entries({ from, to }))
      if (!isDay(value)) throw unprocessable([{ code: 'DATE', field, message: L('Enter a day, such as 2026-03-27', 'Indique um dia, como 2026-03-27') }]);
    const [first, last] = [from as string, to as string];
    if (first > last) throw unprocessable([{ code: 'DATE', field: 'to', message: L('The span ends before it begins', 'O período termina antes de começar') }]);
    const id = kit.ids.next();
    // Counted before the transaction, so that the count does not block other writers.
    const total = await this.within(first, last).getCount();
    await kit.db.write(async (tx) => {
      await remember(tx, { status: 200, documentId: id, version: 1 });
      await insertRow(tx, LaneTrialRow, {
        id,
        tableId,
        tableVersion: table.version,
        fromDay: first,
        toDay: last,
        status: 'RUNNING',
        total,
        found: nothing(''),
        lastId: null,
        startedBy: call.actor.name,
        startedAt: kit.clock.now(),
        finishedAt: null,
      });
      await kit.outbox.add(tx, TOPIC, { id }, call.requestId);
      const { code, number } = table;
      await kit.audit.add(tx, call, {
        action: 'lane-trial',
        kind: 'lane-table',
        documentId: tableId,
        reference: `${code}/${number}`,
        details: { from: first, to: last },
      });
    });
    for (const until = Date.now() + waitMs; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const answer = await this.one(tableId, id);
      if (answer.model.status === 'DONE') return answer;
    }
    return this.one(tableId, id);
  }

  /** Returns a trial. @throws 404 */
  async one(tableId: string, id: string): Promise<{ model: LaneTrial }> {
    const row = await this.kit.db.findById(LaneTrialRow, id);
    if (!row || row.tableId !== tableId) throw notFound();
    return { model: shown(row) };
  }

  /** Returns the latest trials of a version, newest first. @throws 404 */
  async all(tableId: string): Promise<ListResult<LaneTrial>> {
    await this.rules.row(tableId);
    const rows = await this.kit.db.reader.find(LaneTrialRow, { where: { tableId }, order: { startedAt: 'DESC', id: 'DESC' }, take: mostTrials });
    return listResult(rows.map(shown));
  }

  /**
   * Examines the declarations. After a restart, the next delivery of the job continues from the last saved state. @throws Error if the service stops meanwhile
   */
  async run(id: string): Promise<void> {
    const { kit } = this;
    const trial = await kit.db.findById(LaneTrialRow, id);
    if (trial?.status !== 'RUNNING') return;
    const table = await kit.db.findById(LaneTableRow, trial.tableId);
    if (!table) return;
    const examine = await this.examinerOf(table);
    const found = trial.found as TrialResults;
    let { lastId } = trial;
    let coming = this.next(trial, found.after, lastId);
    for (let saved = Date.now(); ; ) {
      if (this.stopped) throw new Error('the service stops; the trial is continued by the next delivery');
      const { keys, rows } = await coming;
      const last = keys.at(-1);
      const done = keys.length < batch;
      if (last) [found.after, lastId] = [last.at, last.id];
      if (!done) {
        // The next batch is read while this one is decided.
        coming = this.next(trial, found.after, lastId);
        coming.catch(() => undefined);
      }
      for (const [n, row] of rows.entries()) {
        // Gives way to other calls, so that travellers who register now wait for a few declarations, not for a whole batch.
        if (n % together === 0) await nextTurn();
        addTo(found, row, examine(row));
      }
      if (done || Date.now() - saved >= saveEveryMs) {
        saved = Date.now();
        const end = done ? { status: 'DONE' as const, finishedAt: kit.clock.now() } : {};
        await kit.db.write((tx) => tx.update(LaneTrialRow, { id, status: 'RUNNING' }, { found, lastId, ...end } as never));
      }
      if (done) return;
    }
  }

  /** Returns a function that decides a declaration by the rules in force with this table, and tells how it was decided then. */
  private async examinerOf(table: LaneTableRow): Promise<(row: ArrivalRow) => Examined> {
    const { kit, arrivals, lanes } = this;
    const rules = await lanes.rulesWith(lanes.bodyOf(table), table.number, await kit.calendar.dayOf());
    await kit.calendar.ready();
    const hourOf = hourOfDay(kit.calendar.hours.timeZone);
    const fields = new Set([...lanes.fieldsOf(rules), 'decision', 'laneReasons', 'laneOverride']);
    return (row) => {
      const model = arrivals.partOf(row, fields) as ArrivalDeclaration;
      const { lane: after, reasons } = lanes.decideBy(rules, model);
      return {
        hour: hourOf(row.createdAt),
        // An officer's own choice of the lane says nothing about the rules: they are compared with what the rules decided then.
        before: model.laneOverride ? (model.laneReasons?.length ? 'RED' : 'GREEN') : (row.lane as Lane),
        after,
        hits: reasons.filter((reason) => reason.table === table.code).map(({ rule = 0 }) => rule),
        isFind: model.decision === 'REFERRED' || model.decision === 'DETAINED',
      };
    };
  }

  private within(from: string, to: string) {
    const query = this.kit.db.reader
      .createQueryBuilder(ArrivalRow, 'd')
      .where('d.createdAt >= :from', { from: startOfDay(from) })
      .andWhere('d.reference is not null');
    // The databases have no day after the last one.
    return to === lastDay ? query : query.andWhere('d.createdAt < :until', { until: startOfDay(addDays(to, 1)) });
  }

  /**
   * Returns the next declarations in the order of their registration, by keyset pagination. Reads their keys from an index first, and then only the needed
   * columns of the rows.
   */
  private async next({ fromDay, toDay }: LaneTrialRow, after: string, lastId: string | null): Promise<{ keys: Key[]; rows: ArrivalRow[] }> {
    const query = this.within(fromDay, toDay).select('d.id', 'id').addSelect('d.createdAt', 'at');
    if (lastId) query.andWhere('(d.createdAt > :after or (d.createdAt = :after and d.id > :lastId))', { after: new Date(after), lastId });
    const found = await query.orderBy('d.createdAt').addOrderBy('d.id').limit(batch).getRawMany<{ id: string; at: string | Date }>();
    const keys = found.map(({ id, at }) => ({ id, at: (at instanceof Date ? at : new Date(`${at.replace(' ', 'T')}Z`)).toISOString() }));
    const { reader } = this.kit.db;
    const rows = keys.length ? await reader.find(ArrivalRow, { where: { id: In(keys.map(({ id }) => id)) }, select: columns }) : [];
    return { keys, rows };
  }
}

function shown({ id, tableId, tableVersion, fromDay, toDay, status, total, found: stored, startedBy, startedAt, finishedAt }: LaneTrialRow): LaneTrial {
  const { after: _after, hours, hits, ...found } = stored as TrialResults;
  return {
    id,
    tableId,
    tableVersion,
    from: fromDay,
    to: toDay,
    status,
    total,
    ...found,
    changed: found.toRed + found.toGreen,
    hours: Object.entries(hours)
      .map(([hour, counts]): LaneTrial['hours'][number] => [Number(hour), ...counts])
      .sort(([a], [b]) => a - b),
    hits: Object.entries(hits)
      .map(([rule, count]): [number, number] => [Number(rule), count])
      .sort(([a], [b]) => a - b),
    startedBy,
    startedAt: dateTime(startedAt),
    ...(finishedAt ? { finishedAt: dateTime(finishedAt) } : {}),
  };
}
