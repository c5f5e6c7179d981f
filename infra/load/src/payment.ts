import type { Due, Model } from './client.ts';

export const receipts = '/api/reference/v1/payment/receipt';

/** The number of a document, as a receipt names it. */
export const numberOf = ({ serialReference: { reference, year, serial, number } }: Model) => ({
  documentCode: String(reference.split('-')[0]),
  year,
  serial,
  number,
});

/** Where a cashier sees what is due for a document. */
export const dueAt = (model: Model): string => `${receipts}/${Object.values(numberOf(model)).join('/')}/searchDocumentToPay`;

/** A receipt for all that is due. */
export const receiptFor = (model: Model, { total, lines }: Due) => ({
  ...numberOf(model),
  payer: 'Maria',
  total,
  lines: lines.filter(({ status }) => status === 'DUE').map(({ code, amount }) => ({ code, amount })),
});
