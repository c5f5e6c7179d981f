import type { Change } from './registry.ts';

/** A time in which every visitor got a version of an area, unless the area was stopped. */
export interface Period {
  version: string;
  /** ISO 8601. */
  from: string;
  /** Missing for the version in force. */
  until?: string;
}

/** Changes after which every visitor gets another version. */
const replacing: readonly Change['action'][] = ['publish', 'promote', 'rollback'];

/** What stood in force of one area from when to when, oldest first. @param changes of the area, oldest first */
export function periodsOf(changes: readonly Change[]): Period[] {
  const periods: Period[] = [];
  for (const { action, version, at } of changes) {
    const last = periods.at(-1);
    if (!replacing.includes(action) || last?.version === version) continue;
    if (last) last.until = at;
    periods.push({ version, from: at });
  }
  return periods;
}
