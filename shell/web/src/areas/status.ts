export interface FailedArea {
  name: string;
  phase: 'failed';
  reason: string;
  retry(): void;
}

/** What the page shows in the place of an area's screens. */
export type AreaStatus =
  | {
      name: string;
      phase: 'loading';
      /** Its HTML is in the page already. */
      drawn?: boolean;
    }
  | { name: string; phase: 'ready' }
  | FailedArea;

let status: AreaStatus | undefined;
const listeners = new Set<() => void>();

export const areaStatus = {
  get: () => status,
  /** The status in which the gateway draws a page. */
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
