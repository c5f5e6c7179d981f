import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { In, LessThan, LessThanOrEqual } from 'typeorm';
import { Clock, Ids } from '../clock.ts';
import { Database } from '../database/database.ts';
import { IdempotencyRow, InboxRow, OutboxRow } from '../database/kit.entities.ts';
import { log } from '../logging.ts';
import type { JobQueue } from '../queue/queue.ts';

/** DI token of the queue. */
export const QUEUE = Symbol('JobQueue');

const leaseMs = 60_000;
const pollMs = 1_000;
const keepMs = 48 * 3_600_000;

/**
 * Hands committed outbox rows to the queue and closes them when their job is done.
 * A row is claimed by a conditional update with owner and lease, then read by owner: no SKIP LOCKED, the same on both databases.
 * A row whose lease ends unsettled is looked up in the queue and published again if the queue has lost it.
 */
@Injectable()
export class OutboxRelay implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly owner: string;
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private again = false;
  private stopped = false;
  private readonly settled: { id: string; reason?: string }[] = [];
  private lastSweep = 0;

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(QUEUE) private readonly queue: JobQueue,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Ids) ids: Ids,
  ) {
    this.owner = ids.next();
    queue.onSettled({
      done: (id) => this.settle({ id }),
      failed: (id, reason) => this.settle({ id, reason }),
    });
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.wake(), pollMs);
    this.wake();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Closes the rows of the jobs that ended while the queue was closing; those that stay open come again. */
  async flush(): Promise<void> {
    await this.writeSettled().catch(() => undefined);
  }

  /** Called after each commit that wrote to the outbox. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.pass()
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
    for (;;) {
      const rows = await this.claim();
      for (const row of rows) {
        // A row claimed before is known to the queue, unless the queue was emptied.
        const state = row.attempts > 1 ? await this.queue.stateOf(row) : 'unknown';
        if (state === 'done') this.settled.push({ id: row.id });
        else if (state === 'failed') this.settled.push({ id: row.id, reason: 'given up' });
        else if (state === 'unknown') await this.queue.publish({ id: row.id, topic: row.topic, payload: row.payload });
      }
      await this.writeSettled();
      if (rows.length < 100 || this.stopped) break;
    }
    if (Date.now() - this.lastSweep > 600_000) await this.sweep();
  }

  private async claim(): Promise<OutboxRow[]> {
    const now = this.clock.now();
    const due = { state: 0, availableAt: LessThanOrEqual(now), leaseUntil: LessThan(now) };
    const ids = (await this.db.reader.find(OutboxRow, { select: { id: true }, where: due, order: { id: 'ASC' }, take: 100 })).map((r) => r.id);
    if (ids.length === 0) return [];
    const until = new Date(now.getTime() + leaseMs);
    await this.db.write((tx) =>
      tx
        .createQueryBuilder()
        .update(OutboxRow)
        .set({ owner: this.owner, leaseUntil: until, attempts: () => 'attempts + 1' })
        .where({ id: In(ids), ...due })
        .execute(),
    );
    return this.db.reader.find(OutboxRow, { where: { id: In(ids), owner: this.owner, leaseUntil: until, state: 0 }, order: { id: 'ASC' } });
  }

  private async writeSettled(): Promise<void> {
    const batch = this.settled.splice(0, 500);
    if (batch.length === 0) return;
    try {
      await this.db.write(async (tx) => {
        const done = batch.filter((b) => b.reason === undefined).map((b) => b.id);
        if (done.length) await tx.update(OutboxRow, { id: In(done), state: 0 }, { state: 1 });
        for (const b of batch) if (b.reason !== undefined) await tx.update(OutboxRow, { id: b.id, state: 0 }, { state: 2, lastError: b.reason.slice(0, 500) });
      });
    } catch (error) {
      this.settled.unshift(...batch);
      throw error;
    }
  }

  /** What is done is kept for two days, then goes. */
  private async sweep(): Promise<void> {
    this.lastSweep = Date.now();
    const before = new Date(this.clock.now().getTime() - keepMs);
    await this.db.write(async (tx) => {
      await tx.delete(OutboxRow, { state: 1, createdAt: LessThan(before) });
      await tx.delete(IdempotencyRow, { at: LessThan(before) });
      await tx.delete(InboxRow, { at: LessThan(new Date(before.getTime() - 12 * keepMs)) });
    });
  }

  /** Oldest open row's age in seconds and the number open, for the metrics. */
  async lag(): Promise<{ open: number; oldestSeconds: number }> {
    const [rows, open] = await this.db.reader.findAndCount(OutboxRow, { where: { state: 0 }, order: { createdAt: 'ASC' }, take: 1 });
    return { open, oldestSeconds: rows[0] ? (this.clock.now().getTime() - rows[0].createdAt.getTime()) / 1000 : 0 };
  }
}
