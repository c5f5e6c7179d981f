/** Tells supervisors about cases that are overdue for longer than their step allows: once for each time that a case falls due. */
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { inBoth, L, sentence } from '@portal/contract-kit';
import { type EntityManager, In, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';
import { accessTo } from '../access/access.ts';
import { type Call, hasRole, systemCall } from '../auth/actor.ts';
import { dateTime } from '../clock.ts';
import { isDuplicate } from '../database/database.ts';
import { insertRow } from '../database/insert.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { type AnyDocuments, DOCUMENTS } from '../documents/documents.ts';
import { log } from '../logging.ts';
import type { Letter } from '../messages/letter.ts';
import { RETENTION_PLAN, type RetentionPlan } from '../retention/retention.ts';
import { endLostAssignments } from './lost-assignments.ts';
import { DocumentClaimRow, DocumentEscalationRow } from './work.entities.ts';
import { currentStepOf } from './work-step.ts';

/**
 * The catalogue of rules. `code` is `<kind>.<action>`, and `minutes` is the time by which the step may be overdue, in working hours of the country's calendar.
 */
const rulesCatalogue = 'escalation-rules';
const everyMs = 20_000;
const batch = 200;
/** Maximum number of references in one message. */
const mostNamed = 20;

/** How often an instance checks everything that is overdue, in milliseconds. Nothing is missed for longer than this. */
const wholeEveryMs = 10 * 60_000;
/** Maximum time, in milliseconds, by which the clocks of instances differ and by which transactions commit late. */
const overlapMs = 2 * 60_000;

/** Number of minutes by action. */
type Rules = ReadonlyMap<string, number>;

/** How far an instance has checked the documents of a kind. */
interface Looked {
  rules: Rules;
  at: Date;
  /** Time when the last check of everything that is overdue began. */
  wholeAt: Date;
  /** Documents that were due before this time were escalated already, or have no rule. */
  until: Date;
}

/**
 * Escalates overdue cases. Every instance checks three times a minute. An escalated case is a row whose key is the document's id. If two instances check at the
 * same time, one of them writes the row together with the messages in one transaction, and the other one finds the row. A restart neither forgets nor repeats
 * an escalation, because an instance begins with everything that is overdue. After that it checks the documents that have become overdue since, and those on
 * which somebody has acted: undoing an action may lead back into a step that is long overdue.
 */
@Injectable()
export class Escalation implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private running?: Promise<unknown>;
  private lastEnd?: Date;
  private readonly looked = new Map<string, Looked>();

  constructor(
    private readonly modules: ModuleRef,
    @Inject(RETENTION_PLAN) private readonly plan: RetentionPlan,
  ) {}

  onApplicationBootstrap(): void {
    if (this.plan.kinds.length === 0) return;
    this.timer = setInterval(() => {
      this.running ??= this.run()
        .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'escalation'))
        .finally(() => {
          this.running = undefined;
        });
    }, everyMs);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Escalates the cases that are late enough, ends lost assignments, and announces the claims that have ended. @returns the number of escalated cases */
  async run(): Promise<number> {
    const all = this.modules.get<AnyDocuments[]>(DOCUMENTS, { strict: false });
    let escalated = 0;
    for (const documents of all) {
      const rules = await rulesOf(documents);
      if (rules.size) escalated += await this.escalate(documents, rules);
      await endLostAssignments(documents);
    }
    const [first] = all;
    if (first) await this.announceEndedClaims(first, all);
    return escalated;
  }

  private async escalate(documents: AnyDocuments, rules: Rules): Promise<number> {
    const { kit, definition } = documents;
    await kit.calendar.ready();
    const now = kit.clock.now();
    // Working hours never pass faster than real time, so a document that was due after this time cannot be late.
    const limit = new Date(now.getTime() - Math.min(...rules.values()) * 60_000);
    const last = this.looked.get(definition.kind);
    const isWhole = !last || !isDeepStrictEqual(last.rules, rules) || !isWithin(now.getTime() - last.wholeAt.getTime(), wholeEveryMs);
    let escalated = 0;
    let until = limit;
    let areAllTold = true;
    const look = async (rows: DocumentRow[]): Promise<void> => {
      const ruled = rows.map((row) => ({ row, lateAt: lateAt(documents, rules, row, now) }));
      const late = ruled.flatMap((each) => (each.lateAt && each.lateAt <= now ? [each.row] : []));
      const told = late.length ? await tell(documents, late, now) : 0;
      escalated += told ?? 0;
      areAllTold &&= told !== undefined;
      for (const each of ruled) if (each.lateAt && each.lateAt > now && each.row.dueAt && each.row.dueAt < until) until = each.row.dueAt;
    };
    if (!isWhole) await look(await overdue(documents, rules, limit, { actedSince: new Date(last.at.getTime() - overlapMs) }));
    for (let after = isWhole ? undefined : { dueAt: new Date(last.until.getTime() - overlapMs), id: '' }; ; ) {
      const rows = await overdue(documents, rules, limit, { after });
      await look(rows);
      after = rows.at(-1) as { dueAt: Date; id: string } | undefined;
      if (rows.length < batch) break;
    }
    if (areAllTold) this.looked.set(definition.kind, { rules, at: now, wholeAt: isWhole ? now : last.wholeAt, until });
    return escalated;
  }

  /** When a claim ends without a call, nothing else announces that the case is free again. */
  private async announceEndedClaims({ kit }: AnyDocuments, all: readonly AnyDocuments[]): Promise<void> {
    const now = kit.clock.now();
    const since = this.lastEnd ?? new Date(now.getTime() - everyMs);
    this.lastEnd = now;
    const ended = await kit.db.reader.createQueryBuilder(DocumentClaimRow, 'c').where('c.endsAt > :since and c.endsAt <= :now', { since, now }).getMany();
    for (const documents of all) {
      const { definition: d } = documents;
      const ids = ended.filter(({ kind }) => kind === d.kind).map(({ id }) => id);
      const rows: DocumentRow[] = ids.length ? await kit.db.reader.findBy(d.row, { id: In(ids) } as never) : [];
      for (const { id, reference, agencyCode } of rows)
        if (reference !== null) kit.events.tell({ what: 'released', kind: d.path, id, reference, rolePrefix: d.rolePrefix, agencyCode, by: null });
    }
  }
}

/** Returns whether a time span is shorter than a maximum and not negative. It is negative after the clock was set back. */
const isWithin = (ms: number, most: number): boolean => ms >= 0 && ms < most;

/** Returns the rules of a kind; none where the catalogue is empty or cannot be read. */
async function rulesOf({ definition: d, kit }: AnyDocuments): Promise<Rules> {
  const records = await kit.catalogues.records(rulesCatalogue).catch(() => []);
  const prefix = `${d.kind}.`;
  return new Map(
    records.flatMap(({ code, minutes, retired }) =>
      code.startsWith(prefix) && retired !== true && typeof minutes === 'number' && minutes >= 0 ? [[code.slice(prefix.length), minutes] as const] : [],
    ),
  );
}

/** Returns the statuses from which an action with a rule leads on. Documents in other statuses are not even read. */
function statusesOf({ definition: { workflow } }: AnyDocuments, rules: Rules): string[] {
  const workflows = [workflow, ...Object.values(workflow.paths ?? {})];
  return [
    ...new Set(
      workflows.flatMap(({ actions }) =>
        [...rules.keys()].flatMap((action) => {
          const from: unknown = actions[action]?.from;
          return Array.isArray(from) ? (from as string[]) : from === '*' ? workflow.statuses : [];
        }),
      ),
    ),
  ];
}

interface Part {
  /** The last document of the previous batch, in their order. */
  after?: { dueAt: Date; id: string } | undefined;
  /** Restricts the result to documents on which somebody has acted since this time. */
  actedSince?: Date;
}

/** Returns a batch of documents that were due by a time and are not escalated yet, the longest overdue first. */
async function overdue(documents: AnyDocuments, rules: Rules, limit: Date, { after, actedSince }: Part): Promise<DocumentRow[]> {
  const { definition: d, kit } = documents;
  // An index holds the documents of one status in this order. Whole rows are read only for the documents of the next batch.
  const byStatus = await Promise.all(
    statusesOf(documents, rules).map((documentStatus) => {
      const builder = kit.db.reader
        .createQueryBuilder(d.row as new () => DocumentRow, 'd')
        .select(['d.id', 'd.dueAt'])
        .where({ dueAt: LessThanOrEqual(limit), documentStatus })
        .andWhere('not exists (select 1 from document_escalation e where e.id = d.id and e.dueAt = d.dueAt)');
      if (actedSince) builder.andWhere('d.id in (select a.documentId from document_action a where a.at >= :actedSince)', { actedSince });
      // The first of these conditions alone lets the database start at the right place of the index.
      if (after)
        builder.andWhere({ dueAt: MoreThanOrEqual(after.dueAt) }).andWhere([{ dueAt: MoreThan(after.dueAt) }, { dueAt: after.dueAt, id: MoreThan(after.id) }]);
      return actedSince ? builder.getMany() : builder.orderBy('d.dueAt').addOrderBy('d.id').limit(batch).getMany();
    }),
  );
  const found = byStatus.flat().sort(inOrder);
  const next = (actedSince ? found : found.slice(0, batch)).map(({ id }) => id);
  const rows = next.length ? ((await kit.db.reader.findBy(d.row, { id: In(next) } as never)) as DocumentRow[]) : [];
  return rows.sort(inOrder);
}

/** Compares documents: the longest overdue first, then by id. */
const inOrder = (one: DocumentRow, two: DocumentRow): number =>
  (one.dueAt?.getTime() ?? 0) - (two.dueAt?.getTime() ?? 0) || (one.id < two.id ? -1 : one.id > two.id ? 1 : 0);

/**
 * Returns the time from which a document is so late that its supervisors are told; undefined where no rule applies. The time is an earlier one if that is still
 * to come as well: a year of office minutes is not counted for every overdue document at each check.
 */
function lateAt(documents: AnyDocuments, rules: Rules, row: DocumentRow, now: Date): Date | undefined {
  const minutes = rules.get(currentStepOf(documents.definition, documents.modelOf(row)) ?? '');
  if (minutes === undefined || row.dueAt === null) return undefined;
  const earliest = new Date(row.dueAt.getTime() + minutes * 60_000);
  return earliest > now ? earliest : documents.kit.calendar.hours.afterOfficeMinutes(row.dueAt, minutes);
}

/**
 * Marks cases as escalated and tells their supervisors. @returns the number of the given cases; undefined where another instance has told of some of them
 * meanwhile. Then nothing is written, and the others still have to be told
 */
async function tell(documents: AnyDocuments, rows: readonly DocumentRow[], now: Date): Promise<number | undefined> {
  const { definition: d, kit } = documents;
  const call = systemCall(`escalation-${dateTime(now)}`);
  const supervisors = (await kit.accounts.all()).filter((account) => hasRole(account, `${d.rolePrefix}-supervise`));
  try {
    const escalated = await kit.db.write(async (tx) => {
      const marked: DocumentRow[] = [];
      for (const row of rows) if (await mark(documents, tx, row, now, call)) marked.push(row);
      for (const supervisor of supervisors) {
        const theirs = marked.filter(({ ownerSub, agencyCode }) =>
          accessTo({ ownerSub, agencyCode, isDraft: false }, 'id', supervisor, d.rolePrefix).has('reader'),
        );
        if (!theirs.length || !supervisor.email) continue;
        const recipient = { channel: 'email', to: supervisor.email } as const;
        await kit.messages.add(tx, { eventId: kit.ids.next(), recipient, letter: letter(documents, theirs), kind: d.kind, requestId: call.requestId });
      }
      return marked.length;
    });
    log().info({ kind: d.kind, escalated }, 'overdue cases were escalated');
    return escalated;
  } catch (error) {
    if (isDuplicate(error)) return undefined;
    throw error;
  }
}

/** Marks a case as escalated. @returns whether it still waited in that step. Its row is locked, so nobody acts on it meanwhile */
async function mark({ definition: d, kit }: AnyDocuments, tx: EntityManager, row: DocumentRow, now: Date, call: Call): Promise<boolean> {
  const { id, reference, dueAt, documentStatus } = row;
  const present = (await kit.db.findForUpdate(tx, d.row, id)) as DocumentRow | null;
  if (present?.documentStatus !== documentStatus || present.dueAt?.getTime() !== dueAt?.getTime()) return false;
  // Delete the row of an earlier step. A concurrent instance has deleted it too, and then fails when it inserts the new row.
  await tx
    .createQueryBuilder()
    .delete()
    .from(DocumentEscalationRow)
    .where('id = :id and dueAt <> :dueAt', { id, dueAt: dueAt as Date })
    .execute();
  await insertRow(tx, DocumentEscalationRow, { id, kind: d.kind, dueAt: dueAt as Date, at: now });
  await kit.audit.add(tx, call, { action: 'escalation', kind: d.kind, documentId: id, reference, details: { dueAt: dateTime(dueAt as Date) } });
  await kit.statistics.countEscalation(d, tx, present, now);
  kit.events.announce(tx, d, row, 'escalated', call);
  return true;
}

/** Writes one message about all cases that are escalated together. A reference alone does not identify a person. */
function letter({ definition: d, kit }: AnyDocuments, rows: readonly DocumentRow[]): Letter {
  const named = rows.slice(0, mostNamed).map(({ reference }) => reference);
  const more = rows.length - named.length;
  return {
    event: 'cases-overdue',
    subject: L('Cases are overdue', 'Há casos fora do prazo'),
    paragraphs: [
      sentence('Overdue, and waiting for a supervisor: {{count}} ({{title}}).', 'Fora do prazo, à espera de um supervisor: {{count}} ({{title}}).', {
        count: rows.length,
        title: d.title,
      }),
      inBoth([...named, ...(more > 0 ? [`+ ${more}`] : [])].join(', ')),
    ],
    link: { label: L('Open the list', 'Abrir a lista'), url: `${kit.settings.publicUrl}${d.staffList}` },
  };
}
