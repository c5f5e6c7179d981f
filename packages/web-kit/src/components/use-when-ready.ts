import { useEffect, useRef, useState } from 'react';

/**
 * Runs a task in a moment, or as soon as `ready` is true. A task that is asked for several times meanwhile runs once.
 * @param ready false while something that the task needs has not arrived
 * @returns `waiting`: true while the task was asked for and has not run; `ask` asks for it
 */
export function useWhenReady(ready: boolean, task: () => void): { waiting: boolean; ask(): void } {
  const [waiting, setWaiting] = useState(false);
  const latest = useRef(task);
  useEffect(() => {
    latest.current = task;
  });
  useEffect(() => {
    if (!waiting || !ready) return;
    // Later than the effects that fill the form with what has arrived: a press may come after the drawing and before them.
    const timer = setTimeout(() => {
      setWaiting(false);
      latest.current();
    });
    return () => clearTimeout(timer);
  }, [waiting, ready]);
  return { waiting, ask: () => setWaiting(true) };
}
