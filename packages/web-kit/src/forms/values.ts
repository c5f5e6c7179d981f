import type { DateParts } from '@portal/contract-kit';

export { type DateParts, joinDate, readInteger, splitDate } from '@portal/contract-kit';

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

const order = ['day', 'month', 'year'] as const;
type DatePart = (typeof order)[number];

/**
 * A date after its part was typed. Digits that do not fit into day or month go on in the next part where that is empty, and so does what
 * follows a sign that parts dates.
 * @returns the date, and the part in which typing goes on
 */
export function overflowDate(date: DateParts, part: DatePart, typed: string): { date: DateParts; at: DatePart } {
  const next = order[order.indexOf(part) + 1];
  const [, parted, full, rest = ''] = /^\s*(?:(\d{1,2})[\s./-]+|(\d\d)(?=\d))(.*)$/.exec(typed) ?? [];
  const own = parted ?? full;
  if (!next || own === undefined) return { date: { ...date, [part]: typed }, at: part };
  const kept = { ...date, [part]: own };
  if (parted === undefined && date[next] !== '') return { date: kept, at: part };
  return rest === '' ? { date: kept, at: next } : overflowDate(kept, next, rest);
}
