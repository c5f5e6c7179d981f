/** The amounts due for a trip and when, and the effect of a receipt. */
import type { ReceiptRecorded } from '@portal/contract-kit';
import { type Invoice, type ReceiptInput, withReceipt } from '@portal/service-kit';
import { type FeeRow, movementOf, type TripDocument, type TripDocumentStatus } from '../../contract/index.ts';

export type Stage = 'permit' | 'exit';

const isUnpaid = ({ status, amount = 0 }: FeeRow): boolean => status !== 'PAID' && amount > 0;

/** The unpaid fees of a stage. */
export const dueOf = ({ fees = [] }: Pick<TripDocument, 'fees'>, stage: Stage): FeeRow[] => fees.filter((fee) => fee.stage === stage && isUnpaid(fee));

/** The stage whose fees are due while a trip has this status; null when none are. */
export const stageOf = (status: TripDocumentStatus): Stage | null =>
  status === 'VERIFIED FOR EXIT' || status === 'VERIFIED FOR ENTRY' ? 'permit' : status === 'APPROVED TO EXIT' ? 'exit' : null;

/** Whether the permit is fully paid: after verification such a trip does not wait for a payment. */
export const isPermitPaid = (trip: TripDocument): boolean => dueOf(trip, 'permit').length === 0;

/** Whether the exit is fully paid. Only a vehicle that leaves pays for an exit. */
export const isExitPaid = (trip: TripDocument): boolean => movementOf(trip) === 'E' && dueOf(trip, 'exit').length === 0;

/** The lines due in the current status; none outside the two paying steps. */
export function invoiceOf(trip: TripDocument): Invoice {
  const stage = stageOf(trip.documentStatus);
  return { payer: trip.ownerName, currencyCode: trip.fees?.[0]?.currencyCode, fees: stage ? dueOf(trip, stage) : [] };
}

/** The action of trip.workflow.ts that a receipt performs: the trip moves on once everything due is paid; otherwise the receipt is only recorded. */
export function receiptAction(trip: TripDocument, receipt: ReceiptRecorded): 'payment' | 'exit-payment' | 'receipt' {
  const stage = stageOf(trip.documentStatus);
  if (!stage || dueOf(recordReceipt(trip, { ...receipt }), stage).length > 0) return 'receipt';
  return stage === 'permit' ? 'payment' : 'exit-payment';
}

/** Marks the fees that the receipt paid for, and shows the receipt in the account details. */
export function recordReceipt(trip: TripDocument, input: Readonly<Record<string, unknown>>): TripDocument {
  const receipt = input as ReceiptInput;
  const { receiptId, year: receiptYear, number: receiptNumber, date: receiptDate = '' } = receipt;
  return { ...withReceipt(trip, receipt), accountDetails: { ...trip.accountDetails, receiptYear, receiptNumber, receiptDate, receiptId } };
}
