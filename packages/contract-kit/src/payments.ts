/** The published formats of the payment service: receipts, unpaid documents and cashier shifts. Amounts are integers in minor units. */
import type { SerialReference } from './envelopes.ts';
import type { DueLine } from './payment-messages.ts';

/** The serial number by which a payment refers to its document. */
export interface SerialKey {
  documentCode: string;
  year: number;
  serial: string;
  number: number;
}

/** A published receipt: `documentCode`, `year`, `serial` and `number` identify the document that was paid. */
export interface Receipt extends SerialKey {
  id: string;
  version: number;
  serialReference: SerialReference;
  documentReference: string;
  /** Day of the receipt, `YYYY-MM-DD`. */
  date: string;
  payer: string;
  total: number;
  currencyCode: string;
  lines: DueLine[];
  cashier: string;
  createdAt: string;
  /** Code of the payment method, and its name in the reader's language. */
  method: string;
  methodName: string;
  slip?: string;
  /** In a counter-receipt: the reference of the receipt that it voids. */
  voids?: string;
  /** The reference of the counter-receipt that voids this receipt. */
  voidedBy?: string;
  /** For staff only: the reason for the voiding, and the shift that the receipt belongs to. */
  comment?: string;
  shiftId?: string;
}

/** A document for which a payment is due now. */
export interface Unpaid extends SerialKey {
  reference: string;
  payer: string;
  total: number;
  currencyCode: string;
  /** The time since which the payment is due. */
  since: string;
}

/** An amount of money in minor units. */
export interface Money {
  currencyCode: string;
  amount: number;
}

/** The total of one payment method and currency in a shift. */
export interface ShiftSum {
  method: string;
  methodName: string;
  currencyCode: string;
  /** The cash in the till at the start of the shift. */
  float: number;
  /** The sum of the receipts minus the counter-receipts. */
  received: number;
  receipts: number;
  /** The amount that the till should hold. */
  expected: number;
}

/** The amount counted for one payment method and currency when a shift is closed. */
export interface ShiftCount extends Money {
  method: string;
  methodName: string;
  expected: number;
  difference: number;
}

/** A published shift of a cashier. */
export interface Shift {
  id: string;
  version: number;
  cashier: string;
  status: 'OPEN' | 'CLOSED';
  /** Whether the service opened the shift itself with the first payment, without a float. */
  automatic: boolean;
  floats: Money[];
  createdAt: string;
  closedAt?: string;
  /** The office of the cashier, in the reader's language. */
  office?: string;
  /** `YES` or `NO` once the shift is closed. */
  balanced?: string;
  comment?: string;
  /** Only in the response for one shift, not in lists. */
  sums?: ShiftSum[];
  counts?: ShiftCount[];
}
