/** A catalogue record: as it is stored, as it is read from a file or a body, and as it is published. */
import { type CatalogueRecord, hasInvisible, hasVisible, isDay } from '@portal/contract-kit';
import { faultWords } from './catalogue-labels.ts';
import type { CatalogueDefinition } from './definitions.ts';
import { type FieldFault, type FieldValue, faultOfText, readField } from './field-kinds.ts';
import { type Period, periodOn, periodsOf, type RecordState, type StoredState } from './periods.ts';

/** The content of a record, without its version and rank in the database. */
export interface RecordContent {
  code: string;
  name: string;
  /** The name in the other languages. */
  names: Record<string, string>;
  values: Record<string, FieldValue>;
  /** The first day of this content, and the last day of the record. */
  effectiveFrom?: string;
  effectiveTo?: string;
}

/** A language of a name, as packs are tagged: `pt`, `tet`, `zh-Hans`. */
const LANGUAGE = /^(?!en$)[a-z]{2,3}(-[A-Z][a-z]{3})?$/;
/** A column of a file with a name in another language: `name_pt`. */
const NAME_COLUMN = /^name_([A-Za-z-]+)$/;
/** The language of a column of a file, if it holds names in one. */
export function nameLanguage(column: string): string | undefined {
  const language = NAME_COLUMN.exec(column)?.[1];
  return language && LANGUAGE.test(language) ? language : undefined;
}

const codeMax = 70;
const nameMax = 500;
/** Codes that have another meaning in an address. */
const addresses = new Set(['.', '..', 'search', 'import']);

/** The text of a value; empty where it has nothing to see. */
function asText(raw: unknown): string {
  const value = typeof raw === 'string' ? raw.trim() : typeof raw === 'number' ? String(raw) : '';
  return hasVisible(value) ? value : '';
}

function readName(definition: CatalogueDefinition, raw: Record<string, unknown>, errors: FieldFault[]): { name: string; names: Record<string, string> } {
  const name = asText(raw.name);
  const names: Record<string, string> = {};
  const given = raw.names !== null && typeof raw.names === 'object' ? (raw.names as Record<string, unknown>) : {};
  const inNames = Object.entries(given).flatMap(([language, value]) => (LANGUAGE.test(language) ? [[`names.${language}`, language, value] as const] : []));
  const inColumns = Object.entries(raw).flatMap(([column, value]) => {
    const language = nameLanguage(column);
    return language ? [[column, language, value] as const] : [];
  });
  if (!name) errors.push({ code: 'REQUIRED', field: 'name', message: faultWords.missing('name') });
  const check = (field: string, value: string): void => {
    const fault = faultOfText(value, field, nameMax, definition.sentences);
    if (fault) errors.push(fault);
  };
  check('name', name);
  for (const [field, language, raw] of [...inNames, ...inColumns]) {
    const value = asText(raw);
    if (!value) continue;
    names[language] = value;
    check(field, value);
  }
  return { name, names };
}

function codeFault(definition: CatalogueDefinition, code: string): FieldFault | undefined {
  const fault = (message: FieldFault['message']): FieldFault => ({ code: 'TEXT', field: 'code', message });
  if (!code) return { code: 'REQUIRED', field: 'code', message: faultWords.missing('code') };
  if (code.length > codeMax || !/^[\p{L}\p{N}._ -]+$/u.test(code) || hasInvisible(code)) return fault(faultWords.codeLetters(codeMax));
  if (addresses.has(code)) return fault(faultWords.codeAddress(code));
  const { shape, isReal, says } = definition.codes ?? {};
  return (shape && !shape.test(code)) || (isReal && !isReal(code)) ? fault(faultWords.codeForm(String(says))) : undefined;
}

/**
 * Reads a record from a row of a file or the body of a call. Fields that are not in the definition are dropped.
 * @returns the record and every broken rule
 */
export function readRecord(definition: CatalogueDefinition, raw: Record<string, unknown>): { record: RecordContent; errors: FieldFault[] } {
  const errors: FieldFault[] = [];
  const code = asText(raw.code);
  const wrongCode = codeFault(definition, code);
  if (wrongCode) errors.push(wrongCode);
  const { name, names } = readName(definition, raw, errors);
  const values: Record<string, FieldValue> = {};
  for (const [key, field] of Object.entries(definition.fields)) {
    const reading = readField(raw[key], field, key);
    if ('fault' in reading) errors.push(reading.fault);
    else if (reading.value !== undefined) values[key] = reading.value;
  }
  const days = readDays(raw, errors);
  return { record: { code, name, names, values, ...days }, errors };
}

function readDays(raw: Record<string, unknown>, errors: FieldFault[]): Pick<RecordContent, 'effectiveFrom' | 'effectiveTo'> {
  const days: Pick<RecordContent, 'effectiveFrom' | 'effectiveTo'> = {};
  for (const field of ['effectiveFrom', 'effectiveTo'] as const) {
    const value = asText(raw[field]);
    if (!value) continue;
    if (isDay(value)) days[field] = value;
    else errors.push({ code: 'DATE', field, message: faultWords.day(field) });
  }
  return days;
}

/** Whether a catalogue has a code. */
type Knows = (catalogue: string, code: string) => boolean;

/** The codes of other catalogues in the fields of a record. */
const referencesOf = (definition: CatalogueDefinition, { values }: Pick<RecordContent, 'values'>) =>
  Object.entries(definition.fields).flatMap(([key, field]) => {
    const value = values[key];
    const catalogues = field.of ? [field.of] : (field.ofAny ?? []);
    return catalogues.length && typeof value === 'string' ? [{ key, value, catalogues }] : [];
  });

/** The codes of other catalogues that a record refers to and that `has` does not know. */
export const brokenReferences = (definition: CatalogueDefinition, record: RecordContent, has: Knows): FieldFault[] =>
  referencesOf(definition, record).flatMap(({ key, value, catalogues }) =>
    catalogues.some((catalogue) => has(catalogue, value)) ? [] : [{ code: 'CHOICE', field: key, message: faultWords.unknownCode(key, value, catalogues) }],
  );

/** The codes that a record begins to refer to although they are retired. @param before what it said: codes that it has already stay */
export const retiredReferences = (definition: CatalogueDefinition, record: RecordContent, before: RecordState | null, isRetired: Knows): FieldFault[] =>
  referencesOf(definition, record).flatMap(({ key, value, catalogues }) => {
    const isKept = before !== null && periodsOf(before).some(({ values }) => values[key] === value);
    const isOffered = isKept || !catalogues.every((catalogue) => isRetired(catalogue, value));
    return isOffered ? [] : [{ code: 'CHOICE', field: key, message: faultWords.retiredCode(key, value) }];
  });

/** What of a fee tells which document it is for, and in which currency. */
type Fee = { code: string; documentCode?: unknown; currencyCode?: unknown };

/** Whether the records of a catalogue must agree with each other: the fees of a document have one currency. */
export const haveOneCurrency = (catalogue: string): boolean => catalogue === 'fees';

/** The fault of a fee that is in another currency than the other fees of its document: an invoice and its receipt have one. @param others that can be chosen */
export function otherCurrency(catalogue: string, { code, values }: RecordContent, others: readonly Fee[]): FieldFault[] {
  if (!haveOneCurrency(catalogue)) return [];
  const other = others.find((fee) => fee.code !== code && fee.documentCode === values.documentCode && fee.currencyCode !== values.currencyCode);
  return other ? [{ code: 'CHOICE', field: 'currencyCode', message: faultWords.otherCurrency(String(other.currencyCode)) }] : [];
}

/** A field `nationality_pt` is the Portuguese text of `nationality`. */
const TRANSLATION = /^(\w+)_([a-z]{2})$/;
const pluralOf = (field: string): string => (field.endsWith('y') ? `${field.slice(0, -1)}ies` : `${field}s`);

/** The content of a period as it is published: translations of a field are grouped by language under its plural, like `names`: `nationalities: { pt }`. */
function publishPeriod(definition: CatalogueDefinition, code: string, { from, name, names, values }: Period): CatalogueRecord {
  const record: CatalogueRecord = { code, name };
  if (Object.keys(names).length) record.names = names;
  Object.assign(record, values);
  for (const [key, value] of Object.entries(values)) {
    const [, field, language] = TRANSLATION.exec(key) ?? [];
    if (field && language) record[pluralOf(field)] = { ...(record[pluralOf(field)] as object | undefined), [language]: value };
  }
  for (const [alias, source] of Object.entries(definition.also ?? {})) record[alias] = record[source];
  if (from) record.effectiveFrom = from;
  return record;
}

/** A stored record, as far as it is published. */
export type Publishable = Pick<RecordContent, 'code' | 'name' | 'names' | 'values'> & StoredState;

/**
 * The published record: what it says today. One with days has all its `periods` too; `standing` says why one that is not retired cannot be
 * chosen: `COMING` or `ENDED`. `retired` is true for all that cannot be chosen today.
 */
export function publish(definition: CatalogueDefinition, record: Publishable, today: string): CatalogueRecord {
  const { code, effectiveTo, retired } = record;
  const periods = periodsOf(record);
  const isDated = effectiveTo || periods.length > 1 || periods[0]?.from;
  if (!isDated) return { ...publishPeriod(definition, code, periods[0] as Period), ...(retired ? { retired: true } : {}) };
  const held = periodOn(periods, today);
  const standing = retired ? undefined : !held ? 'COMING' : effectiveTo && effectiveTo < today ? 'ENDED' : undefined;
  return {
    ...publishPeriod(definition, code, (held ?? periods[0]) as Period),
    ...(effectiveTo ? { effectiveTo } : {}),
    periods: periods.map((period) => publishPeriod(definition, code, period)),
    ...(standing ? { standing } : {}),
    ...(retired || standing ? { retired: true } : {}),
  };
}
