/** What the payment service publishes about receipts, unpaid documents and shifts of cashiers. Amounts are integers in minor units. */
import type { SerialReference } from './envelopes.ts';
import type { DueLine } from './payment-messages.ts';

/** The key by which a payment names its document. */
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
  /** `YYYY-MM-DD` */
  date: string;
  payer: string;
  total: number;
  currencyCode: string;
  lines: DueLine[];
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

/** A document with something to pay now. */
export interface Unpaid extends SerialKey {
  reference: string;
  payer: string;
  total: number;
  currencyCode: string;
  /** Since when it is due. */
  since: string;
}

/** An amount of money in minor units. */
export interface Money {
  currencyCode: string;
  amount: number;
}

/** What a method and currency of a shift come to. */
export interface ShiftSum {
  method: string;
  methodName: string;
  currencyCode: string;
  /** The cash that the shift began with. */
  float: number;
  /** Receipts less counter-receipts. */
  received: number;
  receipts: number;
  /** What the till should hold. */
  expected: number;
}

/** What was counted of a method and currency at the closing of a shift. */
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
  /** Opened by the service with the first payment, without a float. */
  automatic: boolean;
  floats: Money[];
  createdAt: string;
  closedAt?: string;
  /** The office of the cashier, in the reader's language. */
  office?: string;
  /** `YES` or `NO` once it is closed. */
  balanced?: string;
  comment?: string;
  /** Of one shift, not of a list. */
  sums?: ShiftSum[];
  counts?: ShiftCount[];
}
