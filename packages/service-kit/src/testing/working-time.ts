const tickMs = 5;

/**
 * Measures time for a promise of seconds that a busy machine must not break: while this process has to wait for the machine, the time stands still.
 * @returns tells once how many milliseconds have passed
 */
export function workingTime(): () => number {
  let [passed, last] = [0, performance.now()];
  const look = (): void => {
    const now = performance.now();
    passed += Math.min(now - last, 2 * tickMs);
    last = now;
  };
  const timer = setInterval(look, tickMs).unref();
  return () => {
    clearInterval(timer);
    look();
    return passed;
  };
}
