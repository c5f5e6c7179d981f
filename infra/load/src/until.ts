import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until `condition` gives something true; what it throws counts as not yet.
 * @template T
 * @param {string} what for the message, such as `svc-trips is ready`
 * @param {() => T | Promise<T>} condition
 * @param {{ seconds?: number, every?: number }} [options]
 * @returns {Promise<T>} throws when it did not happen in time
 */
export async function until(what, condition, { seconds = 30, every = 100 } = {}) {
  const end = Date.now() + seconds * 1000;
  let last;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${what}${last ? ` (${last.message})` : ''}`, { cause: last });
    await wait(every);
  }
}
