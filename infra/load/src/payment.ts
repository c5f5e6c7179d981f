import type { Due, Model } from './client.ts';

export const receipts = '/api/reference/v1/payment/receipt';

/** Returns the number of a document in the form in which a receipt names it. */
export const numberOf = ({ serialReference: { reference, year, serial, number } }: Model) => ({
  documentCode: String(reference.split('-')[0]),
  year,
  serial,
  number,
});

/** Returns the path with which a cashier reads what is due for a document. */
export const dueAt = (model: Model): string => `${receipts}/${Object.values(numberOf(model)).join('/')}/searchDocumentToPay`;

/** Returns a receipt for everything that is due. */
export const receiptFor = (model: Model, { total, lines }: Due) => ({
  ...numberOf(model),
  payer: 'Maria',
  total,
  lines: lines.filter(({ status }) => status === 'DUE').map(({ code, amount }) => ({ code, amount })),
});
