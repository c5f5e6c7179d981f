export interface FailedArea {
  name: string;
  phase: 'failed';
  reason: string;
  /** Whether what was typed on the area's page is kept. */
  kept: boolean;
  retry(): void;
}

/** State of the current area, which decides what the page shows in the place of its screens. */
export type AreaStatus =
  | {
      name: string;
      phase: 'loading';
      /** Whether the area's prerendered HTML is already in the page. */
      drawn?: boolean;
    }
  | { name: string; phase: 'ready' }
  | FailedArea;

let status: AreaStatus | undefined;
const listeners = new Set<() => void>();

export const areaStatus = {
  get: () => status,
  /** Status for prerendering and hydration: no area has been entered yet. */
  atStart: (): AreaStatus | undefined => undefined,
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
