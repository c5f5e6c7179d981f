import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { Database } from '../database/database.ts';
import { log } from '../logging.ts';
import { Inbox, Outbox } from '../outbox/outbox.ts';
import { QUEUE } from '../outbox/relay.ts';
import type { JobQueue } from './queue.ts';

const askEveryMs = 15 * 60_000;

/**
 * Runs work once a day. The first instance that asks queues the day's job, and records the day in the same transaction, so that several instances queue the job
 * only once. An interrupted run is repeated, like every job.
 */
@Injectable()
export class DailyJobs {
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    @Inject(QUEUE) private readonly queue: JobQueue,
    private readonly db: Database,
    private readonly inbox: Inbox,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs the work once a day from now on.
   * @param topic `<service>.<work>`, such as `licences.expiry`
   * @param work receives the day, `YYYY-MM-DD`
   */
  each(topic: string, work: (day: string) => Promise<void>): void {
    this.queue.consume<{ day: string }>(topic, ({ payload }) => work(payload.day), { concurrency: 1 });
    const ask = (): void =>
      void this.schedule(topic).catch((error: unknown) => log().warn({ topic, reason: error instanceof Error ? error.message : String(error) }, 'daily work'));
    this.timers.push(setInterval(ask, askEveryMs));
    ask();
  }

  /** Queues the run of the current day, unless it is queued already. @returns whether this call queued it */
  async schedule(topic: string): Promise<boolean> {
    const day = this.clock.today();
    return this.db.write(async (tx) => {
      if (!(await this.inbox.first(tx, `${topic.split('.').at(-1)}-${day}`, topic))) return false;
      await this.outbox.add(tx, topic, { day });
      return true;
    });
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }
}
