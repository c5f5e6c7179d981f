import { type DynamicModule, Global, Inject, Injectable, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AuditController } from './audit/audit.controller.ts';
import { Audit } from './audit/audit.ts';
import { AUDIT_KEYS, type AuditKeys, loadAuditKeys } from './audit/audit-keys.ts';
import { AuditMonitor } from './audit/audit-monitor.ts';
import { AuditPerson } from './audit/audit-person.ts';
import { AuditOrder1700000902200, AuditSearch1700000901000 } from './audit/audit-search.migration.ts';
import { AuditSearch } from './audit/audit-search.ts';
import { AuditSequencer } from './audit/audit-sequencer.ts';
import { AuditTree, logNameOf } from './audit/audit-tree.ts';
import { AuditWitness } from './audit/audit-witness.ts';
import { AuthGuard, TokenVerifier } from './auth/auth.guard.ts';
import { CallTokens } from './auth/call-tokens.ts';
import { CatalogueClient } from './catalogue/catalogue-client.ts';
import { CatalogueUses1700000901800 } from './catalogue/catalogue-uses.migration.ts';
import { CatalogueUses } from './catalogue/catalogue-uses.ts';
import { Clock, Ids } from './clock.ts';
import { AuditTree1700000000300 } from './database/audit-tree.migration.ts';
import type { DatabaseOptions } from './database/data-sources.ts';
import { DatabaseModule } from './database/database.module.ts';
import { Database } from './database/database.ts';
import { kitEntities } from './database/kit.entities.ts';
import { KitTables1700000000000 } from './database/kit.migration.ts';
import { OutboxDocument1700000902900 } from './database/outbox-document.migration.ts';
import { OutboxLeases1700000902500 } from './database/outbox-leases.migration.ts';
import { OutboxOrigin1700000000100 } from './database/outbox-origin.migration.ts';
import { DocumentAgency1700000900000 } from './documents/document-agency.migration.ts';
import { DocumentCounts1700000000200 } from './documents/document-counts.migration.ts';
import { DocumentCounts } from './documents/document-counts.ts';
import type { DocumentKind } from './documents/document-kind.ts';
import { DocumentKit } from './documents/document-kit.ts';
import { Idempotency } from './documents/idempotency.ts';
import { DocumentSearchColumns1700000900300, SearchVersionIndex1700000900700 } from './documents/search-columns.migration.ts';
import { SearchColumns } from './documents/search-columns.ts';
import { Serials } from './documents/serials.ts';
import { TallyIndex1700000901400 } from './documents/tally-index.migration.ts';
import { BlindIndex } from './encryption/blind-index.ts';
import { type DataKeys, loadDataKeys } from './encryption/data-keys.ts';
import { EncryptedQueue } from './encryption/encrypted-queue.ts';
import { DATA_KEYS, Encryption } from './encryption/encryption.ts';
import type { EncryptedColumn, RetiredColumn } from './encryption/re-encryption.ts';
import { HealthController } from './http/health.controller.ts';
import { PartsController } from './http/parts.controller.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { ServiceParts } from './http/service-parts.ts';
import { NameWords1700000900600 } from './lookup/name-words.migration.ts';
import { NamesBeside1700000902100 } from './lookup/names-beside.migration.ts';
import { MediaClient } from './media/media-client.ts';
import { fileTransport } from './messages/file-transport.ts';
import { mailTransport } from './messages/mail-transport.ts';
import { Messages1700000901100 } from './messages/message.migration.ts';
import { MessageRecipient1700000902800 } from './messages/message-recipient.migration.ts';
import { MessageRetry1700000901700 } from './messages/message-retry.migration.ts';
import { MessageSender, OPEN_TRANSPORT, type OpenTransport } from './messages/message-sender.ts';
import { Messages } from './messages/messages.ts';
import { QueuedMail } from './messages/queued-mail.ts';
import { Reminders } from './messages/reminders.ts';
import { smsTransport } from './messages/sms-transport.ts';
import { UndeliveredMessages } from './messages/undelivered-messages.ts';
import { KitMetrics } from './observe/kit-metrics.ts';
import { Metrics } from './observe/metrics.ts';
import { ObservedQueue } from './observe/observed-queue.ts';
import type { Traces } from './observe/tracing.ts';
import { JobsController } from './outbox/jobs.controller.ts';
import { Jobs } from './outbox/jobs.ts';
import { Inbox, Outbox } from './outbox/outbox.ts';
import { OutboxRelay, QUEUE } from './outbox/relay.ts';
import { PrintClient } from './prints/print-client.ts';
import { Signer } from './qr/signing.ts';
import { DailyJobs } from './queue/daily-jobs.ts';
import { InProcessQueue } from './queue/in-process.queue.ts';
import type { JobQueue } from './queue/queue.ts';
import { ErasedDocumentRow } from './retention/erased.entity.ts';
import { ErasedDocuments1700000000001 } from './retention/erased.migration.ts';
import { RETENTION_PLAN, Retention, type RetentionPlan } from './retention/retention.ts';
import { ServiceSettings } from './settings/settings.ts';
import { ListTotals1700000901600, MoreListTotals1700000902000, TotalsBeside1700000902300 } from './statistics/list-totals.migration.ts';
import { Statistics1700000900400 } from './statistics/statistics.migration.ts';
import { Statistics } from './statistics/statistics.ts';
import { ApplicantQueueIndex1700000900800 } from './work/applicant-queue.migration.ts';
import { Claims } from './work/claims.ts';
import { DocumentEscalation1700000900500 } from './work/escalation.migration.ts';
import { Escalation } from './work/escalation.ts';
import { type EventBus, openEventBus } from './work/event-bus.ts';
import { CaseEvents, EVENT_BUS } from './work/events.ts';
import { NotesAndViews1700000900200 } from './work/notes.migration.ts';
import { OwnSteps1700000902400 } from './work/own-steps.migration.ts';
import { OwnTabs1700000901200 } from './work/own-tabs.migration.ts';
import { OwnTabsOfLists } from './work/own-tabs.ts';
import { StaffAccounts } from './work/staff-accounts.ts';
import { SavedViews } from './work/views.ts';
import { DocumentWork1700000900100 } from './work/work.migration.ts';
import { WorkCalendar } from './work/work-calendar.ts';

export interface KitOptions {
  service: string;
  settings: ServiceSettings;
  entities: NonNullable<DatabaseOptions['entities']>;
  migrations: NonNullable<DatabaseOptions['migrations']>;
  /** The document kinds of the service: how they are encrypted, and when they are erased. */
  documents?: readonly DocumentKind[];
  /** Encrypted JSON columns of the service's own tables. */
  encryptedColumns?: readonly EncryptedColumn[];
  /** Columns of earlier releases that held personal data. */
  retiredColumns?: readonly RetiredColumn[];
  /** Topics of other services, besides svc-media, that keep data about this service's documents. Each gets a message when a document is erased. */
  erasureTopics?: readonly string[];
  /** The clock, which tests replace. */
  clock?: Clock;
  /** Tracing, where it is on. */
  traces?: Traces;
}

/** Opens the queue on Redis, or in this process. The unused implementation is not loaded: BullMQ and its client are a fifth of a service's files. */
async function openQueue({ redisUrl, queuePrefix, dataDir }: ServiceSettings): Promise<JobQueue> {
  if (!redisUrl) return new InProcessQueue(`${queuePrefix} ${dataDir}`);
  const { BullQueue } = await import('./queue/bull.queue.ts');
  return new BullQueue(redisUrl, queuePrefix);
}

/**
 * Milliseconds after which a database connection without an answer is closed. A service's statement takes milliseconds; the gateway waits 30 seconds for an
 * answer.
 */
const socketTimeoutMs = 25_000;

/** Graceful shutdown of the kit: stops its background work in an order in which nothing is lost. Each part has `stop()`, which only this class calls. */
@Injectable()
class GracefulShutdown implements OnApplicationShutdown {
  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    private readonly relay: OutboxRelay,
    private readonly sequencer: AuditSequencer,
    private readonly witness: AuditWitness,
    private readonly monitor: AuditMonitor,
    private readonly counts: DocumentCounts,
    private readonly searchColumns: SearchColumns,
    private readonly statistics: Statistics,
    private readonly uses: CatalogueUses,
    private readonly metrics: Metrics,
    private readonly daily: DailyJobs,
    private readonly messages: MessageSender,
    @Inject(EVENT_BUS) private readonly events: EventBus,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    this.daily.stop();
    // Stop the relay first: publishing to a closed queue would never end.
    await this.relay.stop();
    await this.sequencer.stop();
    await Promise.all([this.witness.stop(), this.monitor.stop()]);
    await Promise.all([this.counts.stop(), this.searchColumns.stop(), this.uses.stop()]);
    await this.statistics.stop();
    await this.queue.close();
    await this.messages.stop();
    await this.relay.flush();
    await this.events.close();
    this.metrics.close();
  }
}

/**
 * NestJS shuts modules down from the root to the global ones. The global modules include those of @nestjs/typeorm, which close the data sources. This module is
 * not global and is named before the service's module, so that it stops after the service and before the data sources are closed.
 */
@Module({ providers: [GracefulShutdown] })
export class ShutdownModule {}

/** Returns the options of a service's database, with the kit's tables and the service's own. */
export const databaseOptions = (options: KitOptions): DatabaseOptions => ({
  service: options.service,
  entities: [...kitEntities, ErasedDocumentRow, ...(options.entities as unknown[])] as DatabaseOptions['entities'],
  migrations: [
    KitTables1700000000000,
    OutboxOrigin1700000000100,
    DocumentCounts1700000000200,
    AuditTree1700000000300,
    ErasedDocuments1700000000001,
    ...(options.migrations as unknown[]),
    DocumentAgency1700000900000,
    DocumentWork1700000900100,
    NotesAndViews1700000900200,
    DocumentSearchColumns1700000900300,
    Statistics1700000900400,
    DocumentEscalation1700000900500,
    NameWords1700000900600,
    SearchVersionIndex1700000900700,
    ApplicantQueueIndex1700000900800,
    AuditSearch1700000901000,
    Messages1700000901100,
    OwnTabs1700000901200,
    TallyIndex1700000901400,
    ListTotals1700000901600,
    MessageRetry1700000901700,
    CatalogueUses1700000901800,
    MoreListTotals1700000902000,
    NamesBeside1700000902100,
    AuditOrder1700000902200,
    TotalsBeside1700000902300,
    OwnSteps1700000902400,
    OutboxLeases1700000902500,
    MessageRecipient1700000902800,
    OutboxDocument1700000902900,
  ] as DatabaseOptions['migrations'],
});

/** The basis of every service: its database, queue, outbox, audit log, sign-in and the document kit. */
@Global()
@Module({})
export class KitModule {
  static forService(options: KitOptions): DynamicModule {
    const { settings } = options;
    const providers: Provider[] = [
      { provide: ServiceSettings, useValue: settings },
      // Also provide the settings under the service's own settings class.
      { provide: settings.constructor, useValue: settings },
      { provide: Metrics, useFactory: () => new Metrics(options.service) },
      {
        provide: QUEUE,
        inject: [Metrics, Encryption],
        useFactory: async (metrics: Metrics, encryption: Encryption): Promise<JobQueue> =>
          new EncryptedQueue(new ObservedQueue(await openQueue(settings), metrics, options.traces), encryption),
      },
      { provide: DATA_KEYS, useFactory: () => loadDataKeys(settings) },
      { provide: Encryption, inject: [DATA_KEYS], useFactory: (keys: DataKeys) => new Encryption(keys, settings.sealPersonalData === 'now') },
      BlindIndex,
      { provide: Clock, useValue: options.clock ?? new Clock() },
      Ids,
      Outbox,
      Inbox,
      OutboxRelay,
      Jobs,
      UndeliveredMessages,
      { provide: AUDIT_KEYS, useFactory: () => loadAuditKeys(settings, options.service) },
      { provide: AuditTree, inject: [AUDIT_KEYS], useFactory: (keys: AuditKeys) => new AuditTree(logNameOf(settings.databasePrefix, options.service), keys) },
      Audit,
      AuditSequencer,
      AuditWitness,
      AuditMonitor,
      AuditSearch,
      AuditPerson,
      Serials,
      Idempotency,
      CatalogueClient,
      PrintClient,
      MediaClient,
      {
        provide: OPEN_TRANSPORT,
        inject: [Clock],
        useFactory:
          (clock: Clock): OpenTransport =>
          async (channel) => {
            if (channel === 'sms') return settings.smsUrl ? smsTransport(settings) : fileTransport(settings, clock, channel);
            return settings.smtpUrl ? mailTransport(settings, options.service) : fileTransport(settings, clock, channel);
          },
      },
      MessageSender,
      Messages,
      Signer,
      {
        provide: DocumentCounts,
        inject: [Database, Clock],
        useFactory: (db: Database, clock: Clock) => new DocumentCounts(options.documents ?? [], db, clock),
      },
      { provide: EVENT_BUS, useFactory: () => openEventBus(settings) },
      CaseEvents,
      {
        provide: Statistics,
        inject: [Database, Clock, Ids],
        useFactory: (db: Database, clock: Clock, ids: Ids) => new Statistics(options.documents ?? [], db, clock, ids),
      },
      {
        provide: CatalogueUses,
        inject: [Database, Clock, Statistics, Encryption, BlindIndex],
        useFactory: (db: Database, clock: Clock, statistics: Statistics, encryption: Encryption, index: BlindIndex) =>
          new CatalogueUses(options.documents ?? [], db, clock, statistics, encryption, index),
      },
      Claims,
      StaffAccounts,
      WorkCalendar,
      SavedViews,
      OwnTabsOfLists,
      Escalation,
      QueuedMail,
      Reminders,
      {
        provide: SearchColumns,
        inject: [Database, Encryption, BlindIndex],
        useFactory: (db: Database, encryption: Encryption, index: BlindIndex) => new SearchColumns(options.documents ?? [], db, encryption, index),
      },
      DocumentKit,
      DailyJobs,
      {
        provide: RETENTION_PLAN,
        useValue: { service: options.service, kinds: options.documents ?? [], tell: options.erasureTopics ?? [] } satisfies RetentionPlan,
      },
      Retention,
      TokenVerifier,
      { provide: CallTokens, useFactory: () => CallTokens.open(settings, `svc-${options.service}`) },
    ];
    return {
      module: KitModule,
      imports: [DatabaseModule.forService(settings, { ...databaseOptions(options), socketTimeoutMs }, options.entities as (new () => object)[])],
      controllers: [HealthController, PartsController, AuditController, JobsController],
      providers: [...providers, ServiceParts, KitMetrics, { provide: APP_GUARD, useClass: AuthGuard }, { provide: APP_FILTER, useClass: ProblemFilter }],
      exports: providers.map((p) => (typeof p === 'function' ? p : p.provide)),
    };
  }
}
