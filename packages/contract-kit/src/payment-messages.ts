import type { Bilingual } from './language.ts';

/** Messages about payments between the document services and svc-reference. Amounts are integers in minor units. */

export interface DueLine {
  /** Code of the fee; each fee is paid once per document. */
  code: string;
  name: string;
  amount: number;
}

/**
 * Topic `invoice.due`: everything that has to be paid for a document at its current step. Sent with every version; an empty list of lines means that nothing is
 * due.
 */
export interface InvoiceDue {
  /** Short name of the service, such as `trips`; the receipt is sent to this service. */
  service: string;
  documentId: string;
  /** Version of the document. A message is ignored if a message about a newer version has arrived before. */
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
  /** The document's status, used in the message that refuses to void a payment. */
  standing?: Bilingual;
}

/** The amount that has to be paid for a document now, as the cashier sees it. */
export interface DueInvoice {
  /** The reference, by which the payer knows the document. The document's id grants its applicant access and is therefore not disclosed. */
  documentId: string;
  reference: string;
  payer: string;
  currencyCode: string;
  total: number;
  lines: (DueLine & { status: 'DUE' | 'PAID' })[];
}

/**
 * Topic `receiptTopic(service)`: a payment for a document was received, or was voided by a counter-receipt with negative amounts. Each message is delivered at
 * least once, always with the same `receiptId`, and messages may arrive in any order.
 */
export interface ReceiptRecorded {
  receiptId: string;
  documentId: string;
  /** Serial reference of the receipt. */
  reference: string;
  year: number;
  number: number;
  /** Day of the receipt, `YYYY-MM-DD`. */
  date: string;
  payer: string;
  total: number;
  currencyCode: string;
  lines: DueLine[];
  /** In a counter-receipt: the id of the receipt that it voids. */
  voids?: string;
}

/** A receipt as it is stored in the document for which it was paid. */
export interface RecordedReceipt extends Pick<ReceiptRecorded, 'receiptId' | 'reference' | 'date' | 'total' | 'voids'> {
  /** Codes of the fees that the receipt covers. */
  codes?: string[];
}

/** Topic of svc-reference: a document was erased, `{ service, documentId }`; svc-reference then deletes the payer's data. */
export const DOCUMENT_ERASED_TOPIC = 'reference.document-erased';

export const INVOICE_DUE_TOPIC = 'invoice.due';
/** Each service has its own topic, because all consumers of one topic compete for its messages. */
export const receiptTopic = (service: string): string => `receipt.recorded.${service}`;
