/** What is typed into the inputs of a form, as a body holds it. */

/** Three number fields ↔ `YYYY-MM-DD`. */
export interface DateParts {
  day: string;
  month: string;
  year: string;
}

/** The parts of a stored date; a half-typed date keeps its parts. */
export function splitDate(value: unknown): DateParts {
  if (typeof value !== 'string' || value === '') return { day: '', month: '', year: '' };
  const [year = '', month = '', day = ''] = value.slice(0, Math.max(value.indexOf('T'), 0) || undefined).split('-');
  return { day: day.replace(/^0(?=\d)/, ''), month: month.replace(/^0(?=\d)/, ''), year };
}

/**
 * The stored value of the parts: `YYYY-MM-DD` when all are there, `''` when none is. A missing part leaves its
 * place empty (`1980--27`), so that the rules report "not a date" rather than "missing", and a reload shows the typed parts.
 */
export function joinDate({ day, month, year }: DateParts): string {
  const parts = [year.trim(), month.trim(), day.trim()];
  if (parts.every((part) => part === '')) return '';
  const [y = '', m = '', d = ''] = parts;
  const two = (part: string) => (/^\d$/.test(part) ? `0${part}` : part);
  return `${y}-${two(m)}-${two(d)}`;
}

/** Digits make a number; anything else stays as typed, so that the rules can say "not a whole number". */
export function readInteger(text: string): number | string {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '');
  return /^-?\d{1,15}$/.test(bare) ? Number(bare) : text.trim() === '' ? '' : text;
}
