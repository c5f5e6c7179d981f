import { setTimeout as wait } from 'node:timers/promises';
import { log } from './logging.ts';

const longestRestMs = 200;

/** Work that a service does beside its calls: every now and then, or once after an upgrade. One run at a time. */
export class BackgroundTask {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private stopped = false;

  /**
   * @param failed what the log says of a run that fails
   * @param work does it; gives the milliseconds after which it is due again, or undefined where it is done for good
   * @param retryAfterMs when a run that failed is tried again; undefined: never
   */
  constructor(
    private readonly failed: string,
    private readonly work: () => Promise<number | undefined>,
    private readonly retryAfterMs?: number,
  ) {}

  /** Work in pieces ends at the next piece when this is true. */
  get isStopped(): boolean {
    return this.stopped;
  }

  /** Plans the next run. @param inMs milliseconds until then, in place of the time that was planned before */
  plan(inMs: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.running = this.run();
    }, inMs).unref();
  }

  /** Begins no further run, and waits for the present one. */
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
      // What fails because the service ends, the next start does again.
      if (!this.stopped) log().warn({ reason: error instanceof Error ? error.message : String(error) }, this.failed);
    }
    // Somebody may have planned the next run meanwhile.
    if (next !== undefined && !this.timer) this.plan(next);
  }
}

/** Rests after a piece of work, as long as it took: the database and this process have calls to answer. @param began as `Date.now()` gave it */
export const rest = (began: number): Promise<void> => wait(Math.min(longestRestMs, Date.now() - began));
