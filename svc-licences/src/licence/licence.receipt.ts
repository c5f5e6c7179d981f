/** The amounts due for a licence, and the effect of a receipt. */
import { type Invoice, type ReceiptInput, withReceipt } from '@portal/service-kit';
import type { LicenceDocument } from '../../contract/index.ts';

/** All fees are due at once, until the application is withdrawn or rejected. */
export const invoiceOf = ({ holderName, currencyCode, documentStatus, fees = [] }: LicenceDocument): Invoice => ({
  payer: holderName,
  currencyCode,
  fees: ['WITHDRAWN', 'REJECTED'].includes(documentStatus) ? [] : fees.filter(({ amount = 0 }) => amount > 0),
});

/** A receipt performs the action `receipt` of licence.workflow.ts, in any status. */
export const receiptAction = (): 'receipt' => 'receipt';

/** Marks the fees that the receipt paid for. */
export const recordReceipt = (licence: LicenceDocument, input: Readonly<Record<string, unknown>>): LicenceDocument =>
  withReceipt(licence, input as ReceiptInput);
