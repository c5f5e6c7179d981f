import { Inject, Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { addDays, Clock } from '../clock.ts';
import { Database } from '../database/database.ts';
import { InboxRow } from '../database/kit.entities.ts';
import { log } from '../logging.ts';
import { Inbox, Outbox } from '../outbox/outbox.ts';
import { QUEUE } from '../outbox/relay.ts';
import type { JobQueue } from './queue.ts';

const askEveryMs = 15 * 60_000;
/** Number of days back in which the last success of some work is looked for. */
const daysBack = 8;

/** The id under which the inbox records a day's job as queued or done. */
const idOf = (topic: string, day: string, done = false): string => `${topic.split('.').at(-1)}-${day}${done ? '-done' : ''}`;

/**
 * Runs work once a day. The first instance that asks queues the day's job, and records the day in the same transaction, so that several instances queue the job
 * only once. An interrupted run is repeated, like every job.
 */
@Injectable()
export class DailyJobs {
  private readonly timers: NodeJS.Timeout[] = [];
  /** Since when this process does the work of each topic. */
  private readonly since = new Map<string, Date>();

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
    this.since.set(topic, this.clock.now());
    const perform = async (day: string): Promise<void> => {
      await work(day);
      await this.db.write((tx) => this.inbox.first(tx, idOf(topic, day, true), topic));
    };
    this.queue.consume<{ day: string }>(topic, ({ payload }) => perform(payload.day), { concurrency: 1 });
    const ask = (): void =>
      void this.schedule(topic).catch((error: unknown) => log().warn({ topic, reason: error instanceof Error ? error.message : String(error) }, 'daily work'));
    this.timers.push(setInterval(ask, askEveryMs));
    ask();
  }

  /** Queues the run of the current day, unless it is queued already. @returns whether this call queued it */
  async schedule(topic: string): Promise<boolean> {
    const day = this.clock.today();
    return this.db.write(async (tx) => {
      if (!(await this.inbox.first(tx, idOf(topic, day), topic))) return false;
      await this.outbox.add(tx, topic, { day });
      return true;
    });
  }

  /** Returns when the work of each topic succeeded last, in any instance; where that is not known, since when this process waits for it. */
  async lastSuccess(): Promise<Map<string, Date>> {
    const last = new Map(this.since);
    const today = this.clock.today();
    const days = Array.from({ length: daysBack }, (_, back) => addDays(today, -back));
    const ids = [...last.keys()].flatMap((topic) => days.map((day) => idOf(topic, day, true)));
    const rows = ids.length ? await this.db.reader.find(InboxRow, { where: { id: In(ids) }, order: { at: 'ASC' } }) : [];
    for (const { topic, at } of rows) last.set(topic, at);
    return last;
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }
}
