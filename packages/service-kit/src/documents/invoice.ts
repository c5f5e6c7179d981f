/** The amount due for a document in its current status, and who pays it. */
export interface Invoice {
  payer?: string;
  /** Default `USD`. */
  currencyCode?: string;
  fees: readonly { code?: string; name?: string; amount?: number }[];
}
