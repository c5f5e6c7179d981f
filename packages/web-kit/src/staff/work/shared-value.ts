import { useSyncExternalStore } from 'react';

/** A value that all parts of the page share, until it is loaded anew. */
export function sharedValue<T>() {
  let value: T | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = (): T | undefined => value;
  return {
    get,
    set(next: T | undefined): void {
      value = next;
      for (const listener of listeners) listener();
    },
    /** The value, in a component. */
    use: (): T | undefined => useSyncExternalStore(subscribe, get, () => undefined),
  };
}
