import { setTimeout as wait } from 'node:timers/promises';
import { type Job as BullJob, DelayedError, Queue, QueueEvents, Worker } from 'bullmq';
import { log } from '../logging.ts';
import { openRedis, type RedisClient } from '../redis.ts';
import {
  backOff,
  type ConsumeOptions,
  isTransientFailure,
  type Job,
  type JobHandler,
  type JobListener,
  type JobQueue,
  type JobState,
  mostAttempts,
  type QueueDepth,
} from './queue.ts';

/** Reads the origin of a job, which is stored beside its payload, in the field that BullMQ has for it. */
const originOf = (job: BullJob): Pick<Job, 'requestId' | 'traceparent'> =>
  JSON.parse(job.opts.telemetry?.metadata ?? '{}') as Pick<Job, 'requestId' | 'traceparent'>;

/** If a process dies, another one takes over its job after at most 20 s, as many times as a failed job is tried. */
const abandoned = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: mostAttempts };

/**
 * How long one read of the event stream blocks, in milliseconds. A read that loses its connection ends a second later than this, and until then keeps the
 * process running, even after `close`.
 */
const readMs = 3_000;

/** Maximum number of delayed jobs of a topic whose age is read for the metrics. */
const delayedRead = 100;

/** How long shutdown waits for a Redis that does not answer, in milliseconds. */
const disconnectTimeoutMs = 2_000;

/** The queue on Redis. Keys carry a hash tag, so that a Redis cluster keeps one queue on one node. */
export class BullQueue implements JobQueue {
  private readonly connection: RedisClient;
  private readonly connections: RedisClient[] = [];
  private readonly queues = new Map<string, Queue>();
  private readonly events = new Map<string, QueueEvents>();
  private readonly workers: Worker[] = [];
  private readonly listeners: JobListener[] = [];
  private readonly prefix: string;
  private closed = false;

  /** @param attempts number of attempts before a job fails for good */
  constructor(
    redisUrl: string,
    prefix: string,
    private readonly attempts = mostAttempts,
  ) {
    this.prefix = `{${prefix}}`;
    // BullMQ copies these options to the connections that it makes. None of them reconnects after the queue is closed.
    const retryStrategy = (times: number): number | null => (this.closed ? null : Math.min(times * 50, 2_000));
    this.connection = this.keep(openRedis(redisUrl, { maxRetriesPerRequest: null, enableOfflineQueue: true, retryStrategy }));
    let away = false;
    this.connection.on('close', () => {
      away = true;
    });
    this.connection.on('ready', () => {
      if (away) for (const l of this.listeners) l.returned();
      away = false;
    });
  }

  /** Keeps a connection, so that `close` can end it: BullMQ does not close connections that were passed to it. */
  private keep(redis: RedisClient): RedisClient {
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
      // Start a little in the past: a job may be done before the first read of the event stream.
      const events = new QueueEvents(topic, {
        lastEventId: `${Date.now() - 5_000}-0`,
        connection: this.keep(this.connection.duplicate()),
        prefix: this.prefix,
        blockingTimeout: readMs,
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

  async publish(job: Job): Promise<boolean> {
    await this.queue(job.topic).add(job.topic, job.payload, {
      jobId: job.id,
      attempts: this.attempts,
      backoff: { type: 'exponential', delay: 500 },
      removeOnComplete: { count: 1_000 },
      removeOnFail: { count: 5_000 },
      telemetry: { metadata: JSON.stringify({ requestId: job.requestId, traceparent: job.traceparent }) },
    });
    return true;
  }

  async stateOf(job: { id: string; topic: string }): Promise<JobState> {
    // Do not read the job itself, because its payload may be large.
    const state = await this.queue(job.topic).getJobState(job.id);
    return state === 'completed' ? 'done' : state === 'failed' ? 'failed' : state === 'unknown' ? 'unknown' : 'waiting';
  }

  async forget(job: { id: string; topic: string }): Promise<void> {
    const found = await this.queue(job.topic).getJob(job.id);
    if (await found?.isFailed()) await found?.remove();
  }

  consume<Payload>(topic: string, handler: JobHandler<Payload>, options: ConsumeOptions = {}): void {
    const work = async (job: BullJob, token?: string): Promise<void> => {
      try {
        await handler({ id: job.id as string, topic, payload: job.data as Payload, ...originOf(job) });
      } catch (error) {
        if (!isTransientFailure(error)) throw error;
        logFailure(job, error as Error, job.attemptsStarted);
        // Unlike a failure, this leaves `attemptsMade` as it is.
        await job.moveToDelayed(Date.now() + backOff(job.attemptsStarted), token);
        throw new DelayedError();
      }
    };
    const logFailure = (job: BullJob | undefined, error: Error, attempt: number | undefined): void =>
      log().warn({ jobId: job?.id, topic, ...(job ? originOf(job) : {}), attempt, reason: error.message }, 'job failed');
    const worker = new Worker(topic, work, {
      connection: this.keep(this.connection.duplicate()),
      prefix: this.prefix,
      concurrency: options.concurrency ?? 4,
      ...abandoned,
    });
    worker.on('error', (error) => log().warn({ reason: error.message, topic }, 'queue worker'));
    worker.on('failed', (job, error) => logFailure(job, error, job?.attemptsMade));
    this.workers.push(worker);
  }

  onSettled(listener: JobListener): void {
    this.listeners.push(listener);
  }

  async check(): Promise<void> {
    // Without this check the client would wait until Redis is back.
    if (this.connection.status !== 'ready') throw new Error('Redis does not answer');
    await this.connection.ping();
  }

  async depth(): Promise<Record<string, QueueDepth>> {
    // The client would wait until Redis is back, but a metrics scrape cannot wait.
    if (this.connection.status !== 'ready') return {};
    const entries = await Promise.all(
      [...this.queues].map(async ([topic, queue]) => {
        const [jobs, waiting, delayed] = await Promise.all([
          queue.getJobCountByTypes('waiting', 'active', 'delayed'),
          queue.getRanges(['waiting'], 0, 0, true),
          // The jobs whose next attempt is furthest away: they have failed most often, so the oldest are among them.
          queue.getRanges(['delayed'], 0, delayedRead - 1),
        ]);
        // Do not read the jobs themselves, because their payloads may be large.
        const times = await Promise.all([...waiting, ...delayed].map((id) => this.connection.hget(queue.toKey(id), 'timestamp')));
        const now = Date.now();
        return [topic, { jobs, oldestSeconds: Math.max(0, ...times.map((time) => now - Number(time ?? now))) / 1000 }] as const;
      }),
    );
    return Object.fromEntries(entries);
  }

  async close(): Promise<void> {
    // Do not wait for a Redis that is down: its clients would wait until it is back.
    const { connection } = this;
    const away = connection.status !== 'ready';
    const left = new Promise<void>((done) => (away ? done() : connection.once('close', () => done())));
    await Promise.race([this.end(away), left.then(() => wait(disconnectTimeoutMs, undefined, { ref: false }))]);
    this.closed = true;
    for (const c of this.connections) c.disconnect();
  }

  /** Closes workers, events and queues. @param force does not wait for the running jobs, because their end could not be reported */
  private async end(force: boolean): Promise<void> {
    await Promise.allSettled(this.workers.map((w) => w.close(force)));
    await Promise.allSettled([...this.events.values()].map((e) => e.close()));
    await Promise.allSettled([...this.queues.values()].map((q) => q.close()));
  }
}
