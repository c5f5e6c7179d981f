/** One port for the queue, two drivers: BullMQ on Redis, and one in this process. Both deliver at least once, after the commit, with back-off. */

export interface Job<Payload = unknown> {
  /** Id of the outbox row; the same at each delivery. */
  id: string;
  topic: string;
  payload: Payload;
  /** The request that caused it. */
  requestId?: string;
  /** W3C trace context of that request, where tracing is on. */
  traceparent?: string;
}

export type JobHandler<Payload = unknown> = (job: Job<Payload>) => Promise<void>;

export interface ConsumeOptions {
  /** Jobs handled at once in this process. Default 4. */
  concurrency?: number;
}

/** Called once a published job is done, or has failed its last attempt. */
export interface Settled {
  done(id: string): void;
  failed(id: string, reason: string): void;
  /** The queue was down and is back: it may have lost its jobs. */
  returned(): void;
}

export interface Depth {
  /** Jobs that are waiting, running, or delayed until their next attempt. */
  jobs: number;
  /** Age of the oldest job that has not started; 0 when there is none. */
  oldestSeconds: number;
}

/** `unknown` when the queue has lost the job or never had it. */
export type JobState = 'waiting' | 'done' | 'failed' | 'unknown';

export interface JobQueue {
  /**
   * Publishes a job. Publishing one that is already there changes nothing.
   * @returns false where the queue is full and has not taken it
   */
  publish(job: Job): Promise<boolean>;
  /** The state of a published job. */
  stateOf(job: { id: string; topic: string }): Promise<JobState>;
  /** Forgets a job that failed its last attempt, so that it can be published again. Any other job stays as it is. */
  forget(job: { id: string; topic: string }): Promise<void>;
  consume<Payload>(topic: string, handler: JobHandler<Payload>, options?: ConsumeOptions): void;
  /** Registers a listener for jobs that this process published to the topic. */
  onSettled(listener: Settled): void;
  /** Stops taking jobs and waits for the running ones. */
  close(): Promise<void>;
  /** Throws where nothing can be published now. */
  check(): Promise<void>;
  /** Jobs per topic, for the metrics. */
  depth(): Promise<Record<string, Depth>>;
}

/** Attempts before a job fails for good, and the wait before each retry. */
export const mostAttempts = 8;
export const backOff = (attempt: number): number => Math.min(500 * 2 ** (attempt - 1), 60_000);
