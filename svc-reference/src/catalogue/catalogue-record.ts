/** A catalogue record: as it is stored, as it is read from a file or a body, and as it is published. */
import { type CatalogueRecord, type FieldError, isDay, isWithin } from '@portal/contract-kit';
import type { CatalogueDefinition } from './definitions.ts';
import { type FieldValue, readField } from './field-kinds.ts';
import { type Period, periodOn, periodsOf, type StoredState } from './periods.ts';

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
const asText = (raw: unknown): string => (typeof raw === 'string' ? raw.trim() : typeof raw === 'number' ? String(raw) : '');

function readName(raw: Record<string, unknown>, errors: FieldError[]): { name: string; names: Record<string, string> } {
  const name = asText(raw.name);
  const names: Record<string, string> = {};
  const given = raw.names !== null && typeof raw.names === 'object' ? (raw.names as Record<string, unknown>) : {};
  const columns = Object.entries(raw).flatMap(([column, value]) => {
    const language = nameLanguage(column);
    return language ? [[language, value] as const] : [];
  });
  for (const [language, value] of [...Object.entries(given), ...columns]) if (LANGUAGE.test(language) && asText(value)) names[language] = asText(value);
  if (!name) errors.push({ code: 'REQUIRED', field: 'name', message: 'name is missing' });
  for (const [field, value] of [['name', name], ...Object.entries(names).map(([l, v]) => [`names.${l}`, v])] as [string, string][]) {
    if (!isWithin(value, nameMax)) errors.push({ code: 'MAX_LENGTH', field, message: `${field} must be ${nameMax} characters or fewer` });
  }
  return { name, names };
}

/**
 * Reads a record from a row of a file or the body of a call. Fields that are not in the definition are dropped.
 * @returns the record and every broken rule
 */
export function readRecord(definition: CatalogueDefinition, raw: Record<string, unknown>): { record: RecordContent; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const code = asText(raw.code);
  if (!code) errors.push({ code: 'REQUIRED', field: 'code', message: 'code is missing' });
  else if (code.length > codeMax || !/^[\p{L}\p{N}._ -]+$/u.test(code))
    errors.push({ code: 'TEXT', field: 'code', message: `code must be letters, digits, dots, dashes or spaces, ${codeMax} at most` });
  else if (definition.codes && !definition.codes.shape.test(code))
    errors.push({ code: 'TEXT', field: 'code', message: `code must be ${definition.codes.says}` });
  const { name, names } = readName(raw, errors);
  const values: Record<string, FieldValue> = {};
  for (const [key, field] of Object.entries(definition.fields)) {
    const reading = readField(raw[key], field);
    if ('code' in reading) errors.push({ code: reading.code, field: key, message: `${key} ${reading.message}` });
    else if (reading.value !== undefined) values[key] = reading.value;
  }
  const days = readDays(raw, errors);
  return { record: { code, name, names, values, ...days }, errors };
}

function readDays(raw: Record<string, unknown>, errors: FieldError[]): Pick<RecordContent, 'effectiveFrom' | 'effectiveTo'> {
  const days: Pick<RecordContent, 'effectiveFrom' | 'effectiveTo'> = {};
  for (const field of ['effectiveFrom', 'effectiveTo'] as const) {
    const value = asText(raw[field]);
    if (!value) continue;
    if (isDay(value)) days[field] = value;
    else errors.push({ code: 'DATE', field, message: `${field} must be a real date, such as 2026-03-27` });
  }
  return days;
}

/** The codes of other catalogues that a record refers to and that `has` does not know. */
export function brokenReferences(definition: CatalogueDefinition, record: RecordContent, has: (catalogue: string, code: string) => boolean): FieldError[] {
  return Object.entries(definition.fields).flatMap(([key, field]) => {
    const value = record.values[key];
    return field.of && typeof value === 'string' && !has(field.of, value)
      ? [{ code: 'CHOICE', field: key, message: `${key}: there is no ${value} in ${field.of}` }]
      : [];
  });
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
