import { minorOf } from './currency.ts';

it.each([
  ['USD', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['CLF', 4],
  ['IDR', 2],
  ['HUF', 2],
  ['IQD', 3],
  ['no code', 2],
])('a currency has the decimal digits of ISO 4217: %s', (currency, digits) => {
  expect(minorOf(currency)).toBe(digits);
});
