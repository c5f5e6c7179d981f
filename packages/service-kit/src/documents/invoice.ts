/** What is to be paid for a document as it stands, and by whom. */
export interface Invoice {
  payer?: string;
  /** Default `USD`. */
  currencyCode?: string;
  fees: readonly { code?: string; name?: string; amount?: number }[];
}
