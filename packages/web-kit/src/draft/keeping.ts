import { useSyncExternalStore } from 'react';

let keeps = true;
const readers = new Set<() => void>();

/** Notes whether this browser has kept what was typed last. It keeps nothing if the site's data is blocked or the device has no room. */
export function noteKeeping(isKept: boolean): void {
  if (keeps === isKept) return;
  keeps = isKept;
  for (const changed of readers) changed();
}

const subscribe = (changed: () => void) => {
  readers.add(changed);
  return () => void readers.delete(changed);
};

/** Returns whether this browser keeps what is typed (`noteKeeping`). Until a draft could not be written, it does. */
export const isKeeping = (): boolean => keeps;

/** `isKeeping` for components. */
export const useKeeping = (): boolean => useSyncExternalStore(subscribe, isKeeping, () => true);
