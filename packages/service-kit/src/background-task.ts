import { setTimeout as wait } from 'node:timers/promises';
import { log } from './logging.ts';

const longestRestMs = 200;

/** Work that a service does in the background: repeatedly, or once after an upgrade. Only one run is active at a time. */
export class BackgroundTask {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private stopped = false;

  /**
   * @param failed the message that is logged when a run fails
   * @param work does the work; returns the milliseconds until its next run, or undefined where no further run is needed
   * @param retryAfterMs milliseconds after which a failed run is retried; undefined: never
   */
  constructor(
    private readonly failed: string,
    private readonly work: () => Promise<number | undefined>,
    private readonly retryAfterMs?: number,
  ) {}

  /** Whether the task was stopped. Work that runs in batches must end before its next batch when this is true. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /** Schedules the next run. @param inMs milliseconds until then; replaces a run that was scheduled before */
  plan(inMs: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.running = this.run();
    }, inMs).unref();
  }

  /** Starts no further run, and waits for the current run. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    let next = this.retryAfterMs;
    try {
      next = await this.work();
    } catch (error) {
      // Work that fails because the service stops is done again after the next start, so it is not logged.
      if (!this.stopped) log().warn({ reason: error instanceof Error ? error.message : String(error) }, this.failed);
    }
    // A call of `plan` during this run may already have scheduled the next one.
    if (next !== undefined && !this.timer) this.plan(next);
  }
}

/**
 * Pauses after a batch for as long as the batch took, at most 200 ms, so that the database and this process can answer calls.
 * @param began the time from `Date.now()` when the batch began
 */
export const rest = (began: number): Promise<void> => wait(Math.min(longestRestMs, Date.now() - began));
