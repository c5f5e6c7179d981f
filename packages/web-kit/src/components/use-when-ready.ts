import { useEffect, useRef, useState } from 'react';

/**
 * Runs a task shortly after it is requested, but not before `ready` is true. A task that is requested several times meanwhile runs once.
 * @param ready false while something that the task needs has not arrived
 * @returns `waiting`: whether the task has been requested and has not run yet; `ask`: requests the task
 */
export function useWhenReady(ready: boolean, task: () => void): { waiting: boolean; ask(): void } {
  const [waiting, setWaiting] = useState(false);
  const latest = useRef(task);
  useEffect(() => {
    latest.current = task;
  });
  useEffect(() => {
    if (!waiting || !ready) return;
    // Runs after the effects that fill the form with the data that has arrived: the user may press the button after the rendering and before these effects.
    const timer = setTimeout(() => {
      setWaiting(false);
      latest.current();
    });
    return () => clearTimeout(timer);
  }, [waiting, ready]);
  return { waiting, ask: () => setWaiting(true) };
}
