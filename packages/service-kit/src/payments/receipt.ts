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
  /** Total of the receipt; negative in a counter-receipt. */
  @Integer({ min: Number.MIN_SAFE_INTEGER }) total?: number;
  @ListOf(() => PaidLine) lines?: PaidLine[];
  @Text({ max: 70 }) voids?: string;
}

interface Payable {
  fees?: readonly { code?: string; status?: string }[];
  receipts?: readonly RecordedReceipt[];
}

/**
 * Returns the document with the receipt added. Each fee is marked as paid if a receipt that is not voided pays for it. A receipt and its counter-receipt may
 * arrive in any order.
 */
export function withReceipt<Model extends Payable>(model: Model, receipt: ReceiptInput): Model {
  const { receiptId = '', reference = '', date = '', total = 0, lines = [], voids } = receipt;
  const codes = lines.map(({ code = '' }) => code);
  const receipts: RecordedReceipt[] = [...(model.receipts ?? []), { receiptId, reference, date, total, codes, ...(voids ? { voids } : {}) }];
  const voided = new Set(receipts.map((each) => each.voids));
  const paid = new Set(receipts.flatMap((each) => (each.voids || voided.has(each.receiptId) ? [] : (each.codes ?? []))));
  // Earlier releases stored receipts without their fees, so fees that this receipt does not mention keep their status.
  const touched = new Set(codes);
  const standing = (code = ''): string => (paid.has(code) ? 'PAID' : 'DUE');
  return { ...model, fees: model.fees?.map((fee) => (touched.has(fee.code ?? '') ? { ...fee, status: standing(fee.code) } : fee)), receipts };
}

/** Returns whether the document has the receipt already. A receipt may be announced several times. */
export const hasReceipt = ({ receipts = [] }: Payable, { receiptId }: Pick<ReceiptRecorded, 'receiptId'>): boolean =>
  receipts.some((receipt) => receipt.receiptId === receiptId);
