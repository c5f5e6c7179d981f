/** A frame of a page in the background never comes. */
const atTheLatestMs = 200;

/** Calls a function when what was drawn last is on the screen. @returns what takes it back */
export function afterPaint(run: () => void): () => void {
  let timer = setTimeout(run, atTheLatestMs);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(run);
  });
  return () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
  };
}

/**
 * Calls a function in a task of its own, as soon as the present event is dealt with. React runs the effects of what it draws within the event of a key
 * before the frame, and of what it draws in such a task after it: what the key shows is on the screen sooner.
 * @returns what takes it back
 */
export function afterEvent(run: () => void): () => void {
  if (!('scheduler' in globalThis)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const stop = new AbortController();
  // A task that is taken back is rejected.
  scheduler.postTask(run, { priority: 'user-blocking', signal: stop.signal }).catch((error: unknown) => {
    if (!stop.signal.aborted) reportError(error);
  });
  return () => stop.abort();
}
