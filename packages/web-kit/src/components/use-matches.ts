import { useSyncExternalStore } from 'react';

/**
 * Makes the hook that tells whether a media query matches; false where a page is drawn without a browser.
 * The browser is asked for the query once: every drawing looks at it, and asking anew costs about a millisecond.
 */
export function matchesOf(query: string): () => boolean {
  let asked: MediaQueryList | undefined;
  const list = (): MediaQueryList => {
    asked ??= window.matchMedia(query);
    return asked;
  };
  const subscribe = (changed: () => void) => {
    list().addEventListener('change', changed);
    return () => list().removeEventListener('change', changed);
  };
  return () =>
    useSyncExternalStore(
      subscribe,
      () => list().matches,
      () => false,
    );
}
