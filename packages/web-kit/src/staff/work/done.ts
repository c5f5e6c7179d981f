import type { OfferedAction } from '@portal/contract-kit';
import { useSyncExternalStore } from 'react';

/** The last thing an officer did: one message, in one place, whatever page follows. */
export interface Done {
  /** What was done, in the reader's language. */
  words: string;
  /** How it is taken back, where the server offers that. */
  undo?: {
    /** The service that offers it. */
    prefix: string;
    /** The path of the kind, as `/v1/professional`. */
    kind: string;
    id: string;
    version: number;
    action: OfferedAction;
    /** The page of the case, to look at it again. */
    to: string;
  };
  at: number;
}

/** For so long the server takes a decision back. */
export const undoMs = 10 * 60_000;

let last: Done | undefined;
const listeners = new Set<() => void>();

export function sayDone(done: Omit<Done, 'at'> | undefined): void {
  last = done && { ...done, at: Date.now() };
  for (const listener of listeners) listener();
}

export const useDone = (): Done | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => last,
    () => undefined,
  );
