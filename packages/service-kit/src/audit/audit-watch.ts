import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/database.ts';
import { log } from '../logging.ts';
import { verifyAudit } from './audit.ts';

const firstAfterMs = 60_000;
const againAfterMs = 24 * 3_600_000;
/** Between two pieces of the chain, so that callers are not kept waiting. */
const restMs = 50;

/** Walks the whole audit chain soon after the start and once a day, without haste: a record that is missing or was changed is noticed before somebody asks. */
@Injectable()
export class AuditWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;
  private stopped = false;
  /** What the last walk found; undefined before the first one. */
  broken?: boolean;

  constructor(@Inject(Database) private readonly db: Database) {}

  onApplicationBootstrap(): void {
    this.next(firstAfterMs);
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  private next(inMs: number): void {
    this.timer = setTimeout(
      () =>
        void this.walk()
          .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'audit chain not walked'))
          .finally(() => this.stopped || this.next(againAfterMs)),
      inMs,
    ).unref();
  }

  /** Walks it now. */
  async walk(): Promise<void> {
    const { broken } = await verifyAudit(this.db, async () => {
      if (this.stopped) throw new Error('the service ends');
      await new Promise((done) => setTimeout(done, restMs));
    });
    this.broken = broken !== undefined;
    if (broken) log().error({ record: broken.id, seq: broken.seq, fault: broken.reason }, 'the audit chain is broken');
  }
}
