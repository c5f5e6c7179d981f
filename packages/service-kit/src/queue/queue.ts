/** One port for the queue, two drivers: BullMQ on Redis, and one in this process. Both deliver at least once, after the commit, with back-off. */

export interface Job<Payload = unknown> {
  /** Id of the outbox row; the same at each delivery. */
  id: string;
  topic: string;
  payload: Payload;
  /** Request that asked for it. */
  requestId?: string;
  /** W3C trace context of that request, where traces are on. */
  traceparent?: string;
}

export type JobHandler<Payload = unknown> = (job: Job<Payload>) => Promise<void>;

export interface ConsumeOptions {
  /** Jobs handled at once in this process. Default 4. */
  concurrency?: number;
}

/** Told once a published job is done, or given up after its last attempt. */
export interface Settled {
  done(id: string): void;
  failed(id: string, reason: string): void;
  /** The queue was away and is back: it may have lost what it held. */
  returned(): void;
}

export interface Depth {
  /** Jobs waiting, being done, or held back until their next attempt. */
  jobs: number;
  /** Age of the oldest job that nobody has begun; 0 when there is none. */
  oldestSeconds: number;
}

export interface JobQueue {
  /** Hands a job over. Publishing one that is already there changes nothing. */
  publish(job: Job): Promise<void>;
  /** Where a published job stands; `unknown` when the queue has lost or never had it. */
  stateOf(job: { id: string; topic: string }): Promise<'waiting' | 'done' | 'failed' | 'unknown'>;
  consume<Payload>(topic: string, handler: JobHandler<Payload>, options?: ConsumeOptions): void;
  /** Called for jobs this process published to the topic. */
  onSettled(listener: Settled): void;
  /** Stops taking jobs and waits for those under way. */
  close(): Promise<void>;
  /** Jobs waiting per topic, for the metrics. */
  depth(): Promise<Record<string, Depth>>;
}

/** Attempts before a job is given up, and the wait before the n-th repeat. */
export const attempts = 8;
export const backOff = (attempt: number): number => Math.min(500 * 2 ** (attempt - 1), 60_000);
