import { renderToStaticMarkup } from 'react-dom/server';
import type { CatalogueInfo } from 'svc-reference/contract';
import { useFaultWords } from './differences.tsx';

// Jest cannot load one part of the combobox's library, which is an ES module; nothing scrolls here.
jest.mock('compute-scroll-into-view', () => ({ compute: () => [] }));

const info = {
  name: 'fees',
  fields: [
    { name: 'currencyCode', label: { en: 'Currency', pt: 'Moeda' } },
    { name: 'weekday', label: { en: 'Day of the week', pt: 'Dia da semana' } },
  ],
} as unknown as CatalogueInfo;

function Words(fault: { code: string; field?: string; message: string }) {
  return useFaultWords(info)(fault);
}

it.each([
  ['another record', 'CHOICE', 'currencyCode', 'The fee TIBE-PERMIT of this document is in USD', 'The fee TIBE-PERMIT of this document is in USD'],
  ['the bounds', 'INTEGER', 'weekday', 'weekday must be a whole number from 1 to 7', 'Day of the week must be a whole number from 1 to 7'],
  ['a code', 'CHOICE', 'currencyCode', 'currencyCode: EUR is retired', 'Currency: EUR is retired'],
  ['a column with a name', 'TEXT', 'name_pt', 'name_pt must be on one line', 'Name in Portuguese must be on one line'],
  ['the longest text', 'MAX_LENGTH', 'weekday', 'weekday must be 5 characters or fewer', 'Day of the week must be 5 characters or fewer'],
  ['a value that is missing', 'REQUIRED', 'weekday', 'weekday is missing', 'Day of the week is missing'],
  ['the whole record', 'STALE_VERSION', undefined, 'The record has changed', 'The record has changed'],
])('names %s that a fault is about', (_what, code, field, message, said) => {
  expect(renderToStaticMarkup(<Words code={code} field={field} message={message} />)).toBe(said);
});
