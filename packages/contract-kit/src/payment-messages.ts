/** What document services and svc-reference tell each other about money. Amounts are integers in minor units. */

export interface DueLine {
  /** Code of the fee; it is paid once per document. */
  code: string;
  name: string;
  amount: number;
}

/** Topic `invoice.due`: all that a document has to pay at the step it has reached. Sent with every version; no lines: nothing is due. */
export interface InvoiceDue {
  /** Short name of the service, such as `trips`; the receipt is announced to it. */
  service: string;
  documentId: string;
  /** Version of the document; what an older one announced arrives too late. */
  version: number;
  documentCode: string;
  year: number;
  serial: string;
  number: number;
  /** Serial reference of the document, as printed. */
  reference: string;
  /** Who is to pay, for the cashier's screen. */
  payer: string;
  currencyCode: string;
  lines: DueLine[];
}

/** Topic `receiptTopic(service)`: money was received for a document. Delivered at least once; `receiptId` is the same each time. */
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
}

/** A receipt as it stands on the document that it was paid for. */
export type RecordedReceipt = Pick<ReceiptRecorded, 'receiptId' | 'reference' | 'date' | 'total'>;

/** Topic of svc-reference: a document was erased, `{ service, documentId }`; who was to pay for it is forgotten. */
export const DOCUMENT_ERASED_TOPIC = 'reference.document-erased';

export const INVOICE_DUE_TOPIC = 'invoice.due';
/** Each service has a topic of its own: every consumer of a topic competes for its messages. */
export const receiptTopic = (service: string): string => `receipt.recorded.${service}`;
