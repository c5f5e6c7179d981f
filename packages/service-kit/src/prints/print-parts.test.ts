import { type FieldMeta, L } from '@portal/contract-kit';
import { dueBadge, feesTable, layoutIn, printedField, receiptsTable, versionFooter } from './print-parts.ts';

describe('amounts on prints', () => {
  it.each([
    ['USD', 'en', 'USD 50.00'],
    ['JPY', 'en', 'JPY 5,000'],
    ['KWD', 'en', 'KWD 5.000'],
    ['IDR', 'en', 'IDR 50.00'],
    ['USD', 'pt', 'USD 50,00'],
    ['KWD', 'pt', 'KWD 5,000'],
    ['IDR', 'id', 'IDR 50,00'],
  ])('have the digits of the currency and the decimal mark of the language: %s in %s', (currency, language, text) => {
    const receipt = { reference: 'REC-2026-A-1', date: '2026-03-27', total: 5000 };
    expect(layoutIn(language, () => dueBadge(5000, currency)).text).toMatch(new RegExp(`: ${text}$`));
    expect(layoutIn(language, () => feesTable([{ code: 'F', amount: 5000 }], 5000, currency))).toMatchObject([
      { rows: [[expect.anything(), expect.anything(), expect.anything(), text]], total: [expect.anything(), '', '', text] },
    ]);
    expect(layoutIn(language, () => receiptsTable([receipt] as never, currency, language))).toMatchObject([
      { rows: [[receipt.reference, expect.anything(), text]] },
    ]);
  });

  it('are to pay or paid; an amount of zero is neither', () => {
    const fees = [
      { code: 'A', amount: 2500, status: 'DUE' },
      { code: 'B', amount: 500, status: 'PAID' },
      { code: 'C', amount: 0, status: 'DUE' },
      { code: 'D' },
    ];
    const rows = [
      ['A', '', 'To pay / Por pagar', 'USD 25.00'],
      ['B', '', 'Paid / Pago', 'USD 5.00'],
      ['C', '', '–', 'USD 0.00'],
      ['D', '', '–', 'USD 0.00'],
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

it('the footer says to scan the code only where there is one', () => {
  const closing = L('Scan the code', 'Leia o código');
  expect(versionFooter({ version: 2, serialReference: { reference: 'R-1' } }, closing)).toBe('R-1 · version 2 / versão 2 · Scan the code / Leia o código');
  expect(versionFooter({ version: 2 }, closing)).toBe('DRAFT / RASCUNHO · version 2 / versão 2');
});
