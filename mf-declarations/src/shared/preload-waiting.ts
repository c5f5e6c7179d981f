import { useEffect } from 'react';

/** Loads the page of waiting declarations once a form is near its end: the page is needed when there is no network to load it. */
export function usePreloadedWaiting(near: boolean): void {
  useEffect(() => {
    if (near) import('./waiting.screen.tsx').catch(() => undefined);
  }, [near]);
}
