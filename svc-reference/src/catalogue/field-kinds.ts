/** The kinds of field that a catalogue record may have beside its code and name, and how each is parsed and searched. */
import { isDay, isWithin, type SearchDataType } from '@portal/contract-kit';

export type FieldValue = string | number | boolean | string[];

export interface CatalogueField {
  kind: 'text' | 'integer' | 'flag' | 'bit' | 'list' | 'day';
  required?: boolean;
  max?: number;
  /** The value is a code of this catalogue. */
  of?: string;
}

export const text = (max: number, more: Omit<CatalogueField, 'kind' | 'max'> = {}): CatalogueField => ({ kind: 'text', max, ...more });
/** A code of another catalogue. */
export const codeOf = (of: string, required = false): CatalogueField => ({ kind: 'text', max: 70, of, required });
export const integer = (required = false): CatalogueField => ({ kind: 'integer', required });
/** `true` or `false`; `false` where missing. */
export const flag = (): CatalogueField => ({ kind: 'flag' });
/** `"1"` or `"0"`, as text: the form of `airport` in the published contract. */
export const bit = (): CatalogueField => ({ kind: 'bit', required: true });
/** Several texts, separated by `;` in a file. */
export const list = (): CatalogueField => ({ kind: 'list' });
export const day = (): CatalogueField => ({ kind: 'day' });

const searchTypes: Record<CatalogueField['kind'], SearchDataType> = { text: 'TEXT', integer: 'INTEGER', flag: 'TEXT', bit: 'TEXT', list: 'TEXT', day: 'DATE' };
export const searchType = (field: CatalogueField): SearchDataType => searchTypes[field.kind];

const yes = new Set(['true', '1', 'yes', 'YES']);
const no = new Set(['false', '0', 'no', 'NO']);

type Reading = { value?: FieldValue } | { code: string; message: string };

const readers: Record<CatalogueField['kind'], (raw: unknown, field: CatalogueField) => Reading> = {
  text: (raw, field) => {
    const value = typeof raw === 'number' ? String(raw) : raw;
    if (typeof value !== 'string') return { code: 'TEXT', message: 'must be text' };
    const trimmed = value.trim();
    return !isWithin(trimmed, field.max ?? 200) ? { code: 'MAX_LENGTH', message: `must be ${field.max} characters or fewer` } : { value: trimmed };
  },
  integer: (raw) => {
    const n = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
    return typeof n === 'number' && Number.isSafeInteger(n) ? { value: n } : { code: 'INTEGER', message: 'must be a whole number' };
  },
  flag: (raw) => (yes.has(String(raw)) ? { value: true } : no.has(String(raw)) ? { value: false } : { code: 'CHOICE', message: 'must be true or false' }),
  bit: (raw) => (['1', '0'].includes(String(raw)) ? { value: String(raw) } : { code: 'CHOICE', message: 'must be 1 or 0' }),
  list: (raw) => {
    const parts = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(';') : null;
    if (!parts?.every((p): p is string => typeof p === 'string' && p.length <= 200) || parts.length > 50)
      return { code: 'TEXT', message: 'must be a list of texts' };
    const clean = parts.map((p) => p.trim()).filter(Boolean);
    return clean.length ? { value: clean } : {};
  },
  day: (raw) => (isDay(raw) ? { value: raw } : { code: 'DATE', message: 'must be a real date, such as 2026-03-27' }),
};

const isBlank = (raw: unknown): boolean => raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');

/** Parses a raw value (from a file or a body) by the kind of its field. */
export function readField(raw: unknown, field: CatalogueField): Reading {
  if (!isBlank(raw)) return readers[field.kind](raw, field);
  if (field.kind === 'flag') return { value: false };
  return field.required ? { code: 'REQUIRED', message: 'is missing' } : {};
}
