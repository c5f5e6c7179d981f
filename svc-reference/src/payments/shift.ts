import type { Count, Money, ShiftRow } from '../database/payment.entities.ts';

/** What a method and currency of a shift come to. */
export interface ShiftSum extends Money {
  method: string;
  methodName: string;
  /** The cash that the shift began with. */
  float: number;
  /** Receipts less counter-receipts. */
  received: number;
  receipts: number;
  /** What the till should hold. */
  expected: number;
}

/** A published shift. */
export interface Shift extends Pick<ShiftRow, 'id' | 'version' | 'cashier' | 'status' | 'automatic' | 'floats'> {
  createdAt: string;
  closedAt?: string;
  /** The office of the cashier, in the reader's language. */
  office?: string;
  /** `YES` or `NO` once it is closed. */
  balanced?: string;
  comment?: string;
  /** Of one shift, not of a list. */
  sums?: Omit<ShiftSum, 'amount'>[];
  /** What was counted at the closing. */
  counts?: (Count & { methodName: string; difference: number })[];
}

interface Paid {
  method: string;
  currencyCode: string;
  total: number;
  receipts: number;
}

/** The sums of a shift: one for each method and currency, the float with the cash. Amounts in minor units. */
export function sumsOf(floats: readonly Money[], paid: readonly Paid[], cash: string): Omit<ShiftSum, 'methodName' | 'amount'>[] {
  const sums = new Map<string, Omit<ShiftSum, 'methodName' | 'amount'>>();
  const sumOf = (method: string, currencyCode: string) => {
    const key = `${method} ${currencyCode}`;
    const sum = sums.get(key) ?? { method, currencyCode, float: 0, received: 0, receipts: 0, expected: 0 };
    sums.set(key, sum);
    return sum;
  };
  for (const { currencyCode, amount } of floats) {
    const sum = sumOf(cash, currencyCode);
    sum.float += amount;
    sum.expected += amount;
  }
  for (const { method, currencyCode, total, receipts } of paid) {
    const sum = sumOf(method, currencyCode);
    sum.received += total;
    sum.receipts += receipts;
    sum.expected += total;
  }
  return [...sums.values()];
}
