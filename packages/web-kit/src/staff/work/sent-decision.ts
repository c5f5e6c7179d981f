import { sharedValue } from './shared-value.ts';

/** A decision that is being sent while the officer has already left its case. This is allowed only for decisions that can be undone. There is at most one. */
export interface SentDecision {
  /** The id of the case. */
  id: string;
  /** The address of the page on which the decision was made. Until the server has accepted it, that page keeps what was entered. */
  to: string;
  /** What is being done, or why it was not done, in the user's language. */
  words: string;
  /** Set when the server has refused the decision, so that the officer must decide again. */
  failed?: true;
}

const sent = sharedValue<SentDecision>();

export const sentDecision = sent.get;
export const setSentDecision = sent.set;
export const useSentDecision = sent.use;
