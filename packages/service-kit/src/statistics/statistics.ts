import type { OnApplicationBootstrap } from '@nestjs/common';
import { type EntityManager, In, type ObjectLiteral } from 'typeorm';
import { type Call, isStaff } from '../auth/actor.ts';
import { BackgroundTask } from '../background-task.ts';
import type { Clock, Ids } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { batchState, insertRow } from '../database/insert.ts';
import { DocumentActionRow } from '../database/kit.entities.ts';
import type { DocumentMark, MarkNumber } from '../documents/document-kind.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { StaffAccountRow } from '../work/work.entities.ts';
import { escalationFact, escalationTime, markFacts, markNumbers, marksBeside } from './escalation-and-mark-counts.ts';
import type { Span } from './span.ts';
import {
  addCells,
  cellsOf,
  combineFacts,
  databaseTime,
  type Fact,
  hourOf,
  noDay,
  type Place,
  type StatisticKind,
  seriesOf,
  summed,
  usesName,
} from './statistic-cells.ts';
import { StatisticChangeRow } from './statistics.entities.ts';
import { StatisticsCheck } from './statistics-check.ts';

/** Delay in ms after which changes are added to the counters, so that many are added together. */
const addAfterMs = 2_000;
/** Interval in ms at which an instance looks for changes that another instance has left. */
const lookAfterMs = 60_000;
const batch = 1_000;
/** Maximum number of facts in one change, because its column holds 64 KiB. */
const factsTogether = 100;

type ActionDone = Pick<DocumentActionRow, 'id' | 'at' | 'action' | 'documentStatus' | 'userSub' | 'dueAt'>;

/**
 * Counts documents and what officials do with them. A write adds one row with what it changed, in its own transaction, so it waits for no other write. The
 * changes are added to the counters soon after, many together. Statistics are the sum of the counters and the changes not added yet, read by one statement, so
 * they are exact after every commit.
 */
export class Statistics implements OnApplicationBootstrap {
  private readonly kinds: ReadonlyMap<string, StatisticKind>;
  readonly check: StatisticsCheck;
  private readonly task = new BackgroundTask(
    'statistics not added up',
    async () => {
      this.soon = false;
      await this.addChanges();
      return lookAfterMs;
    },
    lookAfterMs,
  );
  private soon = false;

  constructor(
    kinds: readonly StatisticKind[],
    private readonly db: Database,
    clock: Clock,
    private readonly ids: Ids,
  ) {
    this.kinds = new Map(kinds.map((kind) => [kind.kind, kind]));
    this.check = new StatisticsCheck(kinds, db, clock);
  }

  onApplicationBootstrap(): void {
    if (this.kinds.size === 0) return;
    this.addSoon();
    this.check.begin();
  }

  async stop(): Promise<void> {
    await Promise.all([this.task.stop(), this.check.stop()]);
  }

  private addSoon(): void {
    if (this.soon) return;
    this.soon = true;
    this.task.plan(addAfterMs);
  }

  /**
   * Counts the changes that a transaction makes.
   * @param before the row as it was before, or null for a new document @param after the row as it is now
   * @param done the action that changed the document, as its history entry @param marks the marks of the document before and after
   */
  async changed(
    of: StatisticKind,
    tx: EntityManager,
    before: DocumentRow | null,
    after: DocumentRow,
    done?: ActionDone,
    call?: Call,
    marks: { before: readonly DocumentMark[]; after: readonly DocumentMark[] } = { before: [], after: [] },
  ): Promise<void> {
    const facts = [...factsOf(of, before, -1), ...factsOf(of, after, 1)];
    const [was, is] = [placeOf(of, before), placeOf(of, after)];
    if (before && was) facts.push(...markFacts(was, before, marks.before, -1));
    if (is) facts.push(...markFacts(is, after, marks.after, 1));
    if (before) facts.push(...(await this.escalationFacts(tx, was, before, after, -1)), ...(await this.escalationFacts(tx, is, after, after, 1)));
    if (done && is && call && isStaff(call.actor) && !call.actor.isPortal) facts.push(actionFact(is, done, 1));
    // An action is counted under the present agency, lane and entry point of its document. If these change, all its actions are counted again.
    if (before && JSON.stringify(was) !== JSON.stringify(is))
      for (const action of await this.actionsOf(tx, { documentId: after.id })) {
        if (action.id === done?.id) continue;
        if (was) facts.push(actionFact(was, action, -1));
        if (is) facts.push(actionFact(is, action, 1));
      }
    await this.add(of, tx, facts);
  }

  /**
   * Takes back that an action ended a step, in time or late, because it is undone: the document waits for the step again. The action itself was done, and stays
   * counted. @param row the row as it was before the undo @param id the action's history entry
   */
  async stepUndone(of: StatisticKind, tx: EntityManager, row: DocumentRow, id: string): Promise<void> {
    const counted = await this.actionsOf(tx, { id });
    await tx.update(DocumentActionRow, { id }, { dueAt: null });
    const place = placeOf(of, row);
    if (place)
      await this.add(
        of,
        tx,
        counted.flatMap((action) => [actionFact(place, action, -1), actionFact(place, { ...action, dueAt: null }, 1)]),
      );
  }

  /** Counts the escalation of a document. The caller must have locked its row. */
  async countEscalation(of: StatisticKind, tx: EntityManager, row: DocumentRow, at: Date): Promise<void> {
    const place = placeOf(of, row);
    if (place) await this.add(of, tx, [escalationFact(place, row.documentStatus, at, 1)]);
  }

  /**
   * Returns what is counted about a document because supervisors were told of it. They are told only of overdue documents; undoing an action can lead back to
   * such a step.
   */
  private async escalationFacts(tx: EntityManager, place: Place | null, row: DocumentRow, { updatedAt }: DocumentRow, number: number): Promise<Fact[]> {
    const told = place && row.dueAt && row.dueAt <= updatedAt ? await escalationTime(this.db, tx, row) : undefined;
    return place && told ? [escalationFact(place, row.documentStatus, told, number)] : [];
  }

  /** Returns the facts that undo everything counted about a document that is about to be erased. */
  async factsBeforeErasure(of: StatisticKind, tx: EntityManager, id: string): Promise<Fact[]> {
    const row = (await this.db.findForUpdate(tx, of.row, id)) as DocumentRow | null;
    const was = placeOf(of, row);
    if (!row || !was) return [];
    const told = await escalationTime(this.db, tx, row);
    return [
      ...factsOf(of, row, -1),
      ...markFacts(was, row, await marksBeside(of, tx, id), -1),
      ...(told ? [escalationFact(was, row.documentStatus, told, -1)] : []),
      ...(await this.actionsOf(tx, { documentId: id })).map((action) => actionFact(was, action, -1)),
    ];
  }

  /** Records facts. They count as soon as the transaction commits. The facts of rows that are inserted together (`insertTogether`) are combined. */
  async add({ kind }: StatisticKind, tx: EntityManager, facts: readonly Fact[]): Promise<void> {
    if (this.kinds.has(kind)) await this.addTo(kind, tx, facts);
  }

  /** Records changes in the number of documents of a kind that use catalogue records. */
  addUses(kind: string, tx: EntityManager, facts: readonly Fact[]): Promise<void> {
    return this.addTo(usesName(kind), tx, facts);
  }

  /** Returns how many of the documents registered in a span have each mark. @param agencies null means all agencies */
  async marks(of: StatisticKind, span: Span, agencies: readonly string[] | null): Promise<MarkNumber[]> {
    return markNumbers(this.db, of, span, agencies, await this.check.isSettled(of.kind));
  }

  /** Returns how many documents of a kind use a catalogue record. */
  async uses(kind: string, catalogue: string, code: string): Promise<number> {
    const name = usesName(kind);
    const found = await this.db.reader.query<{ number: string | number | null; facts: string | null }[]>(
      `select sum(number) as number, null as facts from statistic where kind = ? and series = ? and who = ? and at = '' and agency = '' and a = ?
       union all select 0, facts from statistic_change where kind = ?`,
      [name, seriesOf.used, catalogue, code, name],
    );
    const waiting = found.flatMap(({ facts }) => (facts ? (JSON.parse(facts) as Fact[]) : [])).flatMap(cellsOf);
    const own = waiting.filter(({ who, a }) => who === catalogue && a === code);
    return own.reduce((sum, { number }) => sum + number, Number(found[0]?.number ?? 0));
  }

  private async addTo(kind: string, tx: EntityManager, facts: readonly Fact[]): Promise<void> {
    const write = async (all: ReadonlyMap<string, readonly Fact[]>): Promise<void> => {
      for (const [of, found] of all) await this.insert(tx, of, found);
    };
    const shared = batchState(tx, this, () => new Map<string, Fact[]>(), write);
    if (!shared) return this.insert(tx, kind, facts);
    const known = shared.get(kind);
    if (known) known.push(...facts);
    else shared.set(kind, [...facts]);
  }

  private async insert(tx: EntityManager, kind: string, facts: readonly Fact[]): Promise<void> {
    const left = combineFacts(facts);
    if (left.length === 0) return;
    for (let from = 0; from < left.length; from += factsTogether)
      await insertRow(tx, StatisticChangeRow, { id: this.ids.next(), kind, facts: JSON.stringify(left.slice(from, from + factsTogether)) });
    this.addSoon();
  }

  /** Returns the actions of officials among those of a document, or the one with an id. */
  private async actionsOf(tx: EntityManager, which: { documentId: string } | { id: string }): Promise<ActionDone[]> {
    const actions = await tx.findBy(DocumentActionRow, which);
    const subs = [...new Set(actions.flatMap(({ userSub }) => userSub ?? []))];
    const officials = subs.length ? await tx.findBy(StaffAccountRow, { sub: In(subs) }) : [];
    const known = new Set(officials.map(({ sub }) => sub));
    return actions.filter(({ userSub }) => userSub !== null && known.has(userSub));
  }

  /** Adds all recorded changes to the counters. Any number of instances may do this at once. @returns the number of changes that were added */
  async addChanges(): Promise<number> {
    let added = 0;
    for (let full = true; full && !this.task.isStopped; ) {
      const found = await this.db.reader.find(StatisticChangeRow, { select: { id: true }, take: 1 });
      if (found.length === 0) break;
      const number = await this.db.write((tx) => this.addBatch(tx), { durable: false });
      added += number;
      full = number === batch;
    }
    return added;
  }

  private async addBatch(tx: EntityManager): Promise<number> {
    // Only one instance at a time may add changes. The changes are read after the lock is taken, so changes that another instance has added are gone.
    if (this.db.engine === 'mysql')
      await tx.query(`select kind from statistic_check where kind in (${[...this.kinds].map(() => '?').join(', ')}) order by kind for update`, [
        ...this.kinds.keys(),
      ]);
    const changes = await tx.find(StatisticChangeRow, { order: { id: 'ASC' }, take: batch });
    if (changes.length === 0) return 0;
    for (const kind of new Set(changes.map((change) => change.kind))) {
      const facts = changes.filter((change) => change.kind === kind).flatMap((change) => JSON.parse(change.facts) as Fact[]);
      await addCells(this.db, tx, kind, summed(facts.flatMap(cellsOf)));
    }
    const ids = changes.map(({ id }) => id);
    const { affected } = await tx.delete(StatisticChangeRow, { id: In(ids) });
    if (this.db.engine === 'mysql' && affected !== ids.length) throw new Error('another instance has added these changes');
    return changes.length;
  }
}

/** Returns the values under which a document is counted; null for a draft, and for a document without an agency, which no staff could see. */
function placeOf({ statistics = {} }: StatisticKind, row: DocumentRow | null): Place | null {
  if (!row || row.reference === null || !row.agencyCode) return null;
  const columns = row as ObjectLiteral;
  const at = (column: string | undefined): string => (column ? String(columns[column] ?? '') : '');
  return { agency: row.agencyCode, lane: at(statistics.lane), point: at(statistics.entryPoint) };
}

function factsOf(of: StatisticKind, row: DocumentRow | null, number: number): Fact[] {
  const place = placeOf(of, row);
  if (!row || !place) return [];
  const { documentStatus: status, createdAt, stepSince, dueAt } = row;
  const columns = row as ObjectLiteral;
  const text = (column: string | undefined): string => (column ? String(columns[column] ?? '') : '');
  const dayIn = (column: string): string => {
    const value: unknown = columns[column];
    return value instanceof Date ? databaseTime(value).slice(0, 10) : text(column);
  };
  return [
    { of: 'document', hour: hourOf(createdAt), ...place, status, number },
    ...(stepSince ? [{ of: 'waiting' as const, hour: hourOf(stepSince), ...place, status, number }] : []),
    ...(dueAt ? [{ of: 'due' as const, hour: hourOf(dueAt), ...place, status, number }] : []),
    ...(of.listTotals ?? []).map(({ day, columns: [b, c, who] }, list): Fact => {
      const found = { lane: text(b), point: text(c), ...(who ? { sub: text(who) } : {}) };
      return { of: 'listed', hour: dayIn(day) || noDay, agency: place.agency, status, ...found, ...(list ? { list } : {}), number };
    }),
  ];
}

function actionFact(place: Place, { at, action, documentStatus: status, userSub, dueAt }: ActionDone, number: number): Fact {
  const done = dueAt ? { done: at > dueAt ? ('late' as const) : ('onTime' as const) } : {};
  return { of: 'action', hour: hourOf(at), ...place, status, sub: userSub ?? '', action, ...done, number };
}
