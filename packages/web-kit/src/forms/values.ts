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

/** `1,234.50` and `1.234,50` without thousands separators, with a point before the minor units. */
function plainAmount(text: string): string {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '');
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare)) return bare.replaceAll(',', '');
  if (/^-?\d{1,3}(\.\d{3})+,\d*$/.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  return /^-?\d+,\d+$/.test(bare) ? bare.replace(',', '.') : bare;
}

/** A typed amount (`1,234.50`, `1234,5`) in minor units; text that is not an amount stays as typed, for the rules to report it. */
export function readMoney(text: string, minor: number): number | string {
  const bare = plainAmount(text);
  if (bare === '') return '';
  const pattern = minor > 0 ? new RegExp(`^-?\\d{1,13}(\\.\\d{1,${minor}})?$`) : /^-?\d{1,15}$/;
  return pattern.test(bare) ? Math.round(Number(bare) * 10 ** minor) : text;
}

/** The text of a stored amount. */
export const showMoney = (value: unknown, minor: number): string => (typeof value === 'number' ? (value / 10 ** minor).toFixed(minor) : String(value ?? ''));
