import { asksForCsv } from './list-or-csv.ts';

it.each([
  [undefined, false],
  ['*/*', false],
  ['application/json', false],
  ['text/csv', true],
  ['Text/CSV; charset=utf-8', true],
  ['text/csv;q=0.5, */*;q=0.1', true],
  ['application/json, text/csv', true],
  ['text/csv;q=0', false],
  ['text/csv; q=0.0, application/json', false],
  ['application/json, text/csv;q=0.5', false],
  ['text/csvx', false],
])('a call that accepts %s gets its list as CSV: %s', (accept, expected) => expect(asksForCsv(accept)).toBe(expected));
