import type { Money, ShiftSum } from '@portal/contract-kit';

interface Paid {
  method: string;
  currencyCode: string;
  total: number;
  receipts: number;
}

/** Returns the sums of a shift: one for each payment method and currency; the float is added to the cash. Amounts are in minor units. */
export function sumsOf(floats: readonly Money[], paid: readonly Paid[], cash: string): Omit<ShiftSum, 'methodName'>[] {
  const sums = new Map<string, Omit<ShiftSum, 'methodName'>>();
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
