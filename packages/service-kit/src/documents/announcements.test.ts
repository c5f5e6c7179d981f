import { announcementsOf } from './announcements.ts';

it('an invoice without a payer names the document in place of one, because an empty payer means that the document was erased', () => {
  const model = { id: 'id-1', version: 2, documentStatus: 'SUBMITTED', serialReference: { year: 2026, serial: 'A', number: 7, reference: 'PAS-2026-A-7' } };
  const payerOf = (payer?: string): unknown => {
    const definition = { service: 'passes', documentCode: () => 'PASS', invoice: () => ({ payer, fees: [{ code: 'F', amount: 500 }] }) };
    return announcementsOf(definition as never, model as never).map(({ payload }) => (payload as { payer: string }).payer);
  };
  expect([payerOf(), payerOf(''), payerOf('MARIA')]).toEqual([['PAS-2026-A-7'], ['PAS-2026-A-7'], ['MARIA']]);
});
