import type { DocumentKind } from '../../area.ts';

export interface Criterion {
  fieldName: string;
  operation: 'EQ' | 'IN' | 'GTE' | 'LTE' | 'BETWEEN';
  values: (string | number)[];
}

/** The address of a list of the kind with these criteria, for each of its lists. */
export const listLinks = ({ lists = [] }: Pick<DocumentKind, 'lists'>, criteria: readonly Criterion[]): string[] =>
  lists.map((path) => `${path}?q=${encodeURIComponent(JSON.stringify({ criteria, page: 1 }))}`);

const hourMs = 3_600_000;
const atSecond = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

/**
 * The criterion on the hours of a day; null where a span is of several days: no list holds what happened at one hour of each of them.
 * @param now the end of a span that has none
 */
export function withinHour(fieldName: string, { from, to }: { from: string | null; to: string | null }, hour: number, now = Date.now()): Criterion | null {
  if (!from) return null;
  const begin = Date.parse(`${from}Z`);
  if ((to ? Date.parse(`${to}Z`) : now) - begin > 24 * hourMs) return null;
  const at = begin + hour * hourMs;
  return { fieldName, operation: 'BETWEEN', values: [atSecond(at), atSecond(at + hourMs - 1_000)] };
}

/** The criterion on a time between two ends that both belong to it; null where neither is given. */
export function between(fieldName: string, { from, to }: { from: string | null; to: string | null }): Criterion | null {
  if (from && to) return { fieldName, operation: 'BETWEEN', values: [from, to] };
  if (from) return { fieldName, operation: 'GTE', values: [from] };
  return to ? { fieldName, operation: 'LTE', values: [to] } : null;
}
