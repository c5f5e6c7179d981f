import { type DateParts, latinDigits } from '@portal/contract-kit';

export { type DateParts, joinDate, readInteger, splitDate } from '@portal/contract-kit';

/** Returns an amount such as `1,234.50` or `1.234,50`, in digits of any script, without thousands separators and with a point before the decimals. */
function plainAmount(text: string): string {
  const bare = latinDigits(text).replace(/[\s\u00a0\u202f]/g, '');
  if (/^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare)) return bare.replaceAll(',', '');
  if (/^-?\d{1,3}(\.\d{3})+,\d*$/.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  return /^-?\d+,\d+$/.test(bare) ? bare.replace(',', '.') : bare;
}

/** Reads a typed amount (`1,234.50`, `1234,5`) as a number of minor units. Text that is not an amount is returned as typed, so that the rules report it. */
export function readMoney(text: string, minor: number): number | string {
  const bare = plainAmount(text);
  if (bare === '') return '';
  const pattern = minor > 0 ? new RegExp(`^-?\\d{1,13}(\\.\\d{1,${minor}})?$`) : /^-?\d{1,15}$/;
  return pattern.test(bare) ? Math.round(Number(bare) * 10 ** minor) : text;
}

/** Returns the text of a stored amount. */
export const showMoney = (value: unknown, minor: number): string => (typeof value === 'number' ? (value / 10 ** minor).toFixed(minor) : String(value ?? ''));

const order = ['day', 'month', 'year'] as const;
type DatePart = (typeof order)[number];

/**
 * Returns a date after the user has typed into one of its parts. Digits that do not fit into the day or month move on to the next part if that is empty. So
 * does the text after a separator (dot, slash, hyphen or space).
 * @returns the date, and the part in which typing continues
 */
export function overflowDate(date: DateParts, part: DatePart, typed: string): { date: DateParts; at: DatePart } {
  const next = order[order.indexOf(part) + 1];
  const [, parted, full, rest = ''] = /^\s*(?:(\p{Nd}{1,2})[\s./-]+|(\p{Nd}{2})(?=\p{Nd}))(.*)$/u.exec(typed) ?? [];
  const own = parted ?? full;
  if (!next || own === undefined) return { date: { ...date, [part]: typed }, at: part };
  const kept = { ...date, [part]: own };
  if (parted === undefined && date[next] !== '') return { date: kept, at: part };
  return rest === '' ? { date: kept, at: next } : overflowDate(kept, next, rest);
}

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Puts what was typed into a form on a newer version: a value that was changed is kept, every other one is that of the newer version.
 * @param begun the values that the form began with
 */
export function keepTyped<Values extends object>(newer: Values, begun: Values, typed: Values): Values {
  const valueIn = (name: string, value: unknown): unknown => {
    const [was, is] = [begun[name as keyof Values], typed[name as keyof Values]];
    if (isGroup(value) && isGroup(was) && isGroup(is)) return keepTyped(value, was, is);
    return JSON.stringify(is) === JSON.stringify(was) ? value : is;
  };
  return Object.fromEntries(Object.entries(newer).map(([name, value]) => [name, valueIn(name, value)])) as Values;
}
