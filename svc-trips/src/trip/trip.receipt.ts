/** The amounts due for a trip and when, and the effect of a receipt. */
import type { ReceiptRecorded } from '@portal/contract-kit';
import { type Invoice, type ReceiptInput, withReceipt } from '@portal/service-kit';
import { type FeeRow, movementOf, statusLabels, type TripDocument, type TripDocumentStatus } from '../../contract/index.ts';

export type Stage = 'permit' | 'exit';

const isUnpaid = ({ status, amount = 0 }: FeeRow): boolean => status !== 'PAID' && amount > 0;

/** The unpaid fees of a stage. */
export const dueOf = ({ fees = [] }: Pick<TripDocument, 'fees'>, stage: Stage): FeeRow[] => fees.filter((fee) => fee.stage === stage && isUnpaid(fee));

/** The stage whose fees are due while a trip has this status; null when none are. */
export const stageOf = (status: TripDocumentStatus): Stage | null =>
  status === 'VERIFIED FOR EXIT' || status === 'VERIFIED FOR ENTRY' ? 'permit' : status === 'APPROVED TO EXIT' ? 'exit' : null;

/** The statuses before the fees of a stage are asked for. Once asked for, they stay due until they are paid. */
const before: Record<Stage, readonly TripDocumentStatus[]> = {
  permit: ['STORED', 'SUBMITTED'],
  exit: ['STORED', 'SUBMITTED', 'VERIFIED FOR EXIT', 'VERIFIED FOR ENTRY', 'PAID FOR APPROVAL'],
};

/**
 * What is due now: the fees of the paying step, and those of earlier ones whose payment was voided in the moment in which an officer went on.
 * Nothing more is asked for a trip that was terminated.
 */
function dueNow(trip: TripDocument): FeeRow[] {
  const { documentStatus } = trip;
  if (documentStatus === 'TERMINATED') return [];
  const stages: Stage[] = movementOf(trip) === 'E' ? ['permit', 'exit'] : ['permit'];
  return stages.filter((stage) => !before[stage].includes(documentStatus)).flatMap((stage) => dueOf(trip, stage));
}

/** Whether the permit is fully paid: after verification such a trip does not wait for a payment. */
export const isPermitPaid = (trip: TripDocument): boolean => dueOf(trip, 'permit').length === 0;

/** Whether the exit is fully paid. Only a vehicle that leaves pays for an exit. */
export const isExitPaid = (trip: TripDocument): boolean => movementOf(trip) === 'E' && dueOf(trip, 'exit').length === 0;

/** The statuses in which a payment of a stage may still be voided: nobody has worked on the trip since. */
const voidableIn: Record<Stage, readonly TripDocumentStatus[]> = {
  permit: ['VERIFIED FOR EXIT', 'VERIFIED FOR ENTRY', 'PAID FOR APPROVAL'],
  exit: ['APPROVED TO EXIT', 'PAID TO EXIT'],
};

/** The lines due in the current status, and the fees whose payment may still be voided. */
export function invoiceOf(trip: TripDocument): Invoice {
  const { documentStatus, ownerName, fees = [] } = trip;
  return {
    payer: ownerName,
    currencyCode: fees[0]?.currencyCode,
    fees: dueNow(trip),
    voidable: fees.filter((fee) => voidableIn[fee.stage as Stage]?.includes(documentStatus)),
    standing: statusLabels[documentStatus],
  };
}

/**
 * The action of trip.workflow.ts that a receipt performs: the trip moves on once everything due is paid, and back to its paying step when that
 * payment is voided before anybody has worked on it; otherwise the receipt is only recorded.
 */
export function receiptAction(trip: TripDocument, receipt: ReceiptRecorded): string {
  const after = recordReceipt(trip, { ...receipt });
  if (receipt.voids) {
    if (trip.documentStatus === 'PAID FOR APPROVAL' && !isPermitPaid(after)) return 'payment-void';
    return trip.documentStatus === 'PAID TO EXIT' && dueNow(after).length > 0 ? 'exit-payment-void' : 'receipt-void';
  }
  const stage = stageOf(trip.documentStatus);
  if (!stage || dueNow(after).length > 0) return 'receipt';
  return stage === 'permit' ? 'payment' : 'exit-payment';
}

/** The year and number in the reference of a receipt. */
const numberOf = (reference = ''): { receiptYear?: number; receiptNumber?: number } => {
  const [, year, number] = /-(\d{4})-(\d+)$/.exec(reference) ?? [];
  return year ? { receiptYear: Number(year), receiptNumber: Number(number) } : {};
};

/**
 * Marks the fees that the receipt paid for, and shows in the account details the last receipt that stands. A counter-receipt takes both back:
 * an earlier receipt, such as that of the permit fee, is shown again.
 */
export function recordReceipt(trip: TripDocument, input: Readonly<Record<string, unknown>>): TripDocument {
  const next = withReceipt(trip, input as ReceiptInput);
  const receipts = next.receipts ?? [];
  const voided = new Set(receipts.map(({ voids }) => voids));
  const shown = receipts.findLast(({ receiptId, voids }) => !voids && !voided.has(receiptId));
  const { totalFee } = trip.accountDetails ?? {};
  const details = shown && { ...numberOf(shown.reference), receiptDate: shown.date, receiptId: shown.receiptId };
  return { ...next, accountDetails: { totalFee, ...details } };
}
