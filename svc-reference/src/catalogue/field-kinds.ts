/** The kinds of field that a catalogue record may have beside its code and name, and how each is parsed and searched. */
import { type Bilingual, hasVisible, inBoth, isDay, isWithin, type SearchDataType, textFault } from '@portal/contract-kit';
import { isTimeZone } from '@portal/service-kit';
import { faultWords } from './catalogue-labels.ts';

export type FieldValue = string | number | boolean | string[];

export interface CatalogueField {
  kind: 'text' | 'integer' | 'flag' | 'bit' | 'list' | 'day';
  required?: boolean;
  /** Maximum length of a text, in characters. */
  max?: number;
  /** The lower bound of a whole number; `most` is the upper bound. */
  least?: number;
  most?: number;
  /** Whether a text may have several lines. */
  lines?: boolean;
  /** The values that a text may have. */
  oneOf?: readonly string[];
  /** The format that a text must have. */
  form?: 'time' | 'timeZone';
  /** The catalogue to which the code in this field belongs. */
  of?: string;
  /** The catalogues to one of which the code in this field belongs. */
  ofAny?: readonly string[];
}

/** One fault of a field of a record. */
export interface FieldFault {
  code: string;
  field: string;
  message: Bilingual;
}

export const text = (max: number, more: Omit<CatalogueField, 'kind' | 'max'> = {}): CatalogueField => ({ kind: 'text', max, ...more });
/** A field with a code of another catalogue. */
export const codeOf = (of: string, required = false): CatalogueField => ({ kind: 'text', max: 70, of, required });
export const integer = (required = false): CatalogueField => ({ kind: 'integer', required });
/** A field with a required whole number within these bounds. */
export const between = (least: number, most: number): CatalogueField => ({ kind: 'integer', required: true, least, most });
/** A field that is `true` or `false`; a missing value means `false`. */
export const flag = (): CatalogueField => ({ kind: 'flag' });
/** A field that is `"1"` or `"0"`, as text: the form of `airport` in the published contract. */
export const bit = (): CatalogueField => ({ kind: 'bit', required: true });
/** A field with several texts, separated by `;` in a file. */
export const list = (): CatalogueField => ({ kind: 'list' });
export const day = (): CatalogueField => ({ kind: 'day' });

const searchTypes: Record<CatalogueField['kind'], SearchDataType> = { text: 'TEXT', integer: 'INTEGER', flag: 'TEXT', bit: 'TEXT', list: 'TEXT', day: 'DATE' };
export const searchType = (field: CatalogueField): SearchDataType => searchTypes[field.kind];

/** The words for a flag, in small letters. A spreadsheet program saves `true` as `TRUE`. */
const yes = new Set(['true', '1', 'yes']);
const no = new Set(['false', '0', 'no']);

const forms: Record<NonNullable<CatalogueField['form']>, (value: string) => boolean> = {
  time: (value) => /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value),
  timeZone: isTimeZone,
};

type Reading = { value?: FieldValue } | { fault: FieldFault };

const wrong = (code: string, field: string, message: Bilingual): { fault: FieldFault } => ({ fault: { code, field, message } });

/** Returns what is wrong with the length or the characters of a text; undefined if nothing is. */
export function faultOfText(value: string, name: string, max: number, lines = false): FieldFault | undefined {
  if (!isWithin(value, max)) return { code: 'MAX_LENGTH', field: name, message: faultWords.tooLong(name, max) };
  const message = textFault(value, inBoth(name), lines);
  return message && { code: 'TEXT', field: name, message };
}

const readers: Record<CatalogueField['kind'], (raw: unknown, field: CatalogueField, name: string) => Reading> = {
  text: (raw, { max = 200, lines, oneOf, form }, name) => {
    const value = typeof raw === 'number' ? String(raw) : raw;
    if (typeof value !== 'string') return wrong('TEXT', name, faultWords.text(name));
    const trimmed = value.trim();
    const fault = faultOfText(trimmed, name, max, lines);
    if (fault) return { fault };
    if (oneOf && !oneOf.includes(trimmed)) return wrong('CHOICE', name, faultWords.oneOf(name, oneOf));
    if (form && !forms[form](trimmed)) return wrong('TEXT', name, faultWords[form](name));
    return { value: trimmed };
  },
  integer: (raw, { least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER }, name) => {
    const n = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
    if (typeof n !== 'number' || !Number.isSafeInteger(n)) return wrong('INTEGER', name, faultWords.integer(name));
    return n < least || n > most ? wrong('INTEGER', name, faultWords.between(name, least, most)) : { value: n };
  },
  flag: (raw, _field, name) => {
    const word = String(raw).toLowerCase();
    return yes.has(word) || no.has(word) ? { value: yes.has(word) } : wrong('CHOICE', name, faultWords.flag(name));
  },
  bit: (raw, _field, name) => (['1', '0'].includes(String(raw)) ? { value: String(raw) } : wrong('CHOICE', name, faultWords.bit(name))),
  list: (raw, _field, name) => {
    const parts = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(';') : null;
    if (!parts?.every((p): p is string => typeof p === 'string' && p.length <= 200) || parts.length > 50) return wrong('TEXT', name, faultWords.list(name));
    const clean = parts.map((p) => p.trim()).filter(hasVisible);
    const fault = clean.map((part) => faultOfText(part, name, 200)).find(Boolean);
    if (fault) return { fault };
    return clean.length ? { value: clean } : {};
  },
  day: (raw, _field, name) => (isDay(raw) ? { value: raw } : wrong('DATE', name, faultWords.day(name))),
};

const isBlank = (raw: unknown): boolean => raw === undefined || raw === null || (typeof raw === 'string' && !hasVisible(raw));

/**
 * Parses a raw value (from a file or a body) according to the kind of its field.
 * @param name the name of the field
 */
export function readField(raw: unknown, field: CatalogueField, name: string): Reading {
  if (!isBlank(raw)) return readers[field.kind](raw, field, name);
  if (field.kind === 'flag') return { value: false };
  return field.required ? wrong('REQUIRED', name, faultWords.missing(name)) : {};
}
