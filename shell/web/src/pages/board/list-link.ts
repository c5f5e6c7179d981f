import type { DocumentKind } from '../../area.ts';

export interface Criterion {
  fieldName: string;
  operation: 'EQ' | 'IN' | 'GTE' | 'LTE' | 'BETWEEN';
  values: (string | number)[];
}

/** The address of a list of the kind with these criteria, for each of its lists. */
export const listLinks = ({ lists = [] }: Pick<DocumentKind, 'lists'>, criteria: readonly Criterion[]): string[] =>
  lists.map((path) => `${path}?q=${encodeURIComponent(JSON.stringify({ criteria, page: 1 }))}`);

/** The criterion on a time between two ends that both belong to it; null where neither is given. */
export function between(fieldName: string, { from, to }: { from: string | null; to: string | null }): Criterion | null {
  if (from && to) return { fieldName, operation: 'BETWEEN', values: [from, to] };
  if (from) return { fieldName, operation: 'GTE', values: [from] };
  return to ? { fieldName, operation: 'LTE', values: [to] } : null;
}
