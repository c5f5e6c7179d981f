import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { dayMs, RENDER_TOPIC } from '@portal/contract-kit';
import { type FindOptionsWhere, In, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual } from 'typeorm';
import { Clock, Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { IdempotencyRow, InboxRow, OutboxRow } from '../database/kit.entities.ts';
import { log } from '../logging.ts';
import { outsideTraces } from '../observe/tracing.ts';
import type { Job, JobQueue, JobState } from '../queue/queue.ts';

/** DI token of the queue. */
export const QUEUE = Symbol('JobQueue');

/**
 * Lease of a message, in milliseconds: how long the message counts as being delivered. The lease is short, because looking a message up in the queue is cheap,
 * and someone waits for a lost message.
 */
const leaseMs = 20_000;
/**
 * How often the lease of a message may double. It doubles each time the queue still has the message, up to 160 s. Otherwise a backlog of many thousand messages
 * would be looked up over and over, and the lookups would keep the backlog from shrinking.
 */
const mostDoubled = 3;
/** Returns the lease in milliseconds: after a message was handed over (`attempts` is 1), or after it was found still waiting (one more each time). */
const leaseAfter = (attempts: number): number => leaseMs * 2 ** (attempts - 1);
/** Number of rows that are claimed together. */
const claimedTogether = 100;
/**
 * Maximum number of messages kept in memory until the queue accepts them. Further messages exist only as rows, and are claimed when their leases have ended.
 */
const mostWritten = 1_000;
const pollMs = 1_000;
/** How long rows wait, in milliseconds, so that more are handed over, and closed, together. */
const gatherMs = 25;
/** These writes need not survive a crash of the database: a message that is claimed or closed twice is looked up in the queue, which does no harm. */
const repeatable = { durable: false };
/** How long shutdown waits for a hand-over in progress, in milliseconds. */
const flushTimeoutMs = 5_000;
const keepMs = 48 * 3_600_000;
/**
 * How long idempotency keys are kept, in milliseconds. A device without a network may repeat a call within this time. No day of travel can be declared that far
 * ahead.
 */
const keepKeysMs = 14 * dayMs;

type Claimed = Pick<OutboxRow, 'id' | 'topic'>;

/**
 * Returns the conditions for open rows that may be claimed. The lease has ended, or it is longer than any lease can be. A lease that is too long comes from an
 * instance whose clock is ahead; it is not waited for, because that instance may have died. There is an index for these conditions.
 */
function dueAt(now: Date): FindOptionsWhere<OutboxRow>[] {
  return Array.from({ length: mostDoubled + 2 }, (_, n) => n).flatMap((n) => {
    const attempts = n > mostDoubled ? MoreThanOrEqual(n) : n;
    const tooLate = new Date(now.getTime() + 2 * leaseAfter(Math.max(n, 1)));
    return [LessThan(now), MoreThan(tooLate)].map((leaseUntil) => ({ state: 0, attempts, leaseUntil }));
  });
}

/**
 * Hands committed outbox rows to the queue, and closes them when their jobs are done. The instance that writes a row owns it, and hands it over from memory
 * after the commit. A lease may end before its row is closed: because that instance died, the queue was down, or the job still waits. Then an instance claims
 * the row by a conditional update with owner and lease, and reads the claimed rows by owner. This needs no SKIP LOCKED, and works the same on both databases.
 * The message is looked up in the queue, and published again if the queue has lost it.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap {
  private readonly owner: string;
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private again = false;
  private stopped = false;
  private recheck = false;
  private poll = true;
  private readonly written: Job[] = [];
  private readonly settled: { id: string; reason?: string }[] = [];
  private lastSweep = 0;

  constructor(
    private readonly db: Database,
    @Inject(QUEUE) private readonly queue: JobQueue,
    private readonly clock: Clock,
    ids: Ids,
  ) {
    this.owner = ids.next();
    queue.onSettled({
      done: (id) => this.settle({ id }),
      failed: (id, reason) => this.settle({ id, reason }),
      returned: () => {
        this.recheck = true;
        this.wake();
      },
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.poll = true;
      this.wake();
    }, pollMs);
    this.wake();
  }

  private get active(): boolean {
    return this.timer !== undefined && !this.stopped;
  }

  /** Returns the owner of a row that is being written: this instance, for the time of one lease. There is no owner if this instance is not delivering rows. */
  lease(): Pick<OutboxRow, 'owner' | 'leaseUntil' | 'attempts'> {
    if (!this.active) return { owner: null, leaseUntil: new Date(0), attempts: 0 };
    return { owner: this.owner, leaseUntil: new Date(this.clock.now().getTime() + leaseMs), attempts: 1 };
  }

  /** Hands over a message that this instance has written and committed. */
  submit(job: Job): void {
    if (!this.active || this.written.length >= mostWritten) return;
    this.written.push(job);
    this.wake();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    // A queue that is down accepts nothing. Messages that it has not accepted stay open, and any instance may claim them when their leases have ended.
    await Promise.race([this.running, wait(flushTimeoutMs, undefined, { ref: false })]);
  }

  /** Closes the rows of the jobs that ended while the queue was closing, and releases the open rows for any instance. */
  async flush(): Promise<void> {
    try {
      await this.writeSettled();
      await this.releaseLeases();
    } catch {
      // Another instance finds the rows when their leases have ended.
    }
  }

  private wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = outsideTraces(() => wait(gatherMs).then(() => this.pass()))
      .catch((error: unknown) => log().warn({ reason: error instanceof Error ? error.message : String(error) }, 'outbox relay'))
      .finally(() => {
        this.running = undefined;
        if (this.again) {
          this.again = false;
          this.wake();
        }
      });
  }

  private settle(entry: { id: string; reason?: string }): void {
    this.settled.push(entry);
    this.wake();
  }

  private async pass(): Promise<void> {
    await this.writeSettled();
    await this.handOver();
    if (this.recheck) await this.releaseLeases();
    if (this.poll) await this.takeOver();
    if (Date.now() - this.lastSweep > 600_000) await this.sweep();
  }

  /** Hands over the messages that this instance has written. */
  private async handOver(): Promise<void> {
    await Promise.all(this.written.splice(0).map((job) => this.queue.publish(job)));
  }

  /**
   * Claims rows whose lease has ended and rows without an owner, in batches. New messages are handed over between the batches and need not wait for the last
   * one.
   */
  private async takeOver(): Promise<void> {
    this.poll = false;
    for (;;) {
      const rows = await this.claim();
      const isFull = await this.lookUp(rows);
      await this.writeSettled();
      await this.handOver();
      if (isFull || rows.length < claimedTogether || this.stopped) break;
    }
  }

  /**
   * Closes the claimed rows whose jobs have ended, and publishes the messages that the queue does not have, because it was emptied or never received them.
   * @returns whether the queue is full
   */
  private async lookUp(rows: Claimed[]): Promise<boolean> {
    const states = await Promise.all(rows.map((row) => this.queue.stateOf(row)));
    const idsOf = (state: JobState): string[] => rows.filter((_row, i) => states[i] === state).map(({ id }) => id);
    this.settled.push(...idsOf('done').map((id) => ({ id })), ...idsOf('failed').map((id) => ({ id, reason: 'given up' })));
    const lost = idsOf('unknown');
    if (lost.length === 0) return false;
    const leaseUntil = new Date(this.clock.now().getTime() + leaseAfter(1));
    await this.db.writeOne((manager) => manager.update(OutboxRow, { id: In(lost), owner: this.owner, state: 0 }, { leaseUntil, attempts: 1 }), repeatable);
    const found = await this.db.reader.findBy(OutboxRow, { id: In(lost), state: 0 });
    const taken = await Promise.all(
      found.map(({ id, topic, payload, requestId, traceparent }) =>
        this.queue.publish({ id, topic, payload, requestId: requestId ?? undefined, traceparent: traceparent ?? undefined }),
      ),
    );
    return taken.includes(false);
  }

  /** Ends the leases of all rows that this process has handed over, so that each is looked up, and published again if the queue has lost it. */
  private async releaseLeases(): Promise<void> {
    await this.db.writeOne((manager) => manager.update(OutboxRow, { owner: this.owner, state: 0 }, { leaseUntil: new Date(0) }));
    this.recheck = false;
    this.poll = true;
  }

  private async claim(): Promise<Claimed[]> {
    const now = this.clock.now();
    const due = await this.db.reader.find(OutboxRow, { select: { id: true, attempts: true }, where: dueAt(now), take: claimedTogether });
    const claimed: Claimed[] = [];
    for (const before of new Set(due.map(({ attempts }) => attempts))) {
      const ids = due.filter(({ attempts }) => attempts === before).map(({ id }) => id);
      const attempts = Math.min(before, mostDoubled) + 1;
      const leaseUntil = new Date(now.getTime() + leaseAfter(attempts));
      const mine = { owner: this.owner, leaseUntil, attempts };
      await this.db.writeOne(
        (manager) =>
          manager
            .createQueryBuilder()
            .update(OutboxRow)
            .set(mine)
            .where({ id: In(ids), attempts: before })
            .andWhere(dueAt(now))
            .execute(),
        repeatable,
      );
      claimed.push(...(await this.db.reader.find(OutboxRow, { select: { id: true, topic: true }, where: { ...mine, id: In(ids), state: 0 } })));
    }
    return claimed;
  }

  private async writeSettled(): Promise<void> {
    const batch = this.settled.splice(0, 500);
    if (batch.length === 0) return;
    try {
      const done = batch.filter((b) => b.reason === undefined).map((b) => b.id);
      if (done.length) await this.db.writeOne((manager) => manager.update(OutboxRow, { id: In(done), state: 0 }, { state: 1 }), repeatable);
      for (const { id, reason } of batch)
        if (reason !== undefined)
          await this.db.writeOne((manager) => manager.update(OutboxRow, { id, state: 0 }, { state: 2, lastError: reason.slice(0, 500) }), repeatable);
    } catch (error) {
      this.settled.unshift(...batch);
      throw error;
    }
  }

  /**
   * Deletes finished outbox rows after two days, idempotency keys after two weeks, and inbox rows after 26 days. Forms that could not be drawn are deleted after
   * 24 days, because svc-media knows for 26 days only that their documents were erased. A form is drawn anyway when somebody asks for it.
   */
  private async sweep(): Promise<void> {
    this.lastSweep = Date.now();
    const before = new Date(this.clock.now().getTime() - keepMs);
    await this.db.write(async (tx) => {
      // This condition uses an index: a busy portal keeps millions of rows.
      await tx.delete(OutboxRow, { state: 1, availableAt: LessThan(before) });
      await tx.delete(OutboxRow, { state: 2, topic: RENDER_TOPIC, availableAt: LessThan(new Date(before.getTime() - 11 * keepMs)) });
      await tx.delete(IdempotencyRow, { at: LessThan(new Date(this.clock.now().getTime() - keepKeysMs)) });
      await tx.delete(InboxRow, { at: LessThan(new Date(before.getTime() - 12 * keepMs)) });
    });
  }

  /** Returns the number of open and of failed rows, and how long the oldest open row has been due, for the metrics. */
  async lag(): Promise<{ open: number; givenUp: number; oldestSeconds: number }> {
    const { reader } = this.db;
    const now = this.clock.now();
    const [open, givenUp, oldest] = await Promise.all([
      reader.countBy(OutboxRow, { state: 0 }),
      reader.countBy(OutboxRow, { state: 2 }),
      reader.findOne(OutboxRow, {
        select: { id: true, availableAt: true },
        where: { state: 0, availableAt: LessThanOrEqual(now) },
        order: { availableAt: 'ASC' },
      }),
    ]);
    return { open, givenUp, oldestSeconds: oldest ? (now.getTime() - oldest.availableAt.getTime()) / 1000 : 0 };
  }
}
