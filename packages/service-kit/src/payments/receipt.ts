/** The effect of a receipt on the document that it pays for. */
import { Day, Integer, ListOf, type ReceiptRecorded, type RecordedReceipt, Text } from '@portal/contract-kit';

class PaidLine {
  @Text({ max: 70 }) code?: string;
}

/** A receipt as svc-reference announces it: the input of every action that a receipt triggers. */
export class ReceiptInput {
  @Text({ max: 70, required: true }) receiptId?: string;
  @Text({ max: 70 }) reference?: string;
  @Day() date?: string;
  @Integer() year?: number;
  @Integer() number?: number;
  @Integer() total?: number;
  @ListOf(() => PaidLine) lines?: PaidLine[];
}

interface Payable {
  fees?: readonly { code?: string; status?: string }[];
  receipts?: readonly RecordedReceipt[];
}

/** The document with the receipt added, and the fees that it paid for marked as paid. */
export function withReceipt<Model extends Payable>(model: Model, { receiptId = '', reference = '', date = '', total = 0, lines = [] }: ReceiptInput): Model {
  const paid = new Set(lines.map(({ code }) => code));
  return {
    ...model,
    fees: model.fees?.map((fee) => (paid.has(fee.code) ? { ...fee, status: 'PAID' } : fee)),
    receipts: [...(model.receipts ?? []), { receiptId, reference, date, total }],
  };
}

/** Whether the document has the receipt already: a receipt may be announced several times. */
export const hasReceipt = ({ receipts = [] }: Payable, { receiptId }: Pick<ReceiptRecorded, 'receiptId'>): boolean =>
  receipts.some((receipt) => receipt.receiptId === receiptId);
