import fc from 'fast-check';
import { sumsOf } from './shift-sums.ts';

const usd = (amount: number) => ({ currencyCode: 'USD', amount });
const paid = (method: string, currencyCode: string, total: number, receipts = 1) => ({ method, currencyCode, total, receipts });

describe('the sums of a shift', () => {
  it.each([
    ['nothing', [], [], []],
    ['a float alone', [usd(5000)], [], [['CASH', 'USD', 5000, 0, 0, 5000]]],
    ['cash beside a float', [usd(5000)], [paid('CASH', 'USD', 1250, 2)], [['CASH', 'USD', 5000, 1250, 2, 6250]]],
    [
      'cards apart from the float',
      [usd(100)],
      [paid('CARD', 'USD', 2000)],
      [
        ['CASH', 'USD', 100, 0, 0, 100],
        ['CARD', 'USD', 0, 2000, 1, 2000],
      ],
    ],
    [
      'currencies apart',
      [usd(100)],
      [paid('CASH', 'EUR', 300), paid('CASH', 'USD', 50)],
      [
        ['CASH', 'USD', 100, 50, 1, 150],
        ['CASH', 'EUR', 0, 300, 1, 300],
      ],
    ],
    ['more voided than received', [], [paid('CASH', 'USD', -700)], [['CASH', 'USD', 0, -700, 1, -700]]],
  ])('%s', (_what, floats, receipts, expected) => {
    const rows = sumsOf(floats, receipts, 'CASH').map((s) => [s.method, s.currencyCode, s.float, s.received, s.receipts, s.expected]);
    expect(rows).toEqual(expected);
  });

  it('hold for any floats and receipts: what is expected is the float and what was received, nothing is lost or counted twice', () => {
    const currency = fc.constantFrom('USD', 'EUR', 'IDR');
    const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    const floats = fc.array(fc.record({ currencyCode: currency, amount: fc.nat(1_000_000_000) }), { maxLength: 4 });
    const receipts = fc.array(
      fc.record({ method: fc.constantFrom('CASH', 'CARD', 'BANK'), currencyCode: currency, total: amount, receipts: fc.integer({ min: 1, max: 9 }) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(floats, receipts, (float, received) => {
        const sums = sumsOf(float, received, 'CASH');
        expect(new Set(sums.map(({ method, currencyCode }) => method + currencyCode)).size).toBe(sums.length);
        for (const sum of sums) expect(sum.expected).toBe(sum.float + sum.received);
        for (const code of ['USD', 'EUR', 'IDR']) {
          const of = <T extends { currencyCode: string }>(list: readonly T[], value: (each: T) => number) =>
            list.filter(({ currencyCode }) => currencyCode === code).reduce((total, each) => total + value(each), 0);
          expect(of(sums, (each) => each.expected)).toBe(of(float, (each) => each.amount) + of(received, (each) => each.total));
          expect(of(sums, (each) => each.receipts)).toBe(of(received, (each) => each.receipts));
        }
      }),
    );
  });
});
