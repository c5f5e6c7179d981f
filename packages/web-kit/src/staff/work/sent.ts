import { useSyncExternalStore } from 'react';

/** A decision whose case was left before the server answered, because it can be taken back. There is one at most. */
export interface SentDecision {
  /** The case. */
  id: string;
  /** The page on which it was decided. Until the server has agreed it keeps what was entered there. */
  to: string;
  /** What is under way, or why it was not done, in the reader's language. */
  words: string;
  /** The server did not do it: the officer decides again. */
  failed?: true;
}

let sent: SentDecision | undefined;
const listeners = new Set<() => void>();

export const sentDecision = (): SentDecision | undefined => sent;

export function setSentDecision(decision: SentDecision | undefined): void {
  sent = decision;
  for (const listener of listeners) listener();
}

export const useSentDecision = (): SentDecision | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sentDecision,
    () => undefined,
  );
