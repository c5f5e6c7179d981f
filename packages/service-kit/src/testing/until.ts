import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until something holds, asking every 20 ms. A slow machine is given 100 seconds; the timeout of a test is 120.
 * @throws Error when it does not come to hold
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 100_000; !(await holds()); await wait(20)) {
    if (Date.now() > end) throw new Error(`It did not come to hold within 100 s: ${holds}`);
  }
}
