/** A catalogue record: its content as read from a file or a body, its validation, and its published form. */
import { isDeepStrictEqual } from 'node:util';
import { type CatalogueRecord, hasInvisible, hasVisible, isDay } from '@portal/contract-kit';
import type { RecordChange } from '../database/catalogue.entities.ts';
import { faultWords } from './catalogue-labels.ts';
import type { CatalogueDefinition } from './definitions.ts';
import { type CatalogueField, type FieldFault, type FieldValue, faultOfText, integer, readField } from './field-kinds.ts';
import { isOver, overlap, type Period, periodOn, periodsOf, type RecordState, type Span, type StoredState, spansOf, standingOn, stateOf } from './periods.ts';

/** The content of a record, without its version and rank in the database. */
export interface RecordContent {
  code: string;
  name: string;
  /** The name in the other languages. */
  names: Record<string, string>;
  values: Record<string, FieldValue>;
  /** `effectiveFrom` is the first day of this content, `effectiveTo` the last day of the record. */
  effectiveFrom?: string;
  effectiveTo?: string;
}

/** The tag of a language of names, as language packs use it: `pt`, `tet`, `zh-Hans`. */
const LANGUAGE = /^(?!en$)[a-z]{2,3}(-[A-Z][a-z]{3})?$/;
/** Name of a file column that holds names in another language: `name_pt`. */
const NAME_COLUMN = /^name_([A-Za-z-]+)$/;
/** Returns the language of a file column that holds names; undefined for other columns. */
export function nameLanguage(column: string): string | undefined {
  const language = NAME_COLUMN.exec(column)?.[1];
  return language && LANGUAGE.test(language) ? language : undefined;
}

const codeMax = 70;
const nameMax = 500;
/** Codes that would have another meaning in an address. */
const addresses = new Set(['.', '..', 'search', 'import']);

/** Returns the text of a value; an empty text if it has no visible character. */
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

function codeFault(definition: CatalogueDefinition, code: string, isStored: boolean): FieldFault | undefined {
  const fault = (message: FieldFault['message']): FieldFault => ({ code: 'TEXT', field: 'code', message });
  if (!code) return { code: 'REQUIRED', field: 'code', message: faultWords.missing('code') };
  if (code.length > codeMax || !/^[\p{L}\p{N}._ -]+$/u.test(code) || hasInvisible(code)) return fault(faultWords.codeLetters(codeMax));
  if (addresses.has(code)) return fault(faultWords.codeAddress(code));
  // A stored code cannot be changed.
  if (isStored) return undefined;
  const { shape, isReal, says } = definition.codes ?? {};
  return (shape && !shape.test(code)) || (isReal && !isReal(code)) ? fault(faultWords.codeForm(String(says))) : undefined;
}

/** Returns a whole number that the stored record has in this field, whatever the bounds are now; undefined for every other value. */
function storedNumber(raw: unknown, field: CatalogueField, key: string, stored: StoredState | null | undefined): FieldValue | undefined {
  if (!stored || field.kind !== 'integer') return undefined;
  const reading = readField(raw, integer(true), key);
  return 'value' in reading && periodsOf(stateOf(stored)).some(({ values }) => values[key] === reading.value) ? reading.value : undefined;
}

/**
 * Reads a record from a row of a file or the body of a request. Fields that are not in the definition are dropped.
 * @param storedOf returns the stored record with a code; its code need not have the form of new ones, and its numbers may stay beyond their bounds
 * @returns the record and every broken rule
 */
export function readRecord(
  definition: CatalogueDefinition,
  raw: Record<string, unknown>,
  storedOf: (code: string) => StoredState | null | undefined = () => null,
): { record: RecordContent; errors: FieldFault[] } {
  const errors: FieldFault[] = [];
  const code = asText(raw.code);
  const stored = storedOf(code);
  const wrongCode = codeFault(definition, code, Boolean(stored));
  if (wrongCode) errors.push(wrongCode);
  const { name, names } = readName(definition, raw, errors);
  const values: Record<string, FieldValue> = {};
  for (const [key, field] of Object.entries(definition.fields)) {
    const reading = readField(raw[key], field, key);
    const value = 'fault' in reading ? storedNumber(raw[key], field, key, stored) : reading.value;
    if (value !== undefined) values[key] = value;
    else if ('fault' in reading) errors.push(reading.fault);
  }
  for (const [field, fixedTo] of Object.entries(definition.fixed ?? {})) {
    const value = fixedTo(code);
    if (!wrongCode && field in values && values[field] !== value) errors.push({ code: 'CHOICE', field, message: faultWords.fixed(field, code, String(value)) });
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

/** Returns whether a catalogue contains a code. */
type Knows = (catalogue: string, code: string) => boolean;

/** Returns the codes of other catalogues in the fields of a record. */
const referencesOf = (definition: CatalogueDefinition, { values }: Pick<RecordContent, 'values'>) =>
  Object.entries(definition.fields).flatMap(([key, field]) => {
    const value = values[key];
    const catalogues = field.of ? [field.of] : (field.ofAny ?? []);
    return catalogues.length && typeof value === 'string' ? [{ key, value, catalogues }] : [];
  });

/** Returns a fault for each code in the record that `has` does not find in its catalogue. */
const brokenReferences = (definition: CatalogueDefinition, record: RecordContent, has: Knows): FieldFault[] =>
  referencesOf(definition, record).flatMap(({ key, value, catalogues }) =>
    catalogues.some((catalogue) => has(catalogue, value)) ? [] : [{ code: 'CHOICE', field: key, message: faultWords.unknownCode(key, value, catalogues) }],
  );

/** Returns a fault for each time in the record that is not after the one at which its interval begins. Times of the form `HH:MM` are compared as texts. */
const endedBeforeBegun = ({ after = {} }: CatalogueDefinition, { values }: RecordContent): FieldFault[] =>
  Object.entries(after).flatMap(([end, begin]) => {
    const [ends, begins] = [values[end], values[begin]];
    return ends !== undefined && begins !== undefined && ends <= begins ? [{ code: 'TEXT', field: end, message: faultWords.notAfter(end, begin) }] : [];
  });

/** Returns the faults of a whole record whose fields are right by themselves: codes that `has` does not find, and times in the wrong order. */
export const contentFaults = (definition: CatalogueDefinition, record: RecordContent, has: Knows): FieldFault[] => [
  ...brokenReferences(definition, record, has),
  ...endedBeforeBegun(definition, record),
];

/**
 * Returns a fault for each retired code that the record does not refer to yet.
 * @param before the stored record; it may keep the retired codes that it already refers to
 */
export const retiredReferences = (definition: CatalogueDefinition, record: RecordContent, before: RecordState | null, isRetired: Knows): FieldFault[] =>
  referencesOf(definition, record).flatMap(({ key, value, catalogues }) => {
    const isKept = before !== null && periodsOf(before).some(({ values }) => values[key] === value);
    const isOffered = isKept || !catalogues.every((catalogue) => isRetired(catalogue, value));
    return isOffered ? [] : [{ code: 'CHOICE', field: key, message: faultWords.retiredCode(key, value) }];
  });

/** Returns a fault for each lasting field to which a change gives a value that the record does not have yet. */
export const lastingFaults = ({ lasting = {} }: CatalogueDefinition, { before, after }: Pick<RecordChange, 'before' | 'after'>): FieldFault[] =>
  Object.entries(lasting).flatMap(([field, empty]) => {
    const valuesOf = (state: RecordState): FieldValue[] => periodsOf(state).map(({ values }) => values[field] ?? empty);
    const known = before && valuesOf(before);
    const isKept = !known || valuesOf(after).every((value) => known.includes(value));
    return isKept ? [] : [{ code: 'CHOICE', field, message: faultWords.lasting(field) }];
  });

/** Whether the records of a catalogue must agree with each other: on every day, all fees of a document have the same currency and a limited sum. */
export const haveOneCurrency = (catalogue: string): boolean => catalogue === 'fees';

/** Largest sum of the fees of one document, in minor units: licences, invoices and receipts store it in a column for 32 bits. */
const mostTogether = 2_147_483_647;

type FeeSpan = Span & { code: string };

/** The periods of the fees of one document that are not over, and the days from which they are too much together. */
interface DocumentFees {
  spans: readonly FeeSpan[];
  tooMuch: readonly { day: string; subDocumentCode: unknown }[];
}

/** The fees by the code of their document. */
type Fees = ReadonlyMap<FieldValue | undefined, DocumentFees>;

/** Returns the fees that are not over on a day; nothing for other catalogues. */
export function feesByDocument(catalogue: string, records: readonly Pick<RecordChange, 'code' | 'after'>[], day: string): Fees {
  if (!haveOneCurrency(catalogue)) return new Map();
  const states = new Map(records.map(({ code, after }) => [code, after]));
  const byDocument = new Map<FieldValue | undefined, FeeSpan[]>();
  for (const [code, state] of states)
    for (const span of spansOf(state)) {
      if (isOver(span, day)) continue;
      const { documentCode } = span.values;
      const known = byDocument.get(documentCode);
      if (known) known.push({ ...span, code });
      else byDocument.set(documentCode, [{ ...span, code }]);
    }
  return new Map([...byDocument].map(([document, spans]) => [document, { spans, tooMuch: tooMuchTogether(spans) }]));
}

/** Returns the days and sub-documents with which the fees of one document are too much together. */
function tooMuchTogether(spans: readonly FeeSpan[]): DocumentFees['tooMuch'] {
  // The sum only grows on a day on which a period begins.
  const days = new Set(spans.map(({ from }) => from ?? ''));
  return [...days].flatMap((day) => {
    const sums = new Map<unknown, number>([[undefined, 0]]);
    for (const span of spans) {
      if ((span.from ?? '') > day || isOver(span, day)) continue;
      const { subDocumentCode, amount } = span.values;
      sums.set(subDocumentCode, (sums.get(subDocumentCode) ?? 0) + Number(amount));
    }
    const ofEvery = sums.get(undefined) ?? 0;
    return [...sums].flatMap(([subDocumentCode, sum]) =>
      sum + (subDocumentCode === undefined ? 0 : ofEvery) > mostTogether ? [{ day, subDocumentCode }] : [],
    );
  });
}

type FeeChange = Pick<RecordChange, 'code' | 'before' | 'after'>;

/** Returns the periods that a change adds to a fee. */
function changedSpans({ before, after }: FeeChange): Span[] {
  const known = before ? spansOf(before) : [];
  return spansOf(after).filter((span) => !known.some((each) => isDeepStrictEqual(each, span)));
}

/**
 * Returns what a change of a fee breaks together with the other fees of its document.
 * @param fees the fees as they will be after the change, including those that are still to come
 */
export function feeFaults(change: FeeChange, fees: Fees): FieldFault[] {
  if (fees.size === 0) return [];
  const changed = changedSpans(change);
  return [...otherCurrency(change.code, changed, fees), ...tooMuch(changed, fees)];
}

/** Returns a fault if the fees of a document or sub-document, with the amount of this one, are too much together on a day. */
function tooMuch(changed: readonly Span[], fees: Fees): FieldFault[] {
  const found = changed.some((own) =>
    fees.get(own.values.documentCode)?.tooMuch.some(({ day, subDocumentCode }) => {
      const isOn = (own.from ?? '') <= day && !isOver(own, day);
      return isOn && (!own.values.subDocumentCode || own.values.subDocumentCode === subDocumentCode);
    }),
  );
  return found ? [{ code: 'INTEGER', field: 'amount', message: faultWords.tooMuchTogether(mostTogether) }] : [];
}

/**
 * Returns a fault if a change gives a fee another currency than another fee of its document has on the same day: an invoice and its receipt have only one
 * currency.
 */
function otherCurrency(code: string, changed: readonly Span[], fees: Fees): FieldFault[] {
  for (const own of changed) {
    const differs = (other: FeeSpan): boolean => other.code !== code && other.values.currencyCode !== own.values.currencyCode && overlap(own, other);
    const found = fees.get(own.values.documentCode)?.spans.find(differs);
    if (found) return [{ code: 'CHOICE', field: 'currencyCode', message: faultWords.otherCurrency(found.code, String(found.values.currencyCode)) }];
  }
  return [];
}

/** A field `nationality_pt` is the Portuguese text of `nationality`. */
const TRANSLATION = /^(\w+)_([a-z]{2})$/;
const pluralOf = (field: string): string => (field.endsWith('y') ? `${field.slice(0, -1)}ies` : `${field}s`);

/**
 * Returns the content of a period as it is published. Translations of a field are grouped by language under its plural, like `names`: `nationalities: { pt }`.
 */
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

/** The fields of a stored record that are needed for publishing. */
export type Publishable = Pick<RecordContent, 'code' | 'name' | 'names' | 'values'> & StoredState;

/**
 * Returns the published record with its content of today. A record with days also has all its `periods`; `standing` says why a record that is not retired
 * cannot be chosen: `COMING` or `ENDED`. `retired` is true for every record that cannot be chosen today.
 */
export function publish(definition: CatalogueDefinition, record: Publishable, today: string): CatalogueRecord {
  const { code, effectiveTo, retired } = record;
  const periods = periodsOf(record);
  const isDated = effectiveTo || periods.length > 1 || periods[0]?.from;
  if (!isDated) return { ...publishPeriod(definition, code, periods[0] as Period), ...(retired ? { retired: true } : {}) };
  const held = periodOn(periods, today);
  const standing = retired ? undefined : standingOn(record, today);
  return {
    ...publishPeriod(definition, code, (held ?? periods[0]) as Period),
    ...(effectiveTo ? { effectiveTo } : {}),
    periods: periods.map((period) => publishPeriod(definition, code, period)),
    ...(standing ? { standing } : {}),
    ...(retired || standing ? { retired: true } : {}),
  };
}
