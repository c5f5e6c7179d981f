/** The amounts due for a licence, and the effect of a receipt. */

import { L, type ReceiptRecorded } from '@portal/contract-kit';
import { type Invoice, type ReceiptInput, withReceipt } from '@portal/service-kit';
import { type LicenceDocument, type LicenceStatus, statusLabels } from '../../contract/index.ts';
import { isIssued } from './licence.validity.ts';

const issued = L('Issued', 'Emitida');

/** Withdrawn or rejected: what is unpaid is due no longer. */
export const isOver = ({ documentStatus }: Pick<LicenceDocument, 'documentStatus'>): boolean => ['WITHDRAWN', 'REJECTED'].includes(documentStatus);

/** All fees are due at once, until the application is withdrawn or rejected. A payment may be voided until the licence is issued. */
export const invoiceOf = (licence: LicenceDocument): Invoice => {
  const { holderName, currencyCode, documentStatus, fees = [] } = licence;
  return {
    payer: holderName,
    currencyCode,
    fees: isOver(licence) ? [] : fees.filter(({ amount = 0 }) => amount > 0),
    voidable: isIssued(licence) ? [] : fees,
    standing: isIssued(licence) ? issued : statusLabels[documentStatus as LicenceStatus],
  };
};

/** A receipt performs the action `receipt` of licence.workflow.ts, and a counter-receipt `receipt-void`, in any status. */
export const receiptAction = (_: LicenceDocument, { voids }: ReceiptRecorded): string => (voids ? 'receipt-void' : 'receipt');

/** Marks the fees that the receipt paid for. */
export const recordReceipt = (licence: LicenceDocument, input: Readonly<Record<string, unknown>>): LicenceDocument =>
  withReceipt(licence, input as ReceiptInput);
