import type { Bilingual } from '@portal/contract-kit';

/** The amount due for a document in its current status, and who pays it. */
export interface Invoice {
  payer?: string;
  /** Default `USD`. */
  currencyCode?: string;
  fees: readonly { code?: string; name?: string; amount?: number }[];
  /** The fees whose payment may still be voided: the document has not been worked on since. Default none. */
  voidable?: readonly { code?: string }[];
  /** The name of the status, for the refusal of a void. */
  standing?: Bilingual;
}
