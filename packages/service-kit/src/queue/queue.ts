/** One interface for the queue, with two drivers: BullMQ on Redis, and one in this process. Both deliver at least once, after the commit, with back-off. */
import { ProblemError } from '../http/problems.ts';
import { isTransientError } from '../http/transient-errors.ts';

export interface Job<Payload = unknown> {
  /** Id of the outbox row. It is the same at each delivery. */
  id: string;
  topic: string;
  payload: Payload;
  /** Id of the request that caused the job. */
  requestId?: string;
  /** W3C trace context of that request, where tracing is on. */
  traceparent?: string;
}

export type JobHandler<Payload = unknown> = (job: Job<Payload>) => Promise<void>;

export interface ConsumeOptions {
  /** Number of jobs that this process handles at the same time. Default 4. */
  concurrency?: number;
}

/** A listener that is called once a published job is done, or has failed its last attempt. */
export interface JobListener {
  done(id: string): void;
  failed(id: string, reason: string): void;
  /** Called when the queue was down and is back. It may have lost its jobs. */
  returned(): void;
}

export interface QueueDepth {
  /** Number of jobs that are waiting, running, or delayed until their next attempt. */
  jobs: number;
  /** Age in seconds of the oldest job that is waiting, or delayed until its next attempt; 0 when there is none. */
  oldestSeconds: number;
}

/** State of a published job; `unknown` when the queue has lost the job or never had it. */
export type JobState = 'waiting' | 'done' | 'failed' | 'unknown';

export interface JobQueue {
  /**
   * Publishes a job. Publishing a job that the queue already has changes nothing.
   * @returns false where the queue is full and has not accepted the job
   */
  publish(job: Job): Promise<boolean>;
  /** Returns the state of a published job. */
  stateOf(job: { id: string; topic: string }): Promise<JobState>;
  /** Forgets a job that failed its last attempt, so that it can be published again. Any other job stays as it is. */
  forget(job: { id: string; topic: string }): Promise<void>;
  consume<Payload>(topic: string, handler: JobHandler<Payload>, options?: ConsumeOptions): void;
  /** Registers a listener for jobs that this process published to the topic. */
  onSettled(listener: JobListener): void;
  /** Stops accepting jobs and waits for the running ones. */
  close(): Promise<void>;
  /** Throws where nothing can be published at the moment. */
  check(): Promise<void>;
  /** Returns the depth of each topic, for the metrics. */
  depth(): Promise<Record<string, QueueDepth>>;
}

/**
 * Number of attempts before a job fails for good. An attempt that failed because something is temporarily unavailable does not count: such a job is tried again
 * until that is back, because what it has to do, such as keeping the files of a document, must not be lost.
 */
export const mostAttempts = 8;
/** Returns the wait before a retry, in milliseconds. */
export const backOff = (attempt: number): number => Math.min(500 * 2 ** (attempt - 1), 60_000);
/** Returns whether a job failed only because something, here or in another service, is temporarily unavailable. */
export const isTransientFailure = (error: unknown): boolean => isTransientError(error) || (error instanceof ProblemError && error.status === 503);
