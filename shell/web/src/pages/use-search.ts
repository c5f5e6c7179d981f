import { useSession } from '@portal/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useRegistry } from '../layout/use-registry.ts';
import { type AreaAnswer, isSearchable, searchAreas, searchPlaces } from './searching.ts';

/** Searches for a text. The answers arrive area by area; `pending` is true until the last one has arrived. */
export function useSearch(text: string, waitMs: number): { answers: AreaAnswer[]; pending: boolean } {
  const registry = useRegistry();
  const { hasRole } = useSession();
  const [held, setHeld] = useState<{ text: string; answers: AreaAnswer[]; done: boolean }>({ text: '', answers: [], done: true });
  const wanted = text.trim();
  const areas = registry ? searchPlaces(registry.areas, hasRole) : [];
  const latest = useRef(areas);
  latest.current = areas;
  const known = areas.map(({ name }) => name).join();
  useEffect(() => {
    if (!isSearchable(wanted) || !known) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const tell = (answers: AreaAnswer[], done: boolean) => setHeld({ text: wanted, answers, done });
      let last: AreaAnswer[] = [];
      await searchAreas(latest.current, wanted, stop.signal, (answers) => {
        last = answers;
        tell(answers, false);
      });
      if (!stop.signal.aborted) tell(last, true);
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted, known, waitMs]);
  if (!isSearchable(wanted)) return { answers: [], pending: false };
  // Keep the results of an earlier text until there are newer ones, so that the list does not flicker with each keystroke.
  return { answers: held.answers, pending: held.text !== wanted || !held.done };
}
