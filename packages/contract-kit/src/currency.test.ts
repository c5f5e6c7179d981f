import { minorOf } from './currency.ts';

it.each([
  ['USD', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['no code', 2],
])('a currency has its decimal digits: %s', (currency, digits) => {
  expect(minorOf(currency)).toBe(digits);
});
