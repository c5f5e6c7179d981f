import { useSyncExternalStore } from 'react';

/** Creates a value that all parts of the page share until the page is reloaded. */
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
    /** Returns the value in a component, and renders it again when the value changes. */
    use: (): T | undefined => useSyncExternalStore(subscribe, get, () => undefined),
  };
}
