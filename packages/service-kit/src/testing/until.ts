import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until a condition holds, checking every 20 ms for up to 100 seconds, because machines may be slow; the timeout of a test is 300.
 * @throws Error when the condition does not hold in time
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 100_000; !(await holds()); await wait(20)) {
    if (Date.now() > end) throw new Error(`It did not come to hold within 100 s: ${holds}`);
  }
}
