import { type DynamicModule, Global, Inject, Injectable, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { Audit, AuditSealer } from './audit/audit.ts';
import { AuthGuard, TokenVerifier } from './auth/auth.guard.ts';
import { CatalogueClient } from './catalogue/catalogue-client.ts';
import { Clock, Ids } from './clock.ts';
import { Database, type DatabaseOptions } from './database/database.ts';
import { kitEntities } from './database/kit.entities.ts';
import { KitTables1700000000000 } from './database/kit.migration.ts';
import { Idempotency } from './documents/idempotency.ts';
import { DocumentKit } from './documents/kit.ts';
import { Serials } from './documents/serials.ts';
import { HealthController } from './http/health.controller.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { Inbox, Outbox } from './outbox/outbox.ts';
import { OutboxRelay, QUEUE } from './outbox/relay.ts';
import { Signer } from './qr/signing.ts';
import { BullQueue } from './queue/bull.queue.ts';
import { InProcessQueue } from './queue/in-process.queue.ts';
import type { JobQueue } from './queue/queue.ts';
import { PrintClient } from './rendering/print-client.ts';
import { ServiceSettings } from './settings/settings.ts';

export interface KitOptions {
  service: string;
  settings: ServiceSettings;
  entities: NonNullable<DatabaseOptions['entities']>;
  migrations: NonNullable<DatabaseOptions['migrations']>;
  /** Replaced in tests. */
  clock?: Clock;
}

/** Closes what the kit opened, last of all. */
@Injectable()
class Closing implements OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(AuditSealer) private readonly sealer: AuditSealer,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    // The relay first: it would wait for ever on a queue that is closed while it publishes.
    await this.relay.onApplicationShutdown();
    await this.sealer.onApplicationShutdown();
    await this.queue.close();
    await this.relay.flush();
    await this.db.close();
  }
}

/** What every service stands on: its database, queue, outbox, audit, sign-in and the document kit. */
@Global()
@Module({})
export class KitModule {
  static forService(options: KitOptions): DynamicModule {
    const { settings } = options;
    const entities = [...kitEntities, ...(options.entities as unknown[])] as NonNullable<DatabaseOptions['entities']>;
    const migrations = [KitTables1700000000000, ...(options.migrations as unknown[])] as NonNullable<DatabaseOptions['migrations']>;
    const providers: Provider[] = [
      { provide: ServiceSettings, useValue: settings },
      { provide: Database, useFactory: () => Database.open(settings, { service: options.service, entities, migrations }) },
      {
        provide: QUEUE,
        useFactory: (): JobQueue =>
          settings.redisUrl ? new BullQueue(settings.redisUrl, settings.queuePrefix) : new InProcessQueue(`${settings.queuePrefix} ${settings.dataDir}`),
      },
      { provide: Clock, useValue: options.clock ?? new Clock() },
      Ids,
      Outbox,
      Inbox,
      OutboxRelay,
      Audit,
      AuditSealer,
      Serials,
      Idempotency,
      CatalogueClient,
      PrintClient,
      Signer,
      DocumentKit,
      TokenVerifier,
    ];
    return {
      module: KitModule,
      controllers: [HealthController],
      providers: [...providers, Closing, { provide: APP_GUARD, useClass: AuthGuard }, { provide: APP_FILTER, useClass: ProblemFilter }],
      exports: providers.map((p) => (typeof p === 'function' ? p : p.provide)),
    };
  }
}
