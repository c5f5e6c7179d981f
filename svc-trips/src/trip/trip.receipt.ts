/** What a trip costs, when it is due, and what a receipt does to it. */
import { Day, Integer, ListOf, Text } from '@portal/contract-kit';
import type { FeeRow, TripDocument, TripDocumentStatus } from '../../contract/index.ts';

export type Stage = 'permit' | 'exit';

const unpaid = (fee: FeeRow): boolean => fee.status !== 'PAID' && (fee.amount ?? 0) > 0;

/** Fees of a stage that are still to be paid. */
export const dueOf = (trip: Pick<TripDocument, 'fees'>, stage: Stage): FeeRow[] => (trip.fees ?? []).filter((f) => f.stage === stage && unpaid(f));

/** The stage whose fees are due while a trip stands at this status; null when nothing is. */
export const stageOf = (status: TripDocumentStatus): Stage | null =>
  status === 'VERIFIED FOR EXIT' || status === 'VERIFIED FOR ENTRY' ? 'permit' : status === 'APPROVED TO EXIT' ? 'exit' : null;

const paidStatus: Record<Stage, TripDocumentStatus> = { permit: 'PAID FOR APPROVAL', exit: 'PAID TO EXIT' };

/** A paying step with nothing left to pay is passed over. */
export function passOver(status: TripDocumentStatus, trip: Pick<TripDocument, 'fees'>): TripDocumentStatus {
  const stage = stageOf(status);
  return stage && dueOf(trip, stage).length === 0 ? paidStatus[stage] : status;
}

class PaidLine {
  @Text({ max: 70 }) code?: string;
}

/** A receipt as it is announced. */
export class ReceiptInput {
  @Text({ max: 70, required: true }) receiptId?: string;
  @Text({ max: 70 }) reference?: string;
  @Day() date?: string;
  @Integer() year?: number;
  @Integer() number?: number;
  @Integer() total?: number;
  @ListOf(() => PaidLine) lines?: PaidLine[];
}

/** Marks the fees a receipt paid for and shows the receipt in the account details. */
export function recordReceipt(trip: TripDocument, input: Readonly<Record<string, unknown>>): TripDocument {
  const { receiptId = '', reference = '', date = '', total = 0, year, number, lines = [] } = input as ReceiptInput;
  const paid = new Set(lines.map((l) => l.code));
  return {
    ...trip,
    fees: trip.fees?.map((fee) => (paid.has(fee.code) ? { ...fee, status: 'PAID' } : fee)),
    accountDetails: { ...trip.accountDetails, receiptYear: year, receiptNumber: number, receiptDate: date, receiptId },
    receipts: [...(trip.receipts ?? []), { receiptId, reference, date, total }],
  };
}

export const hasReceipt = (trip: TripDocument, receiptId: string): boolean => (trip.receipts ?? []).some((r) => r.receiptId === receiptId);
