import { formatAmount, minorOf } from './currency.ts';

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

it.each([
  [125_050, 'USD', 'en', 'USD 1,250.50'],
  [1_250_050, 'USD', 'pt', 'USD 12 500,50'],
  [1_250, 'JPY', 'en', 'JPY 1,250'],
])('an amount of %d in %s is written in %s with plain spaces: %s', (amount, currency, language, text) => {
  expect(formatAmount(amount, currency, language)).toBe(text);
});
