/** The list behind a bar: the documents, or the actions, that the bar counts. */
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

/** The address of the kind's list with these criteria; undefined where the kind has no list. */
export const listLink = ({ list }: Pick<DocumentKind, 'list'>, criteria: readonly Criterion[]): string | undefined =>
  list && `${list}?q=${encodeURIComponent(JSON.stringify({ criteria, page: 1 }))}`;

/** The address of the actions of a kind, by their questions to the service. */
export function actionsLink({ path }: Pick<DocumentKind, 'path'>, questions: Readonly<Record<string, string | null | undefined>>): string {
  const asked = Object.entries(questions).flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value]]));
  return `/staff/board/actions?${new URLSearchParams([['of', path], ...asked])}`;
}

const hourMs = 3_600_000;
/** More values no criterion takes. */
const mostHours = 200;

/**
 * One hour of the day where the offices are, on every day of a span, as the hours in UTC, `2026-11-22T00`; none where there are too many for a list.
 * @param now the end of a span that has none
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

/** The criterion that a text is a value; a document without one has none. */
export const equals = (fieldName: string, value: string): Criterion =>
  value === '' ? { fieldName, operation: 'EMPTY', values: [] } : { fieldName, operation: 'EQ', values: [value] };

/** The criterion on a time between two ends that both belong to it; null where neither is given. */
export function between(fieldName: string, { from, to }: Ends): Criterion | null {
  if (from && to) return { fieldName, operation: 'BETWEEN', values: [from, to] };
  if (from) return { fieldName, operation: 'GTE', values: [from] };
  return to ? { fieldName, operation: 'LTE', values: [to] } : null;
}

/** The second before. */
export const before = (at: string): string => new Date(Date.parse(`${at}Z`) - 1_000).toISOString().slice(0, 19);
