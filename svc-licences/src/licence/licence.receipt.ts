/** The amounts due for a licence, and the effect of a receipt. */

import { L, type ReceiptRecorded } from '@portal/contract-kit';
import { type Invoice, type ReceiptInput, withReceipt } from '@portal/service-kit';
import { areFeesDue, type LicenceDocument, type LicenceStatus, statusLabels } from '../../contract/index.ts';
import { isIssued } from './licence.validity.ts';

const issued = L('Issued', 'Emitida');

/** Returns the invoice. All fees are due at once after the submission, until the application is withdrawn or rejected. A payment can be voided until the licence is issued. */
export const invoiceOf = (licence: LicenceDocument): Invoice => {
  const { holderName, currencyCode, documentStatus, fees = [] } = licence;
  return {
    payer: holderName,
    currencyCode,
    fees: areFeesDue(licence) ? fees.filter(({ amount = 0 }) => amount > 0) : [],
    voidable: isIssued(licence) ? [] : fees,
    standing: isIssued(licence) ? issued : statusLabels[documentStatus as LicenceStatus],
  };
};

/** Returns the action of licence.workflow.ts that a receipt performs, in any status after the submission: `receipt`, or `receipt-void` for a counter-receipt. */
export const receiptAction = (_: LicenceDocument, { voids }: ReceiptRecorded): string => (voids ? 'receipt-void' : 'receipt');

/** Marks the fees that the receipt paid. */
export const recordReceipt = (licence: LicenceDocument, input: Readonly<Record<string, unknown>>): LicenceDocument =>
  withReceipt(licence, input as ReceiptInput);
