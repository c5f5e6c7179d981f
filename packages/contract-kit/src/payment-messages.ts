import type { Bilingual } from './language.ts';

/** Messages about payments between the document services and svc-reference. Amounts are integers in minor units. */

export interface DueLine {
  /** Code of the fee; it is paid once per document. */
  code: string;
  name: string;
  amount: number;
}

/** Topic `invoice.due`: everything that a document has to pay at its current step. Sent with every version; no lines means that nothing is due. */
export interface InvoiceDue {
  /** Short name of the service, such as `trips`; the receipt is sent to this service. */
  service: string;
  documentId: string;
  /** Version of the document. A message about an older version than the last one is out of date. */
  version: number;
  documentCode: string;
  year: number;
  serial: string;
  number: number;
  /** Serial reference of the document, as printed. */
  reference: string;
  /** The payer, for the cashier's screen. */
  payer: string;
  currencyCode: string;
  lines: DueLine[];
  /** Codes of the fees whose payment may still be voided. Missing means none. */
  voidable?: string[];
  /** The document's status, for the refusal of a void. */
  standing?: Bilingual;
}

/** The amount that a document has to pay now, as the cashier sees it. */
export interface DueInvoice {
  /** How the payer knows the document: its reference. The document's id is its applicant's key and is not disclosed. */
  documentId: string;
  reference: string;
  payer: string;
  currencyCode: string;
  total: number;
  lines: (DueLine & { status: 'DUE' | 'PAID' })[];
}

/**
 * Topic `receiptTopic(service)`: a payment for a document was received, or voided by a counter-receipt with negative amounts.
 * Delivered at least once, with the same `receiptId` each time, in any order.
 */
export interface ReceiptRecorded {
  receiptId: string;
  documentId: string;
  /** Serial reference of the receipt. */
  reference: string;
  year: number;
  number: number;
  /** `YYYY-MM-DD` */
  date: string;
  payer: string;
  total: number;
  currencyCode: string;
  lines: DueLine[];
  /** Of a counter-receipt: the id of the receipt that it voids. */
  voids?: string;
}

/** A receipt as it is stored in the document that it pays for. */
export interface RecordedReceipt extends Pick<ReceiptRecorded, 'receiptId' | 'reference' | 'date' | 'total' | 'voids'> {
  /** Codes of the fees that it paid. */
  codes?: string[];
}

/** Topic of svc-reference: a document was erased, `{ service, documentId }`; svc-reference deletes who was to pay. */
export const DOCUMENT_ERASED_TOPIC = 'reference.document-erased';

export const INVOICE_DUE_TOPIC = 'invoice.due';
/** Each service has its own topic, because all consumers of one topic compete for its messages. */
export const receiptTopic = (service: string): string => `receipt.recorded.${service}`;
