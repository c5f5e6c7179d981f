import { readLookupText, referencesHolding } from './lookup-text.ts';

const series = [
  { code: 'ARR', year: 2026, last: 23_456 },
  { code: 'ARR', year: 2025, last: 900 },
];
/** All references; a search through them gives the expected results. */
const all = series.flatMap(({ code, year, last }) => Array.from({ length: last }, (_, i) => `${code}-${year}-${String(i + 1).padStart(7, '0')}`));
const byHand = (part: string): Set<string> => new Set(all.filter((reference) => reference.replaceAll('-', '').includes(part)));

describe('references that hold a text', () => {
  it.each([
    'ARR20260000123',
    '20260000123',
    '0000123',
    '00123',
    '23456',
    '3456',
    '999',
    'R2026000',
    '5000089',
    'RR202500',
    '20230',
    '0260001',
    '260000',
    '626',
    '777',
    '0000900',
  ])('%s are those that hold it, the newest of them', (part) => {
    const wanted = byHand(part);
    const found = referencesHolding(part, series);
    expect(found.filter((reference) => !wanted.has(reference))).toEqual([]);
    expect(found.length).toBe(Math.min(200, wanted.size));
    expect(new Set(found).size).toBe(found.length);
  });

  it('are empty for a text that no reference contains', () => {
    for (const part of ['DEP', '23457X', '9999999', 'ARR2024', '0023457']) expect([part, referencesHolding(part, series)]).toEqual([part, []]);
  });

  it('are listed without going through the numbers: of a series that nobody could go through too', () => {
    const found = referencesHolding('9', [{ code: 'ARR', year: 2026, last: Number.MAX_SAFE_INTEGER }]);
    expect([found.length, found[0]]).toEqual([200, `ARR-2026-${Number.MAX_SAFE_INTEGER}`]);
  });
});

describe('a text of the search', () => {
  it.each([
    ['+670 7788-9900', { phone: '77889900', words: [] }],
    ['AB 12-34567', { number: 'AB1234567', phone: '', words: [] }],
    ["José d'Ávila", { phone: '', words: ['JOSE', 'DAVILA'] }],
  ])('%s is read', (text, wanted) => {
    expect(readLookupText(text)).toMatchObject(wanted);
  });
});

it.each(['+670 7712 3456', '+٦٧٠ ٧٧١٢ ٣٤٥٦', '６７０-７７１２３４５６'])('the number %j is read in the digits of any script', (typed) =>
  expect(readLookupText(typed)).toMatchObject({ phone: '77123456', words: [] }),
);
