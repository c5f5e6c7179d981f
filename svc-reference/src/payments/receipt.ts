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
}
