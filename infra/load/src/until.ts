import { setTimeout as wait } from 'node:timers/promises';

interface UntilOptions {
  seconds?: number;
  /** Milliseconds between two attempts. */
  every?: number;
}

/**
 * Waits until a condition returns a true value. An error of the condition counts as "not yet".
 * @param what for the error message, such as `svc-trips is ready`
 * @throws Error if it did not happen in time
 */
export async function until<T>(what: string, condition: () => T | Promise<T>, { seconds = 30, every = 100 }: UntilOptions = {}): Promise<T> {
  const end = Date.now() + seconds * 1000;
  let last: Error | undefined;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error as Error;
    }
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${what}${last ? ` (${last.message})` : ''}`, { cause: last });
    await wait(every);
  }
}
