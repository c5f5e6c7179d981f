const tickMs = 5;

/**
 * Measures time without the time for which this process had to wait for a busy machine, so that time limits in tests do not depend on the machine's load.
 * @returns a function that returns the milliseconds that have passed; it may be called once
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
