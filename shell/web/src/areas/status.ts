export interface FailedArea {
  name: string;
  phase: 'failed';
  reason: string;
  retry(): void;
}

/** What the page shows in the place of an area's screens. */
export type AreaStatus = { name: string; phase: 'loading' | 'ready' } | FailedArea;

let status: AreaStatus | undefined;
const listeners = new Set<() => void>();

export const areaStatus = {
  get: () => status,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  set: (next: AreaStatus | undefined) => {
    status = next;
    for (const listener of listeners) listener();
  },
};
