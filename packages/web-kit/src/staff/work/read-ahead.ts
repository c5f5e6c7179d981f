import { startTransition, useEffect, useState } from 'react';
import { type Api, useApi } from '../../api/api.ts';
import { documentKey, loadDocument } from '../../document/use-document.ts';
import { type QueryClient, useQueryClient } from '../../query.ts';

/** The time in ms that an officer must stay on a case before the next one is prefetched. */
export const readAheadAfterMs = 400;
/** The time in ms for which a prefetched case is not loaded again. */
const readAheadIsNewMs = 30_000;

/**
 * Prefetches the next case once the officer has stayed on the present one. The service records the read in its audit log like any other.
 * @returns the ids of the neighbouring cases that can be rendered in advance: the next one, and the previous one if it was opened before
 */
export function useReadAhead(kind: string, current: string, next: string | undefined, previous: string | undefined): readonly string[] {
  const api = useApi();
  const cache = useQueryClient();
  const [ready, setReady] = useState<readonly string[]>([]);
  useEffect(() => {
    // A case that has been opened is no longer rendered in advance, so that its typed content is discarded when the officer leaves it.
    setReady((ids) => ids.filter((id) => id !== current));
    const timer = setTimeout(async () => {
      await readAhead(api, cache, kind, next);
      if (left) return;
      const here = [next, previous].filter((id) => id !== undefined && id !== current && cache.getQueryData(documentKey(kind, id)) !== undefined);
      startTransition(() => setReady(here as string[]));
    }, readAheadAfterMs);
    let left = false;
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [api, cache, kind, current, next, previous]);
  return ready.filter((id) => id !== current);
}

async function readAhead(api: Api, cache: QueryClient, kind: string, id: string | undefined): Promise<void> {
  const queryKey = documentKey(kind, id);
  if (!id || cache.getQueryData(queryKey)) return;
  try {
    const answer = await loadDocument(api, kind, id);
    cache.setQueryData(queryKey, answer, { updatedAt: Date.now() + readAheadIsNewMs });
  } catch {
    // If the prefetch fails, the page of the case shows the error.
  }
}
