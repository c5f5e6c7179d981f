import type { OfferedAction } from '@portal/contract-kit';
import { sharedValue } from './shared-value.ts';

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
    /** The status that the decision gave to the case. */
    status: string;
    action: OfferedAction;
    /** The page of the case, to look at it again. */
    to: string;
  };
  at: number;
}

/** Time during which the server takes a decision back. */
export const undoMs = 10 * 60_000;

const last = sharedValue<Done>();

export const sayDone = (done: Omit<Done, 'at'> | undefined): void => last.set(done && { ...done, at: Date.now() });

export const useDone = last.use;
