/** Erases documents whose retention period has ended, after which the law no longer requires them. */
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { dayOf, MEDIA_PRINTS_OUTDATED_TOPIC, MEDIA_RELEASED_TOPIC, type MediaReleased } from '@portal/contract-kit';
import { type EntityManager, In, LessThan } from 'typeorm';
import { Audit } from '../audit/audit.ts';
import { type Call, systemCall } from '../auth/actor.ts';
import { CatalogueUses } from '../catalogue/catalogue-uses.ts';
import { addDays, Clock } from '../clock.ts';
import { Database } from '../database/database.ts';
import { DocumentActionRow, DocumentVersionRow, ErasureRequestRow, OneTimeCodeRow } from '../database/kit.entities.ts';
import { DocumentCounts } from '../documents/document-counts.ts';
import type { DocumentKind } from '../documents/document-kind.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { log } from '../logging.ts';
import { DocumentNameWordRow } from '../lookup/name-words.entities.ts';
import { MessageChoiceRow, MessageRow } from '../messages/message.entities.ts';
import { Outbox } from '../outbox/outbox.ts';
import { DailyJobs } from '../queue/daily-jobs.ts';
import { Statistics } from '../statistics/statistics.ts';
import { DocumentClaimRow, DocumentEscalationRow, DocumentNoteRow } from '../work/work.entities.ts';
import { ErasedDocumentRow } from './erased.entity.ts';
import type { RetentionRule } from './retention-rule.ts';
import { documentsExportedWith } from './stored-exports.ts';

/** What `Retention` needs to know about a service. */
export interface RetentionPlan {
  service: string;
  kinds: readonly DocumentKind[];
  /** Topics of services, besides svc-media, that keep data of these documents; the message is `{ service, documentId }`. */
  tell: readonly string[];
}

export const RETENTION_PLAN = Symbol('RetentionPlan');
const batch = 100;

/**
 * Erases documents in a daily run. Each document is erased in its own transaction: its row (unless it has changed meanwhile), its versions and its history.
 * What remains is one row that identifies nobody, an audit record, and messages to the services that hold its files. An interrupted run is continued by the
 * next one; two runs at the same time erase each document once.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnApplicationShutdown {
  private stopped = false;

  constructor(
    @Inject(RETENTION_PLAN) private readonly plan: RetentionPlan,
    private readonly db: Database,
    private readonly daily: DailyJobs,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly counts: DocumentCounts,
    private readonly statistics: Statistics,
    private readonly uses: CatalogueUses,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.plan.kinds.some(({ retention }) => retention.length)) this.daily.each(`${this.plan.service}.retention`, () => this.run().then(() => undefined));
  }

  onApplicationShutdown(): void {
    this.stopped = true;
  }

  /** Erases every document that is due today. @returns the number of erased documents */
  async run(): Promise<number> {
    let erased = 0;
    for (const kind of this.plan.kinds) for (const rule of kind.retention) erased += await this.apply(kind, rule);
    if (erased) log().info({ service: this.plan.service, erased }, 'documents erased, their time is over');
    return erased;
  }

  private async apply(kind: DocumentKind, rule: RetentionRule): Promise<number> {
    let erased = 0;
    for (let after = ''; !this.stopped; ) {
      const rows = await this.over(kind, rule, after);
      for (const row of rows) if (!this.stopped && (await this.erase(kind, rule, row))) erased++;
      const last = rows.at(-1);
      if (rows.length < batch || !last) break;
      after = last.id;
    }
    return erased;
  }

  /** Returns documents whose retention period has ended and that nobody changed within it. */
  private over(
    { row, countedBy, alsoCountedBy = [], printedWith }: DocumentKind,
    { days, statuses, since, where = {} }: RetentionRule,
    after: string,
  ): Promise<DocumentRow[]> {
    const day = addDays(this.clock.today(), -days);
    const limit = new Date(`${day}T00:00:00Z`);
    const moment = /At$/.test(since);
    return this.db.reader
      .createQueryBuilder(row, 'd')
      .select([
        'd.id',
        'd.version',
        'd.documentCode',
        'd.reference',
        'd.documentStatus',
        'd.agencyCode',
        'd.createdAt',
        ...[countedBy, ...alsoCountedBy, printedWith].flatMap((column) => (column ? [`d.${column}`] : [])),
      ])
      .where({ ...where, documentStatus: In([...statuses]), updatedAt: LessThan(limit) })
      .andWhere(`d.${since} < :since and d.id > :after`, { since: moment ? limit : day, after })
      .orderBy('d.id')
      .limit(batch)
      .getMany();
  }

  private async erase(of: DocumentKind, rule: RetentionRule, row: DocumentRow): Promise<boolean> {
    const call = systemCall(`retention-${this.clock.today()}`);
    return this.db.write((tx) => this.eraseIn(tx, of, row, call, { since: rule.since, days: rule.days }));
  }

  /**
   * Erases a document in a transaction, unless it was changed since it was read.
   * @param row with its status, agency, reference and the columns that it is counted by and printed with
   * @param why the reason, for the audit record
   * @returns false where the document was changed since
   */
  async eraseIn(tx: EntityManager, of: DocumentKind, row: DocumentRow, call: Call, why: object): Promise<boolean> {
    const { kind, row: entity } = of;
    const { id, version, documentCode, reference, documentStatus, createdAt } = row;
    const counted = await this.statistics.factsBeforeErasure(of, tx, id);
    const exportedWith = await documentsExportedWith(of, tx, id);
    const used = await this.uses.codesBeforeErasure(of, tx, id);
    const { affected } = await tx.delete(entity, { id, version });
    if (affected !== 1) return false;
    for (const part of [
      DocumentVersionRow,
      DocumentActionRow,
      OneTimeCodeRow,
      DocumentNoteRow,
      DocumentNameWordRow,
      MessageRow,
      MessageChoiceRow,
      ...(of.beside ?? []),
    ])
      await tx.delete(part, { documentId: id });
    await tx.delete(DocumentClaimRow, { id });
    await tx.delete(DocumentEscalationRow, { id });
    // The requests stay as a record without their words. One that is still open has now been granted.
    await tx.update(ErasureRequestRow, { documentId: id, state: 'OPEN' }, { state: 'GRANTED', decidedAt: this.clock.now() });
    await tx.update(ErasureRequestRow, { documentId: id }, { reason: null, comment: null });
    const registeredOn = dayOf(createdAt);
    await tx.insert(ErasedDocumentRow, { id, kind, documentCode, reference, documentStatus, registeredOn, erasedOn: this.clock.today() });
    await this.outbox.deletePrintOrders(tx, id);
    const released: MediaReleased = { service: this.plan.service, documentId: id };
    for (const topic of [MEDIA_RELEASED_TOPIC, ...this.plan.tell]) await this.outbox.add(tx, topic, released);
    const printedWith = of.printedWith && (row as unknown as Record<string, string | null>)[of.printedWith];
    if (printedWith) await this.outbox.add(tx, MEDIA_RELEASED_TOPIC, { ...released, documentId: printedWith });
    for (const documentId of exportedWith) await this.outbox.add(tx, MEDIA_PRINTS_OUTDATED_TOPIC, { service: released.service, documentId });
    await this.audit.add(tx, call, { action: 'erasure', kind, documentId: id, reference, details: { documentStatus, ...why } });
    await this.uses.changed(of, tx, id, used, null);
    await this.statistics.add(of, tx, counted);
    await this.counts.changed(of, tx, [row], []);
    return true;
  }

  /** Returns the last day of a document's retention period, `YYYY-MM-DD`; undefined while somebody works on the document, or if it is never erased. */
  keptUntil(of: DocumentKind, row: DocumentRow): string | undefined {
    const columns = row as unknown as Record<string, unknown>;
    const rule = of.retention.find(
      ({ statuses, where = {} }) => statuses.includes(row.documentStatus) && Object.entries(where).every(([name, value]) => columns[name] === value),
    );
    const since = rule && columns[rule.since];
    if (!rule || !since) return undefined;
    return addDays(since instanceof Date ? dayOf(since) : String(since), rule.days);
  }
}
