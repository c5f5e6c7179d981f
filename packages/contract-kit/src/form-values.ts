/** Conversions between the text typed into the inputs of a form and the values in a body. */

import { latinDigits } from './texts.ts';

/** The three number inputs of a date, which is stored as `YYYY-MM-DD`. */
export interface DateParts {
  day: string;
  month: string;
  year: string;
}

/** Splits a stored date into its parts; an incomplete date keeps the parts it has. */
export function splitDate(value: unknown): DateParts {
  if (typeof value !== 'string' || value === '') return { day: '', month: '', year: '' };
  const [year = '', month = '', day = ''] = value.slice(0, Math.max(value.indexOf('T'), 0) || undefined).split('-');
  return { day: day.replace(/^0(?=\d)/, ''), month: month.replace(/^0(?=\d)/, ''), year };
}

/**
 * Joins the parts into the stored value: `YYYY-MM-DD` if all parts are there, `''` if none is. A missing part leaves its place empty (`1980--27`), so that the
 * rules report "not a date" rather than "missing", and a reload shows the typed parts.
 */
export function joinDate({ day, month, year }: DateParts): string {
  const parts = [year, month, day].map((part) => latinDigits(part.trim()));
  if (parts.every((part) => part === '')) return '';
  const [y = '', m = '', d = ''] = parts;
  const two = (part: string) => (/^\d$/.test(part) ? `0${part}` : part);
  return `${y}-${two(m)}-${two(d)}`;
}

const unlistedMark = '?';

/**
 * Marks a text that was typed in place of a code and names no record. It is stored as the value of the field, so that the rules report "choose one from the
 * list" rather than "missing" or nothing, and a reload shows the typed text.
 */
export const unlistedCode = (typed: string): string => `${unlistedMark}${typed}`;

/** Returns the text that was typed in place of a code; undefined if the value is a code. */
export const unlistedText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(unlistedMark) ? value.slice(unlistedMark.length) : undefined;

/** Converts digits of any script to a number; any other text is returned unchanged, so that the rules can report "not a whole number". */
export function readInteger(text: string): number | string {
  const bare = latinDigits(text).replace(/[\s\u00a0\u202f]/g, '');
  return /^-?\d{1,15}$/.test(bare) ? Number(bare) : text.trim() === '' ? '' : text;
}
