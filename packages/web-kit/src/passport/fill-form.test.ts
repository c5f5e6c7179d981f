import type { UseFormReturn } from 'react-hook-form';
import { countryIn, fillForm, type PassportFields, valuesFor } from './fill-form.ts';
import type { TravelDocument } from './zone/document.ts';

const countries = [
  { code: 'DE', name: 'Germany', alpha3: 'DEU' },
  { code: 'GB', name: 'United Kingdom', alpha3: 'GBR' },
  { code: 'TL', name: 'Timor-Leste', alpha3: 'TLS' },
];
const fields: PassportFields = {
  number: 'code',
  lastName: 'last',
  firstName: 'first',
  birthDate: 'born',
  sex: 'gender',
  nationality: 'country',
  expiryDate: 'until',
};
const document: TravelDocument = {
  kind: 'passport',
  number: 'C01X00T47',
  lastName: 'MUELLER',
  firstName: 'JUERGEN',
  birthDate: '1980-03-27',
  sex: 'M',
  nationality: 'D',
  expiryDate: '2031-03-27',
};
const nothing = () => undefined;

it.each([
  ['D', 'DE'],
  ['GBD', 'GB'],
  ['GBN', 'GB'],
  ['TMP', 'TL'],
  ['TLS', 'TL'],
  ['UTO', undefined],
  ['XXA', undefined],
  ['UNO', undefined],
])('finds the country of %s in the catalogue: %s', (zone, code) => {
  expect(countryIn(countries, zone)?.code).toBe(code);
});

it('gives each field of the form what the document says', () => {
  expect(valuesFor(document, fields, countries, nothing)).toEqual({
    code: 'C01X00T47',
    last: 'MUELLER',
    first: 'JUERGEN',
    born: '1980-03-27',
    gender: 'M',
    country: 'DE',
    until: '2031-03-27',
  });
});

it('leaves alone what was not read, what no catalogue lists and a sex that is not stated', () => {
  expect(valuesFor({ kind: 'card', number: 'X1', sex: 'X', nationality: 'XXA' }, fields, countries, nothing)).toEqual({ code: 'X1' });
});

it('keeps a typed name with its accents when the zone has the same name', () => {
  const typed: Record<string, string> = { last: 'MÜLLER', first: 'HANS' };
  expect(valuesFor(document, fields, countries, (path) => typed[path])).toMatchObject({ last: 'MÜLLER', first: 'JUERGEN' });
});

it('fills both names into one field', () => {
  expect(valuesFor(document, { fullName: 'name' }, countries, nothing)).toEqual({ name: 'JUERGEN MUELLER' });
  expect(valuesFor(document, { fullName: 'name' }, countries, () => 'Jürgen Müller')).toEqual({ name: 'Jürgen Müller' });
});

describe('a form that already has data', () => {
  const partly: TravelDocument = { kind: 'passport', number: 'C01X00T47', birthDate: '1980-03-27', sex: 'X' };
  const mine = { last: 'SILVA', first: 'PEDRO', gender: 'M', countryCode: 'TL', countryName: 'Timor-Leste', until: '2026-12-01', address: 'DILI' };
  const listed = { ...fields, nationality: 'countryCode' };
  const filled = (values: Record<string, string>, from = partly) => {
    const after: Record<string, unknown> = { ...values };
    const getValues = (path: string) => after[path];
    const form = { getValues, setValue: (path: string, value: unknown) => Object.assign(after, { [path]: value }) } as unknown as UseFormReturn;
    return { notFilled: fillForm(form, from, listed, countries), after };
  };
  const read = { code: 'C01X00T47', born: '1980-03-27' };
  const rest = ['lastName', 'firstName', 'sex', 'nationality', 'expiryDate'];

  it.each([
    ['number', { code: 'OLD12345', born: '1980-03-27' }],
    ['date of birth', { code: 'c01x 00t47', born: '1990-01-01' }],
  ])('keeps nothing that was not read of a document with another %s', (_what, other) => {
    const { notFilled, after } = filled({ ...mine, ...other });
    expect(after).toEqual({ ...read, last: '', first: '', gender: '', countryCode: '', countryName: '', until: '', address: 'DILI' });
    expect(notFilled).toEqual({ empty: rest, kept: [] });
  });

  it('keeps what was not read of the same document, and says so', () => {
    for (const same of [
      { code: 'c01x 00t47', born: '1980-03-27' },
      { code: '', born: '' },
    ]) {
      const { notFilled, after } = filled({ ...mine, ...same });
      expect(after).toEqual({ ...mine, ...read });
      expect(notFilled).toEqual({ empty: [], kept: rest });
    }
  });

  it('keeps no name of the country before, but that of the same country', () => {
    expect(filled({ ...mine, code: 'OLD12345' }, document).after).toMatchObject({ countryCode: 'DE', countryName: '' });
    expect(filled({ ...mine, code: 'OLD12345' }, { ...document, nationality: 'TLS' }).after).toMatchObject({ countryCode: 'TL', countryName: 'Timor-Leste' });
  });
});
