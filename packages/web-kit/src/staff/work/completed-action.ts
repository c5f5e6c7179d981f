import type { OfferedAction } from '@portal/contract-kit';
import { sharedValue } from './shared-value.ts';

/** The last thing that an officer did, for a single message that is shown on whatever page follows. */
export interface CompletedAction {
  /** The message, in the user's language. */
  words: string;
  /** How to undo the action, if the server offers that. */
  undo?: {
    /** The prefix of the service that offers the undo. */
    prefix: string;
    /** The path of the kind, such as `/v1/professional`. */
    kind: string;
    id: string;
    version: number;
    /** The status that the decision gave to the case. */
    status: string;
    action: OfferedAction;
    /** The address of the page of the case. */
    to: string;
  };
  at: number;
}

/** The time in ms within which the server can undo a decision. */
export const undoMs = 10 * 60_000;

const last = sharedValue<CompletedAction>();

export const setCompletedAction = (done: Omit<CompletedAction, 'at'> | undefined): void => last.set(done && { ...done, at: Date.now() });

export const useCompletedAction = last.use;
