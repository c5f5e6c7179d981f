import { setTimeout as wait } from 'node:timers/promises';

/** Each wrong password delays the next answer for that user name, up to five seconds. A right password resets the delay. */
export class Attempts {
  private readonly failures = new Map<string, { count: number; at: number }>();

  constructor(
    private readonly step = 250,
    private readonly longest = 5000,
    private readonly forgetAfter = 15 * 60_000,
  ) {}

  /** Milliseconds by which the next answer for this user name is delayed. */
  delay(name: string): number {
    const failed = this.failures.get(name);
    if (!failed || Date.now() - failed.at > this.forgetAfter) {
      return 0;
    }
    return Math.min(this.longest, this.step * 2 ** (failed.count - 1));
  }

  async pause(name: string): Promise<void> {
    await wait(this.delay(name));
  }

  failed(name: string): void {
    if (this.failures.size > 10_000) {
      this.failures.clear();
    }
    this.failures.set(name, { count: (this.delay(name) > 0 ? (this.failures.get(name)?.count ?? 0) : 0) + 1, at: Date.now() });
  }

  succeeded(name: string): void {
    this.failures.delete(name);
  }
}
