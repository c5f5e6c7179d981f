import { jittered } from './live-connection.ts';

export interface Pace {
  /** The longest wait, in ms, after a change. The wait is random, so that a hundred officers do not send requests at the same moment. */
  soon: number;
  /** The shortest time between two requests, in ms, even if changes keep coming. */
  every: number;
}

/** The pace of a list. */
const quickly: Pace = { soon: 600, every: 5_000 };
/** The pace of numbers that the service takes long to count. */
export const slowly: Pace = { soon: 30_000, every: 30_000 };

/**
 * Throttles a function: runs it shortly after it was requested, rarely however often it is requested, and not while the page is hidden. A request of that time
 * runs when the page is visible again.
 * @returns `ask` requests a run; `seen` is called when the page may have become visible; after `stop` nothing runs
 */
export function throttle(run: () => void, isHidden = () => document.hidden, { soon, every }: Pace = quickly): { ask(): void; seen(): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  let wanted = false;
  const ask = (): void => {
    wanted = true;
    if (timer !== undefined || isHidden()) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        if (isHidden()) return;
        wanted = false;
        last = Date.now();
        run();
      },
      Math.max(jittered(soon), last + every - Date.now()),
    );
  };
  return {
    ask,
    seen: () => {
      if (wanted) ask();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
      wanted = false;
    },
  };
}
