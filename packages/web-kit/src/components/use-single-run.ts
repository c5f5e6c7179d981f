import { useCallback, useRef, useState } from 'react';

/** Runs one task at a time: a second click while a task runs has no effect. `busy` is true while a task runs. */
export function useSingleRun(): { busy: boolean; run(task: () => Promise<unknown>): Promise<void> } {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = useCallback(async (task: () => Promise<unknown>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await task();
    } finally {
      running.current = false;
      setBusy(false);
    }
  }, []);
  return { busy, run };
}
