import { sharedValue } from './shared-value.ts';

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

const sent = sharedValue<SentDecision>();

export const sentDecision = sent.get;
export const setSentDecision = sent.set;
export const useSentDecision = sent.use;
