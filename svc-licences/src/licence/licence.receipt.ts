/** What is to be paid for a licence, and what a receipt does to it. */
import { type Invoice, type ReceiptInput, withReceipt } from '@portal/service-kit';
import type { LicenceDocument } from '../../contract/index.ts';

/** All fees are due at once, until the application comes to nothing. */
export const invoiceOf = ({ holderName, currencyCode, documentStatus, fees = [] }: LicenceDocument): Invoice => ({
  payer: holderName,
  currencyCode,
  fees: ['WITHDRAWN', 'REJECTED'].includes(documentStatus) ? [] : fees.filter(({ amount = 0 }) => amount > 0),
});

/** A receipt performs the action `receipt` of licence.workflow.ts, wherever the licence stands. */
export const receiptAction = (): 'receipt' => 'receipt';

/** Marks the fees that the receipt paid for. */
export const recordReceipt = (licence: LicenceDocument, input: Readonly<Record<string, unknown>>): LicenceDocument =>
  withReceipt(licence, input as ReceiptInput);
