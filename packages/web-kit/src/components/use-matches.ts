import { useSyncExternalStore } from 'react';

/**
 * Creates the hook that tells whether a media query matches; false when a page is rendered without a browser. The `MediaQueryList` is created once, because
 * every rendering reads it and creating a new one costs about a millisecond.
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
