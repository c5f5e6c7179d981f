import type { FieldMeta } from '@portal/contract-kit';
import { feesTable, printedAmount, printedField, receiptsTable } from './print-parts.ts';

describe('amounts on prints', () => {
  it.each([
    ['USD', '50.00 USD'],
    ['JPY', '5000 JPY'],
    ['KWD', '5.000 KWD'],
    ['IDR', '50.00 IDR'],
  ])('have the digits of the currency: %s', (currency, text) => {
    const receipt = { reference: 'REC-2026-A-1', date: '2026-03-27', total: 5000 };
    expect(printedAmount(5000, currency)).toBe(text);
    expect(feesTable([{ code: 'F', amount: 5000 }], 5000, currency)).toMatchObject([
      { rows: [[expect.anything(), expect.anything(), expect.anything(), text]], total: [expect.anything(), '', '', text] },
    ]);
    expect(receiptsTable([receipt] as never, currency, 'en')).toMatchObject([{ rows: [[receipt.reference, expect.anything(), text]] }]);
  });

  it('are to pay or paid; an amount of zero is neither', () => {
    const fees = [
      { code: 'A', amount: 2500, status: 'DUE' },
      { code: 'B', amount: 500, status: 'PAID' },
      { code: 'C', amount: 0, status: 'DUE' },
      { code: 'D' },
    ];
    const rows = [
      ['A', '', 'To pay / Por pagar', '25.00 USD'],
      ['B', '', 'Paid / Pago', '5.00 USD'],
      ['C', '', '–', '0.00 USD'],
      ['D', '', '–', '0.00 USD'],
    ];
    expect(feesTable(fees, 3000, 'USD')).toMatchObject([{ rows }]);
  });
});

it('NO is an answer where a question is asked, and a text elsewhere', () => {
  const printed = (kind: FieldMeta['kind']) => ['YES', 'NO'].map((value) => printedField(value, 'pt', { kind } as FieldMeta));
  expect([printed('choice'), printed('text')]).toEqual([
    ['Sim', 'Não'],
    ['YES', 'NO'],
  ]);
});
