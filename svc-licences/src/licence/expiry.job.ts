import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Clock, Database, Inbox, type JobQueue, log, Outbox, OutboxRelay, QUEUE } from '@portal/service-kit';
import { Licences } from './licences.ts';

export const EXPIRY_TOPIC = 'licences.expiry';
const askEveryMs = 15 * 60_000;

/**
 * Once a day, whichever instance asks first: a job on the queue marks the licences that are about to expire. The day is
 * remembered in the transaction that queues its job, so that several instances queue one.
 */
@Injectable()
export class ExpiryJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer?: NodeJS.Timeout;

  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(Database) private readonly db: Database,
    @Inject(Inbox) private readonly inbox: Inbox,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(OutboxRelay) private readonly relay: OutboxRelay,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Licences) private readonly licences: Licences,
  ) {}

  onApplicationBootstrap(): void {
    this.queue.consume<{ day: string }>(EXPIRY_TOPIC, async ({ payload }) => {
      const marked = await this.licences.markAboutToExpire(payload.day);
      if (marked) log().info({ marked, day: payload.day }, 'licences about to expire');
    });
    const ask = (): void =>
      void this.schedule().catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'expiry run'));
    this.timer = setInterval(ask, askEveryMs);
    ask();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Queues the run of the day unless it has been. @returns whether it was queued now */
  async schedule(): Promise<boolean> {
    const day = this.clock.today();
    const queued = await this.db.write(async (tx) => {
      if (!(await this.inbox.first(tx, `expiry-${day}`, EXPIRY_TOPIC))) return false;
      await this.outbox.add(tx, EXPIRY_TOPIC, { day });
      return true;
    });
    if (queued) this.relay.wake();
    return queued;
  }
}
