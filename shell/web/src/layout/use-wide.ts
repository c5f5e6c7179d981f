import { useSyncExternalStore } from 'react';

const wide = () => window.matchMedia('(min-width: 60em)');

const subscribe = (changed: () => void) => {
  const query = wide();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** True where there is room for the navigation beside the page. */
export const useWide = () =>
  useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => false,
  );
