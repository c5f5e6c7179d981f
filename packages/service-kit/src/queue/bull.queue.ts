import { Queue, QueueEvents, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { log } from '../logging.ts';
import { attempts, type ConsumeOptions, type Job, type JobHandler, type JobQueue, type Settled } from './queue.ts';

/** The queue on Redis. Keys carry a hash tag, so that a Redis cluster keeps one queue on one node. */
export class BullQueue implements JobQueue {
  private readonly connection: Redis;
  private readonly connections: Redis[] = [];
  private readonly queues = new Map<string, Queue>();
  private readonly events = new Map<string, QueueEvents>();
  private readonly workers: Worker[] = [];
  private readonly listeners: Settled[] = [];
  private readonly prefix: string;

  constructor(redisUrl: string, prefix: string) {
    this.prefix = `{${prefix}}`;
    this.connection = this.connect(redisUrl);
  }

  private connect(url: string): Redis {
    const redis = new Redis(url, { maxRetriesPerRequest: null, enableOfflineQueue: true });
    return this.keep(redis);
  }

  /** BullMQ does not close connections it was given. */
  private keep(redis: Redis): Redis {
    redis.on('error', (error) => log().warn({ reason: error.message }, 'redis connection'));
    this.connections.push(redis);
    return redis;
  }

  private queue(topic: string): Queue {
    let queue = this.queues.get(topic);
    if (!queue) {
      queue = new Queue(topic, { connection: this.connection, prefix: this.prefix });
      queue.on('error', (error) => log().warn({ reason: error.message, topic }, 'queue'));
      this.queues.set(topic, queue);
      // From a little before now: a job may be done before the first read of the event stream.
      const events = new QueueEvents(topic, {
        lastEventId: `${Date.now() - 5_000}-0`,
        connection: this.keep(this.connection.duplicate()),
        prefix: this.prefix,
      });
      events.on('error', (error) => log().warn({ reason: error.message, topic }, 'queue events'));
      events.on('completed', ({ jobId }) => {
        for (const l of this.listeners) l.done(jobId);
      });
      events.on('failed', ({ jobId, failedReason }) => void this.onFailed(topic, jobId, failedReason));
      this.events.set(topic, events);
    }
    return queue;
  }

  private async onFailed(topic: string, id: string, reason: string): Promise<void> {
    if ((await this.stateOf({ id, topic }).catch(() => 'waiting')) === 'failed') for (const l of this.listeners) l.failed(id, reason);
  }

  async publish(job: Job): Promise<void> {
    await this.queue(job.topic).add(job.topic, job.payload, {
      jobId: job.id,
      attempts,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: { count: 1_000 },
      removeOnFail: { count: 5_000 },
    });
  }

  async stateOf(job: { id: string; topic: string }): Promise<'waiting' | 'done' | 'failed' | 'unknown'> {
    const found = await this.queue(job.topic).getJob(job.id);
    if (!found) return 'unknown';
    const state = await found.getState();
    return state === 'completed' ? 'done' : state === 'failed' ? 'failed' : state === 'unknown' ? 'unknown' : 'waiting';
  }

  consume<Payload>(topic: string, handler: JobHandler<Payload>, options: ConsumeOptions = {}): void {
    const worker = new Worker(topic, async (job) => handler({ id: job.id as string, topic, payload: job.data as Payload }), {
      connection: this.keep(this.connection.duplicate()),
      prefix: this.prefix,
      concurrency: options.concurrency ?? 4,
    });
    worker.on('error', (error) => log().warn({ reason: error.message, topic }, 'queue worker'));
    worker.on('failed', (job, error) => log().warn({ jobId: job?.id, topic, attempt: job?.attemptsMade, reason: error.message }, 'job failed'));
    this.workers.push(worker);
  }

  onSettled(listener: Settled): void {
    this.listeners.push(listener);
  }

  async depth(): Promise<Record<string, number>> {
    const entries = await Promise.all(
      [...this.queues].map(async ([topic, queue]) => [topic, await queue.getJobCountByTypes('waiting', 'active', 'delayed')] as const),
    );
    return Object.fromEntries(entries);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.workers.map((w) => w.close()));
    await Promise.allSettled([...this.events.values()].map((e) => e.close()));
    await Promise.allSettled([...this.queues.values()].map((q) => q.close()));
    for (const c of this.connections) c.disconnect();
  }
}
