/** Addresses of the lists behind the bars: of the documents, or of the actions, that a bar counts. */
import type { DocumentKind } from '../../area.ts';

export interface Criterion {
  fieldName: string;
  operation: 'EQ' | 'IN' | 'GTE' | 'LTE' | 'BETWEEN' | 'EMPTY';
  values: (string | number)[];
}

interface Ends {
  from: string | null;
  to: string | null;
}

/** Returns the address of the kind's list with these criteria; undefined if the kind has no list. */
export const listLink = ({ list }: Pick<DocumentKind, 'list'>, criteria: readonly Criterion[]): string | undefined =>
  list && `${list}?q=${encodeURIComponent(JSON.stringify({ criteria, page: 1 }))}`;

/** Returns the address of the list of a kind's actions, with these parameters. */
export function actionsLink({ path }: Pick<DocumentKind, 'path'>, questions: Readonly<Record<string, string | null | undefined>>): string {
  const asked = Object.entries(questions).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]]));
  return `/staff/board/actions?${new URLSearchParams([['of', path], ...asked])}`;
}

const hourMs = 3_600_000;
/** Largest number of values that a criterion accepts. */
const mostHours = 200;

const halfYearMs = 182 * 24 * hourMs;

/**
 * Returns whether the clocks of a time zone differ from UTC by whole hours, in summer and in winter. Documents are counted by hours in UTC. In other zones, such
 * as that of Nepal, each of these belongs to two hours of the day.
 */
export function hasWholeHours(timeZone: string, now = Date.now()): boolean {
  const minuteOf = new Intl.DateTimeFormat('en-GB', { minute: 'numeric', timeZone });
  const hour = Math.floor(now / hourMs) * hourMs;
  return [hour, hour - halfYearMs].every((at) => Number(minuteOf.format(at)) === 0);
}

/**
 * Returns one hour of the day, in the offices' time zone, on every day of a period, as hours in UTC such as `2026-11-22T00`. Returns none if there are too many
 * for a list. The clocks of the time zone must differ from UTC by whole hours.
 * @param now the end of a period that has no end
 */
export function hoursOfDay({ from, to }: Ends, hour: number, timeZone: string, now = Date.now()): string[] {
  if (!from) return [];
  const hourOf = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone });
  const end = to ? Date.parse(`${to}Z`) : now;
  const found: string[] = [];
  for (let at = Math.floor(Date.parse(`${from}Z`) / hourMs) * hourMs; at <= end; at += hourMs)
    if (Number(hourOf.format(at)) === hour) found.push(new Date(at).toISOString().slice(0, 13));
  return found.length > mostHours ? [] : found;
}

/** Returns the criterion that a field has a value. For an empty value it is that the field is empty. */
export const equals = (fieldName: string, value: string): Criterion =>
  value === '' ? { fieldName, operation: 'EMPTY', values: [] } : { fieldName, operation: 'EQ', values: [value] };

/** Returns the criterion that a time is between two ends, both inclusive; null if neither end is given. */
export function between(fieldName: string, { from, to }: Ends): Criterion | null {
  if (from && to) return { fieldName, operation: 'BETWEEN', values: [from, to] };
  if (from) return { fieldName, operation: 'GTE', values: [from] };
  return to ? { fieldName, operation: 'LTE', values: [to] } : null;
}

/** Returns the time one second earlier. */
export const before = (at: string): string => new Date(Date.parse(`${at}Z`) - 1_000).toISOString().slice(0, 19);
