/** How many documents wait for an officer. */
import type { SearchCriterion } from '@portal/contract-kit';
import { type Call, hasRole, isStaff } from '../auth/actor.ts';
import { forbidden, unauthenticated } from '../http/problems.ts';
import { oneOf, scopeFields } from '../search/search-query.ts';
import type { AnyDocuments } from './documents.ts';

/** How many documents of the officer's agencies wait for an action that their roles allow. */
export async function waitingDocuments(documents: AnyDocuments, call: Call): Promise<{ count: number }> {
  const { workflow, rolePrefix } = documents.definition;
  const statuses = new Set<string>();
  for (const { action } of workflow.mainPath) {
    const rule = workflow.actions[action];
    if (!rule?.who.role || rule.from === '*') continue;
    const roles = rule.who.role === true ? [`${rolePrefix}-${action}`] : typeof rule.who.role === 'string' ? [rule.who.role] : rule.who.role;
    if (hasRole(call.actor, ...roles)) for (const s of rule.from) if (s !== 'NEW') statuses.add(s);
  }
  if (!isStaff(call.actor)) throw call.actor.sub === null ? unauthenticated() : forbidden();
  return { count: await countWaiting(documents, call, [...statuses], []) };
}

/** Documents of the officer's agencies in one of these statuses. */
export async function countWaiting(
  { definition: d, kit }: AnyDocuments,
  { actor }: Call,
  statuses: string[],
  further: readonly SearchCriterion[],
): Promise<number> {
  if (statuses.length === 0 || actor.agencies.length === 0) return 0;
  return kit.counts.count(d, [oneOf('documentStatus', statuses), oneOf(scopeFields.agency, [...actor.agencies]), ...further]);
}
