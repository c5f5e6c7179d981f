/** What a receipt recorded by the cashier does to a licence. */
import { Day, Integer, ListOf, Text } from '@portal/contract-kit';
import type { LicenceDocument } from '../../contract/index.ts';

class PaidLine {
  @Text({ max: 35 }) code?: string;
}

export class ReceiptInput {
  @Text({ max: 70, required: true }) receiptId?: string;
  @Text({ max: 70 }) reference?: string;
  @Day() date?: string;
  @Integer() total?: number;
  @ListOf(() => PaidLine) lines?: PaidLine[];
}

/** Marks the fees it paid for. */
export function recordReceipt(licence: LicenceDocument, input: Readonly<Record<string, unknown>>): LicenceDocument {
  const { receiptId = '', reference = '', date = '', total = 0, lines = [] } = input as ReceiptInput;
  const paid = new Set(lines.map((l) => l.code));
  return {
    ...licence,
    fees: licence.fees?.map((fee) => (paid.has(fee.code) ? { ...fee, status: 'PAID' as const } : fee)),
    receipts: [...(licence.receipts ?? []), { receiptId, reference, date, total }],
  };
}

export const hasReceipt = (licence: LicenceDocument, receiptId: string): boolean => (licence.receipts ?? []).some((r) => r.receiptId === receiptId);
