import type { Change } from './registry.ts';

/** A period in which every visitor got a certain version of an area, unless the area was stopped. */
export interface Period {
  version: string;
  /** Start, in ISO 8601. */
  from: string;
  /** End, in ISO 8601; missing for the version that is in force now. */
  until?: string;
}

/** Actions after which every visitor gets another version. */
const replacing: readonly Change['action'][] = ['publish', 'promote', 'rollback'];

/**
 * Lists which version of an area was in force in which period, oldest first.
 * @param changes changes of one area, oldest first
 */
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
