import { jittered } from './live-connection.ts';

/** Lists wait up to this time after a change, so that a hundred officers do not ask at the same moment. */
const SOON = 600;
/** Shortest time between two requests, even when changes keep coming. */
const AT_MOST_EVERY = 5_000;

/**
 * Calls a function soon after it was asked for, seldom however often it was, and not while the page is hidden: then when it is seen again.
 * @returns `ask`, and `stop`, after which nothing is called
 */
export function calm(run: () => void, isHidden = () => document.hidden): { ask(): void; seen(): void; stop(): void } {
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
      Math.max(jittered(SOON), last + AT_MOST_EVERY - Date.now()),
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
