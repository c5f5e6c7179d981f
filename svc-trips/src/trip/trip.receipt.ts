/** The invoice of a trip, and the effect of a receipt. */
import type { ReceiptRecorded } from '@portal/contract-kit';
import { type Invoice, type ReceiptInput, withReceipt } from '@portal/service-kit';
import {
  dueNow,
  dueOf,
  type FeeRow,
  isUnpaid,
  movementOf,
  type Stage,
  stageOfFee,
  statusLabels,
  type TripDocument,
  type TripDocumentStatus,
} from '../../contract/index.ts';

/** Whether a trip has fees that somebody has to pay, now or in a later step. */
export const hasUnpaidFees = ({ fees = [] }: Pick<TripDocument, 'fees'>): boolean => fees.some(isUnpaid);

/** Returns the stage whose fees are due in a status; null if there is none. */
export const stageOf = (status: TripDocumentStatus): Stage | null =>
  status === 'VERIFIED FOR EXIT' || status === 'VERIFIED FOR ENTRY' ? 'permit' : status === 'APPROVED TO EXIT' ? 'exit' : null;

/** Whether the permit is fully paid. Such a trip does not wait for a payment after its verification. */
export const isPermitPaid = (trip: TripDocument): boolean => dueOf(trip, 'permit').length === 0;

/** Whether the exit is fully paid. Only a vehicle of movement E pays for an exit. */
export const isExitPaid = (trip: TripDocument): boolean => movementOf(trip) === 'E' && dueOf(trip, 'exit').length === 0;

/** The statuses in which a payment of a stage can still be voided, because nobody has worked on the trip since. */
const voidableIn: Record<Stage, readonly TripDocumentStatus[]> = {
  permit: ['VERIFIED FOR EXIT', 'VERIFIED FOR ENTRY', 'PAID FOR APPROVAL'],
  exit: ['APPROVED TO EXIT', 'PAID TO EXIT'],
};

/** The action after which a payment of a stage cannot be voided, with its label. History entries of earlier releases have only the label. */
const reliesOn: Record<string, { action: string; label: string }> = {
  permit: { action: 'approval', label: 'Approve' },
  exit: { action: 'validation', label: 'Validate' },
};

/** Whether a payment of a fee can still be voided. That of a terminated trip can be if the trip ended before the step that relies on it. */
function isVoidable(trip: TripDocument, fee: FeeRow): boolean {
  const { documentStatus, actions } = trip;
  const stage = stageOfFee(trip, fee);
  if (documentStatus !== 'TERMINATED') return Boolean(voidableIn[stage as Stage]?.includes(documentStatus));
  const step = reliesOn[stage ?? ''];
  return fee.status === 'PAID' && step !== undefined && !actions.some(({ action, operation }) => (action ? action === step.action : operation === step.label));
}

/** Returns the invoice: the fees due in the current status, and the fees whose payment can still be voided. */
export function invoiceOf(trip: TripDocument): Invoice {
  const { documentStatus, ownerName, fees = [] } = trip;
  return {
    payer: ownerName,
    currencyCode: fees[0]?.currencyCode,
    fees: dueNow(trip),
    voidable: fees.filter((fee) => isVoidable(trip, fee)),
    standing: statusLabels[documentStatus],
  };
}

/**
 * Returns the action of trip.workflow.ts that a receipt performs. The trip moves on when everything due is paid, and moves back to its paying step when that
 * payment is voided before anybody has worked on the trip. In all other cases the receipt is only recorded.
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

/** Returns the year and number in the reference of a receipt. */
const numberOf = (reference = ''): { receiptYear?: number; receiptNumber?: number } => {
  const [, year, number] = /-(\d{4})-(\d+)$/.exec(reference) ?? [];
  return year ? { receiptYear: Number(year), receiptNumber: Number(number) } : {};
};

/**
 * Marks the fees that the receipt paid, and shows the latest valid receipt in the account details. A counter-receipt reverts both, so that an earlier receipt,
 * such as that of the permit fee, is shown again.
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
