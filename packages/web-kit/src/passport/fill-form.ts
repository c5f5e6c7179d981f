import { type CatalogueRecord, foldIdentifier } from '@portal/contract-kit';
import type { UseFormReturn } from 'react-hook-form';
import { countryOf } from './zone/countries.ts';
import type { DocumentField, TravelDocument } from './zone/document.ts';
import { sameName } from './zone/names.ts';

/** The form fields that receive a document's data, by path. `fullName` takes both names in one field. A field that is not listed here is not changed. */
export type PassportFields = Partial<Record<DocumentField | 'fullName', string>>;

export type CountryRecords = readonly CatalogueRecord[];

/** Returns the catalogue record of a country code in the machine-readable zone; undefined if the catalogue has no such country. */
export const countryIn = (countries: CountryRecords, zone: string): CatalogueRecord | undefined =>
  countries.find((record) => record.alpha3 === countryOf(zone));

/** Returns the name for the form. A typed name is kept if the zone's name is only its transliteration. */
const nameFor = (typed: unknown, zone: string): string => (typeof typed === 'string' && typed !== '' && sameName(typed, zone) ? typed : zone);

/** Returns the values that a document gives to the fields of a form, by path. Data that was not read is left out. */
export function valuesFor(
  document: TravelDocument,
  fields: PassportFields,
  countries: CountryRecords,
  current: (path: string) => unknown,
): Record<string, string> {
  const values: Record<string, string> = {};
  const put = (path: string | undefined, value: string | undefined) => {
    if (path && value) values[path] = value;
  };
  const { number, expiryDate, birthDate, sex, nationality, issuer, lastName, firstName } = document;
  put(fields.number, number);
  put(fields.expiryDate, expiryDate);
  put(fields.birthDate, birthDate);
  put(fields.sex, sex === 'X' ? undefined : sex);
  put(fields.nationality, nationality && countryIn(countries, nationality)?.code);
  put(fields.issuer, issuer && countryIn(countries, issuer)?.code);
  for (const [path, zone] of [
    [fields.lastName, lastName],
    [fields.firstName, firstName],
    [fields.fullName, [firstName, lastName].filter(Boolean).join(' ')],
  ] as const) {
    if (path && zone) put(path, nameFor(current(path), zone));
  }
  return values;
}

/** What a filled-in form has in the fields that the document did not give. */
export interface NotFilled {
  empty: DocumentField[];
  /** Fields that keep the value from before. */
  kept: DocumentField[];
}

/** Whether the form has the document number or the date of birth of another document than the one that was read. */
const isOther = (now: unknown, read: string | undefined): boolean =>
  typeof now === 'string' && now !== '' && read !== undefined && foldIdentifier(now) !== foldIdentifier(read);

/**
 * Fills the form in from a document that the user has confirmed. If the form has another document's number or date of birth, what was not read is emptied, so
 * that no data of two persons is mixed.
 */
export function fillForm(
  form: Pick<UseFormReturn, 'getValues' | 'setValue'>,
  document: TravelDocument,
  fields: PassportFields,
  countries: CountryRecords,
): NotFilled {
  const values = valuesFor(document, fields, countries, (name) => form.getValues(name));
  const { fullName, ...parts } = fields;
  const inForm = Object.entries({ ...parts, ...(fullName ? { lastName: fullName, firstName: fullName } : {}) }) as [DocumentField, string][];
  const isAnother = [fields.number, fields.birthDate].some((path) => path !== undefined && isOther(form.getValues(path), values[path]));
  for (const path of new Set(inForm.map(([, each]) => each))) {
    const value = values[path] ?? (isAnother ? '' : undefined);
    if (value === undefined || value === (form.getValues(path) ?? '')) continue;
    form.setValue(path, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    // A list field would show the name of the country before.
    const name = path.replace(/Code$/, 'Name');
    if (name !== path && form.getValues(name)) form.setValue(name, '', { shouldDirty: true });
  }
  const named = (isListed: (path: string) => boolean) => inForm.flatMap(([field, path]) => (isListed(path) ? [field] : []));
  return { empty: named((path) => !form.getValues(path)), kept: named((path) => values[path] === undefined && Boolean(form.getValues(path))) };
}
