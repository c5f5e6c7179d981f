import { type CatalogueRecord, type SearchCriterion, type SearchDataType, translation } from '@portal/contract-kit';
import { foldText } from '../language/fold-text.ts';
import type { Language } from '../language/labels.ts';
import { localNames } from './country-names.ts';

const criterion = (operation: SearchCriterion['operation'], fieldName: string, values: (string | number)[], dataType: SearchDataType): SearchCriterion => ({
  expressionType: 'SearchCriterion',
  operation,
  dataType,
  fieldName,
  values,
});

/** Requires that `fieldName` equals the value. */
export const eq = (fieldName: string, value: string | number, dataType: SearchDataType = typeof value === 'number' ? 'INTEGER' : 'TEXT') =>
  criterion('EQ', fieldName, [value], dataType);
/** Requires that `fieldName` does not equal the value. */
export const neq = (fieldName: string, value: string | number, dataType: SearchDataType = 'TEXT') => criterion('NEQ', fieldName, [value], dataType);
/** Requires that `fieldName` is one of the values. */
export const oneOf = (fieldName: string, values: (string | number)[], dataType: SearchDataType = 'TEXT') => criterion('IN', fieldName, values, dataType);
/** Requires that `fieldName` contains the text, ignoring case. */
export const contains = (fieldName: string, value: string) => criterion('CONTAINS', fieldName, [value], 'TEXT');
/** Accepts every value of `fieldName`. A search of a catalogue that names `standing` also finds records that cannot be chosen today. */
export const any = (fieldName: string) => criterion('ANY', fieldName, [], 'TEXT');

/** Returns the name of a record in the language; `names` holds the names in other languages. */
export const recordName = (record: CatalogueRecord, language: Language): string =>
  record.names?.[language] ?? translation(language, record.name) ?? record.name;

/** Caches the words of each record, so that they are not computed again for every letter that the user types. */
function once(wordsOf: (record: CatalogueRecord) => string[]): typeof wordsOf {
  const known = new WeakMap<CatalogueRecord, string[]>();
  return (record) => {
    const words = known.get(record) ?? wordsOf(record);
    known.set(record, words);
    return words;
  };
}

/** Returns the words of a record, including its country's demonyms: a user who is asked for a nationality types “German”. */
const wordsOf = once((record: CatalogueRecord): string[] => {
  const more = record.altNames;
  const alternatives = Array.isArray(more) ? more.map(String) : typeof more === 'string' ? more.split(/[,;|]/) : [];
  const people = [record.nationality, record.nationality_pt].filter((name) => typeof name === 'string');
  return [record.name, ...Object.values(record.names ?? {}), ...alternatives, ...people].map(foldText);
});
const localWordsOf = once((record: CatalogueRecord): string[] => localNames(record).map(foldText));

/** Returns the codes of a record: for countries also the three-letter code that a passport shows. */
const codesOf = ({ code, alpha3 }: CatalogueRecord): string[] => [code, ...(typeof alpha3 === 'string' ? [alpha3] : [])].map(foldText);

/**
 * Returns the records whose name, code or other names match the typed text, best matches first: the whole code or name, a name that starts with the text, a
 * word that starts with it, anything that contains it. Ignores accents and case. If no name starts with the text, countries are also searched by their names in
 * other languages, and a whole name then comes before all other matches.
 */
export function matchRecords(records: readonly CatalogueRecord[], typed: string, limit = 50): CatalogueRecord[] {
  const wanted = foldText(typed.trim());
  if (!wanted) return records.slice(0, limit);
  const score = (record: CatalogueRecord): number => {
    const words = wordsOf(record);
    if (codesOf(record).includes(wanted) || words.some((word) => word.trim() === wanted)) return 0;
    if (words.some((word) => word.trim().startsWith(wanted))) return 1;
    if (words.some((word) => word.split(/[\s,()-]+/).some((part) => part.startsWith(wanted)))) return 2;
    return words.some((word) => word.includes(wanted)) || foldText(record.code).includes(wanted) ? 3 : 4;
  };
  const ranked = records
    .map((record) => ({ record, rank: score(record) }))
    .filter(({ rank }) => rank < 4)
    .sort((one, two) => one.rank - two.rank);
  const found = ranked.map(({ record }) => record);
  if ((ranked[0]?.rank ?? 4) < 2) return found.slice(0, limit);
  const local = records.filter((record) => localWordsOf(record).some((name) => name.startsWith(wanted)));
  const whole = local.filter((record) => localWordsOf(record).includes(wanted));
  return [...new Set([...whole, ...found, ...local])].slice(0, limit);
}

/** Returns the only record whose code, name in either language or other name equals the typed text. */
export function recordNamed(records: readonly CatalogueRecord[], typed: string): CatalogueRecord | undefined {
  const wanted = foldText(typed.trim());
  if (!wanted) return undefined;
  const byCode = records.find((record) => codesOf(record).includes(wanted));
  if (byCode) return byCode;
  const byName = records.find((record) => [record.name, ...Object.values(record.names ?? {})].some((name) => foldText(name) === wanted));
  if (byName) return byName;
  const byOther = records.filter((record) => wordsOf(record).some((word) => word.trim() === wanted));
  if (byOther.length > 0) return byOther.length === 1 ? byOther[0] : undefined;
  const byLocal = records.filter((record) => localNames(record).some((name) => foldText(name) === wanted));
  return byLocal.length === 1 ? byLocal[0] : undefined;
}
