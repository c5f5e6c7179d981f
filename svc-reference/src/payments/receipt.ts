import type { SerialReference } from '@portal/contract-kit';
import type { ReceiptRow } from '../database/payment.entities.ts';
import type { SerialKey } from './invoices.service.ts';

/** A published receipt: `documentCode`, `year`, `serial` and `number` identify the document that was paid. */
export interface Receipt extends SerialKey {
  id: string;
  version: number;
  serialReference: SerialReference;
  documentReference: string;
  date: string;
  payer: string;
  total: number;
  currencyCode: string;
  lines: ReceiptRow['lines'];
  cashier: string;
  createdAt: string;
  /** Code of the method of payment, and its name in the reader's language. */
  method: string;
  methodName: string;
  slip?: string;
  /** Of a counter-receipt: the reference of the receipt that it voids. */
  voids?: string;
  /** The reference of the counter-receipt that voids this one. */
  voidedBy?: string;
  /** For staff: why it was voided, and the shift it belongs to. */
  comment?: string;
  shiftId?: string;
}
