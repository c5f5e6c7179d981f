import { formatDay } from '@portal/contract-kit';
import { readRecord } from './catalogue/catalogue-record.ts';
import { searchRecords } from './catalogue/catalogue-search.ts';
import { definitionOf } from './catalogue/definitions.ts';
import { serialKey } from './payments/receipt-lookup.ts';

const SHORT = 1_000;
const LONG = 1_000_000;

/** Returns the CPU time of this process in ms. The time on the clock would include waiting for the processor on a busy machine. */
const used = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Returns the time of one call in ms, the fastest of several runs. */
function timeOf(read: (text: string) => unknown, text: string, times: number): number {
  const runs = Array.from({ length: 5 }, () => {
    const began = used();
    for (let n = 0; n < times; n++) read(text);
    return (used() - began) / times;
  });
  return Math.min(...runs);
}

const quietly = (read: (text: string) => unknown) => (text: string) => {
  try {
    return read(text);
  } catch (error) {
    return error;
  }
};
const countries = definitionOf('countries') as NonNullable<ReturnType<typeof definitionOf>>;
const search = (operation: 'EQ' | 'CONTAINS') => (value: string) =>
  searchRecords([{ code: 'TL', name: 'Timor-Leste' }], {
    criteria: [{ expressionType: 'SearchCriterion', operation, dataType: 'TEXT', fieldName: 'search', values: [value] }],
    paging: { page: 1, size: 10 },
  });

const readers: [name: string, read: (text: string) => unknown][] = [
  ['the code of a record', (text) => readRecord(countries, { code: text, name: 'x' })],
  ['the fields of a record', (text) => readRecord(countries, { code: 'TL', name: text, names: { pt: text }, alpha3: text, altNames: text })],
  ['a search everywhere', search('CONTAINS')],
  ['an equal search everywhere', search('EQ')],
  ['the parts of a reference', (text) => serialKey(text, text, text, text)],
  ['a day', (text) => formatDay(text, 'pt')],
];
const hostile = ['0', ' ', '-', 'a ', '1 ', '; ', '\u0301', 'a\u0301', '\u0315\u0301', '\u200b', '9-', '\ud83d\ude00', '-1'];

it.each(readers)('%s is read in time that grows with the text: 1 MB of hostile text against 1 kB', (_name, read) => {
  for (const piece of hostile) {
    const of = (length: number) => `${piece.repeat(length / piece.length)}!`;
    const short = timeOf(quietly(read), of(SHORT), 20);
    const long = timeOf(quietly(read), of(LONG), 1);
    // For a text that is a thousand times longer, a thousand times the time is expected; a factor of 30 is allowed for a busy machine. Quadratic time would
    // take a million times as long.
    expect({ piece, linear: long < 50 + 30_000 * short }).toEqual({ piece, linear: true });
  }
});
