/** The search fields of the work of officials, which every staff list has: since when, by when, and with whom. */
import type { SearchCriterion } from '@portal/contract-kit';
import { Brackets, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import { type SearchFields, sortable, timeField } from '../search/search-query.ts';
import { queueField } from './queues.ts';

/** Values of the field `assignee` that are no names. */
const ME = 'ME';
const NONE = 'NONE';

export const workSearchFields: SearchFields = {
  stepSince: sortable(timeField('stepSince'), ['documentStatus'], []),
  dueAt: sortable(timeField('dueAt'), ['documentStatus'], []),
  queue: queueField,
  // No column of the document: claims have a table of their own.
  assignee: { column: 'assignee', type: 'TEXT', operations: ['EQ', 'NEQ', 'IN'] },
};

/** The fields of a staff search: those of the kind, and those of the work on it. */
export const staffSearchFields = (fields: SearchFields): SearchFields => ({ ...fields, ...workSearchFields });

/** Criteria on who has a document, and all others. */
export function splitCriteria(criteria: readonly SearchCriterion[]): { byAssignee: SearchCriterion[]; others: SearchCriterion[] } {
  const byAssignee = criteria.filter(({ fieldName, operation }) => fieldName === 'assignee' && operation !== 'ANY');
  return { byAssignee, others: criteria.filter(({ fieldName }) => fieldName !== 'assignee') };
}

/** Whether a criterion leaves what nobody has, and nothing else. */
export const isUnassigned = ({ operation, values }: SearchCriterion): boolean => operation !== 'NEQ' && values.every((value) => value === NONE);

const live = '(w.endsAt is null or w.endsAt > :workNow)';
/** What somebody has now. */
export const claimedNow = (alias: string): string => `${alias}.id in (select w.id from document_claim w where ${live})`;

/** Adds criteria on who has a document. The claims are few, so they are read first and the documents by their ids. */
export function applyAssignee<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  criteria: readonly SearchCriterion[],
  { actor }: Call,
  now: Date,
): SelectQueryBuilder<T> {
  for (const [n, { operation, values }] of criteria.entries()) {
    const named = values.filter((value) => value !== ME && value !== NONE).map(String);
    const whose = [
      ...(values.includes(ME) ? [`w.sub = :w${n}me`] : []),
      ...(named.length ? [`w.name in (:...w${n}named)`, `w.sub in (select a.sub from staff_account a where a.userName in (:...w${n}named))`] : []),
    ];
    const any = [
      ...(whose.length ? [`${alias}.id in (select w.id from document_claim w where ${live} and (${whose.join(' or ')}))`] : []),
      ...(values.includes(NONE) ? [`not (${claimedNow(alias)})`] : []),
    ].join(' or ');
    builder.andWhere(new Brackets((b) => b.where(operation === 'NEQ' ? `not (${any})` : any)), { [`w${n}me`]: actor.sub, [`w${n}named`]: named });
  }
  return builder.setParameter('workNow', now);
}
