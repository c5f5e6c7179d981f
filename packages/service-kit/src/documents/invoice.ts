import type { Bilingual } from '@portal/contract-kit';

/** The amount due for a document in its current status, and who pays it. */
export interface Invoice {
  /** Default: the reference of the document. */
  payer?: string;
  /** ISO 4217 code; default `USD`. */
  currencyCode?: string;
  fees: readonly { code?: string; name?: string; amount?: number }[];
  /** The fees whose payment may still be voided, because nobody has worked on the document since. Default: none. */
  voidable?: readonly { code?: string }[];
  /** The name of the document's status, used in the message when a void is refused. */
  standing?: Bilingual;
}
