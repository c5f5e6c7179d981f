/** Tells supervisors of cases that are overdue for longer than their step allows: each case once for each time that it falls due. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { inBoth, L, sentence } from '@portal/contract-kit';
import { type EntityManager, In, LessThanOrEqual, MoreThan } from 'typeorm';
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
import { DocumentClaimRow, DocumentEscalationRow } from './work.entities.ts';
import { nextStepFor } from './work-step.ts';

/** The catalogue of rules: `code` is `<kind>.<action>`, `minutes` is by how much the step may be overdue, by the country's calendar. */
const rulesCatalogue = 'escalation-rules';
const everyMs = 20_000;
const batch = 200;
/** References that one message names. */
const mostNamed = 20;

/** Minutes by action. */
type Rules = ReadonlyMap<string, number>;

/**
 * Every instance looks, three times a minute. What is escalated is a row with the document's id as its key: of two instances one writes it, with the messages,
 * in one transaction, and the other finds it written. Nothing is kept in memory, so a restart neither forgets nor repeats.
 */
@Injectable()
export class Escalation implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private running?: Promise<unknown>;
  private lastEnd?: Date;

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

  /** Escalates what is due for it, and announces the claims that have ended. @returns how many cases were escalated */
  async run(): Promise<number> {
    const all = this.modules.get<AnyDocuments[]>(DOCUMENTS, { strict: false });
    let escalated = 0;
    for (const documents of all) {
      const rules = await rulesOf(documents);
      if (rules.size) escalated += await this.escalate(documents, rules);
    }
    const [first] = all;
    if (first) await this.announceEndedClaims(first, all);
    return escalated;
  }

  private async escalate(documents: AnyDocuments, rules: Rules): Promise<number> {
    const { kit } = documents;
    await kit.calendar.ready();
    const now = kit.clock.now();
    let escalated = 0;
    for (let after: DocumentRow | undefined; ; ) {
      const rows = await overdue(documents, rules, now, after);
      const late = rows.filter((row) => isLate(documents, rules, row, now));
      if (late.length) escalated += await tell(documents, late, now);
      after = rows.at(-1);
      if (rows.length < batch) return escalated;
    }
  }

  /** A claim that ends by itself is deleted by nobody, so nothing else says that the case is free again. */
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

/** The rules of a kind; none where the catalogue is empty or cannot be read. */
async function rulesOf({ definition: d, kit }: AnyDocuments): Promise<Rules> {
  const records = await kit.catalogues.records(rulesCatalogue).catch(() => []);
  const prefix = `${d.kind}.`;
  return new Map(
    records.flatMap(({ code, minutes, retired }) =>
      code.startsWith(prefix) && retired !== true && typeof minutes === 'number' && minutes >= 0 ? [[code.slice(prefix.length), minutes] as const] : [],
    ),
  );
}

/** Statuses in which a step with a rule is waited for: others are not even read. */
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

/** Overdue documents that are not escalated yet, the longest overdue first. Office time passes no faster than time, so what is due later cannot be late. */
async function overdue(documents: AnyDocuments, rules: Rules, now: Date, after?: DocumentRow): Promise<DocumentRow[]> {
  const { definition: d, kit } = documents;
  const limit = new Date(now.getTime() - Math.min(...rules.values()) * 60_000);
  // An index has the documents of one status in this order. Whole rows are read only for those that are next.
  const byStatus = await Promise.all(
    statusesOf(documents, rules).map((documentStatus) => {
      const builder = kit.db.reader
        .createQueryBuilder(d.row as new () => DocumentRow, 'd')
        .select(['d.id', 'd.dueAt'])
        .where({ dueAt: LessThanOrEqual(limit), documentStatus })
        .andWhere('not exists (select 1 from document_escalation e where e.id = d.id and e.dueAt = d.dueAt)');
      if (after) builder.andWhere([{ dueAt: MoreThan(after.dueAt as Date) }, { dueAt: after.dueAt as Date, id: MoreThan(after.id) }]);
      return builder.orderBy('d.dueAt').addOrderBy('d.id').limit(batch).getMany();
    }),
  );
  const next = byStatus
    .flat()
    .sort(inOrder)
    .slice(0, batch)
    .map(({ id }) => id);
  const rows = next.length ? ((await kit.db.reader.findBy(d.row, { id: In(next) } as never)) as DocumentRow[]) : [];
  return rows.sort(inOrder);
}

/** The longest overdue first, then by id. */
const inOrder = (one: DocumentRow, two: DocumentRow): number =>
  (one.dueAt?.getTime() ?? 0) - (two.dueAt?.getTime() ?? 0) || (one.id < two.id ? -1 : one.id > two.id ? 1 : 0);

function isLate(documents: AnyDocuments, rules: Rules, row: DocumentRow, now: Date): boolean {
  const step = nextStepFor(documents.definition, documents.modelOf(row));
  const minutes = step && rules.get(step.action);
  return minutes !== undefined && row.dueAt !== null && documents.kit.calendar.hours.after(row.dueAt, minutes) <= now;
}

/** Marks cases as escalated and tells their supervisors. @returns how many; 0 where another instance was faster */
async function tell(documents: AnyDocuments, rows: readonly DocumentRow[], now: Date): Promise<number> {
  const { definition: d, kit } = documents;
  const call = systemCall(`escalation-${dateTime(now)}`);
  const supervisors = (await kit.accounts.all()).filter((account) => hasRole(account, `${d.rolePrefix}-supervise`));
  try {
    await kit.db.write(async (tx) => {
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
    });
    log().info({ kind: d.kind, escalated: rows.length }, 'overdue cases were escalated');
    return rows.length;
  } catch (error) {
    if (isDuplicate(error)) return 0;
    throw error;
  }
}

/** Marks a case as escalated. @returns whether it still waited in that step: its row is locked, so nobody acts on it meanwhile */
async function mark({ definition: d, kit }: AnyDocuments, tx: EntityManager, row: DocumentRow, now: Date, call: Call): Promise<boolean> {
  const { id, reference, dueAt, documentStatus } = row;
  const present = (await kit.db.findForUpdate(tx, d.row, id)) as DocumentRow | null;
  if (present?.documentStatus !== documentStatus || present.dueAt?.getTime() !== dueAt?.getTime()) return false;
  // That of an earlier step. A concurrent instance has deleted it too, and fails at the insertion.
  await tx
    .createQueryBuilder()
    .delete()
    .from(DocumentEscalationRow)
    .where('id = :id and dueAt <> :dueAt', { id, dueAt: dueAt as Date })
    .execute();
  await insertRow(tx, DocumentEscalationRow, { id, kind: d.kind, dueAt: dueAt as Date, at: now });
  await kit.audit.add(tx, call, { action: 'escalation', kind: d.kind, documentId: id, reference, details: { dueAt: dateTime(dueAt as Date) } });
  await kit.statistics.told(d, tx, present, now);
  kit.events.announce(tx, d, row, 'escalated', call);
  return true;
}

/** One message for all cases of a moment. References alone name nobody. */
function letter({ definition: d, kit }: AnyDocuments, rows: readonly DocumentRow[]): Letter {
  const named = rows.slice(0, mostNamed).map(({ reference }) => reference);
  const more = rows.length - named.length;
  const list = d.staffScreen.replace(/\/view$/, '');
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
    link: { label: L('Open the list', 'Abrir a lista'), url: `${kit.settings.publicUrl}${list}` },
  };
}
