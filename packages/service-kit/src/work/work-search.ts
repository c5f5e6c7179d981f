/** The search fields of the work of officials, which every staff list has: since when, by when, and with whom. */

import type { SearchCriterion } from '@portal/contract-kit';
import { type EntityTarget, In, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import type { Database } from '../database/database.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { NAME, nameSearchField } from '../lookup/name-criteria.ts';
import { countUpTo } from '../search/count-rows.ts';
import { joinedDocuments } from '../search/joined-documents.ts';
import { type SearchFields, sortable, timeField } from '../search/search-query.ts';
import { spanOf } from '../search/search-sql.ts';
import { stored } from '../statistics/statistic-cells.ts';
import { everSince, queueField, type WorkCondition } from './queues.ts';
import { DocumentEscalationRow } from './work.entities.ts';

/** Values of the field `assignee` that are no names. */
const ME = 'ME';
const NONE = 'NONE';

export const workSearchFields: SearchFields = {
  stepSince: sortable(timeField('stepSince'), ['documentStatus'], []),
  dueAt: sortable(timeField('dueAt'), ['documentStatus'], []),
  queue: queueField,
  // No column of the document: claims have a table of their own.
  assignee: { column: 'assignee', type: 'TEXT', operations: ['EQ', 'NEQ', 'IN'] },
  // Nor is this: when supervisors were told that it is overdue.
  escalatedAt: { ...timeField('escalatedAt'), operations: ['EQ', 'GTE', 'LTE', 'BETWEEN', 'EMPTY'] },
};

/** The fields of a staff search: those of the kind, and those of the work on it. @param named whether the kind is found by names */
export const staffSearchFields = (fields: SearchFields, named: boolean): SearchFields => ({
  ...fields,
  ...workSearchFields,
  ...(named ? { [NAME]: nameSearchField } : {}),
});

/** Criteria on who has a document, on its escalation, and all others: the first two are in tables of their own, as the words of names are. */
export function splitCriteria(criteria: readonly SearchCriterion[]): Record<'byAssignee' | 'byEscalation' | 'others', SearchCriterion[]> {
  const of = (name: string) => criteria.filter(({ fieldName, operation }) => fieldName === name && operation !== 'ANY');
  const others = criteria.filter(({ fieldName }) => fieldName !== 'assignee' && fieldName !== 'escalatedAt' && fieldName !== NAME);
  return { byAssignee: of('assignee'), byEscalation: of('escalatedAt'), others };
}

/** Whether documents that nobody has meet criteria on who has a document. Nearly all documents are with nobody. */
export const includeUnassigned = (criteria: readonly SearchCriterion[]): boolean =>
  criteria.every(({ operation, values }) => values.includes(NONE) !== (operation === 'NEQ'));

/** The ids of what somebody has now. */
const claimedNow = 'select claim.id from document_claim claim where (claim.endsAt is null or claim.endsAt > :workNow)';

/**
 * The condition of criteria on who has a document. The claims are few, so they are read first and the documents by their ids.
 * @param id the column that names the document, as `d.id`
 */
export function assigneeCondition(id: string, criteria: readonly SearchCriterion[], { actor }: Call, now: Date): WorkCondition {
  const parameters: ObjectLiteral = { workNow: now };
  const all = criteria.map(({ operation, values }, n) => {
    const named = values.filter((value) => value !== ME && value !== NONE).map(String);
    Object.assign(parameters, { [`w${n}me`]: actor.sub, [`w${n}named`]: named });
    const whose = [
      ...(values.includes(ME) ? [`claim.sub = :w${n}me`] : []),
      ...(named.length ? [`claim.name in (:...w${n}named)`, `claim.sub in (select a.sub from staff_account a where a.userName in (:...w${n}named))`] : []),
    ];
    const any = [
      ...(whose.length ? [`${id} in (${claimedNow} and (${whose.join(' or ')}))`] : []),
      ...(values.includes(NONE) ? [`not (${id} in (${claimedNow}))`] : []),
    ].join(' or ');
    return operation === 'NEQ' ? `not (${any})` : `(${any})`;
  });
  return [all.join(' and '), parameters];
}

/**
 * Adds criteria on when supervisors were told that a document is overdue. A row of an earlier step counts as none.
 * @param inOrder whether each document of the list is asked in turn; otherwise the database may begin with those of which they were told
 */
export function applyEscalation<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  criteria: readonly SearchCriterion[],
  inOrder = false,
): void {
  const told = (more = '') => `select 1 from document_escalation e where e.id = ${alias}.id and e.dueAt = ${alias}.dueAt${more}`;
  // Of `exists` and `not exists` MariaDB makes a join.
  const escalated = (more = '') => (inOrder ? `(${told(more)} limit 1) = 1` : `exists (${told(more)})`);
  for (const [n, { operation, values }] of criteria.entries()) {
    // Nearly all were not: each is asked in the order of the list.
    if (operation === 'EMPTY') builder.andWhere(`coalesce((${told()} limit 1), 0) = 0`);
    else {
      const [from, until] = [spanOf(String(values[0]))[0], spanOf(String(values.at(-1)))[1]];
      const after = operation === 'LTE' ? '' : ` and e.at >= :e${n}from`;
      const before = operation === 'GTE' ? '' : ` and e.at < :e${n}until`;
      builder.andWhere(escalated(after + before), { [`e${n}from`]: from, [`e${n}until`]: until });
    }
  }
}

/** Any time by which something is due. */
export const everDue: SearchCriterion = { fieldName: 'dueAt', operation: 'GTE', dataType: 'DATE', values: [everSince] } as unknown as SearchCriterion;
/** Any time at which supervisors were told. */
export const everTold: SearchCriterion = { fieldName: 'escalatedAt', operation: 'GTE', dataType: 'DATE', values: ['1900-01-01'] } as SearchCriterion;

/**
 * How many of the documents of a query supervisors were told of, at the time that a criterion names.
 * @param byDue an index that begins with when documents are due, and their ids: the rows themselves are long @param limit it is not counted beyond this
 */
export async function countEscalated<Row extends ObjectLiteral>(
  db: Database,
  row: EntityTarget<Row>,
  matches: SelectQueryBuilder<Row>,
  { operation, values }: SearchCriterion,
  byDue?: string,
  limit?: number,
): Promise<number> {
  const from = operation === 'LTE' ? [] : [spanOf(String(values[0]))[0]];
  const until = operation === 'GTE' ? [] : [spanOf(String(values.at(-1)))[1]];
  const joined = joinedDocuments(db, row, matches, 'd.id = e.id and d.dueAt = e.dueAt', byDue);
  const told = `${from.length ? 'e.at >= ?' : '1 = 1'}${until.length ? ' and e.at < ?' : ''}`;
  return countJoined(
    db,
    `document_escalation e${joined.join} where ${told}${joined.where}`,
    [...[...from, ...until].map((at) => stored(at)), ...joined.values],
    limit,
  );
}

/** How many documents of a query somebody has now. @param byId an index that begins with their ids */
export function countClaimed<Row extends ObjectLiteral>(
  db: Database,
  row: EntityTarget<Row>,
  matches: SelectQueryBuilder<Row>,
  now: Date,
  byId?: string,
): Promise<number> {
  const joined = joinedDocuments(db, row, matches, 'd.id = w.id', byId);
  return countJoined(db, `document_claim w${joined.join} where (w.endsAt is null or w.endsAt > ?)${joined.where}`, [stored(now), ...joined.values]);
}

/** How many documents of this service somebody has now, of whatever kind. */
export const countAllClaimed = (db: Database, now: Date): Promise<number> =>
  countJoined(db, 'document_claim w where (w.endsAt is null or w.endsAt > ?)', [stored(now)]);

async function countJoined(db: Database, from: string, values: unknown[], limit?: number): Promise<number> {
  if (limit !== undefined) return countUpTo(db, [`select 1 from ${from}`, values], limit);
  const [found] = await db.reader.query<{ number: number | string }[]>(`select count(*) as number from ${from}`, values);
  return Number(found?.number ?? 0);
}

/** When supervisors were told of these documents, by id; of what has left its step since, nothing. */
export async function escalationsOf(db: Database, rows: readonly Pick<DocumentRow, 'id' | 'dueAt'>[]): Promise<ReadonlyMap<string, Date>> {
  const found = rows.length ? await db.reader.findBy(DocumentEscalationRow, { id: In(rows.map(({ id }) => id)) }) : [];
  const due = new Map(rows.map(({ id, dueAt }) => [id, dueAt?.getTime()]));
  return new Map(found.filter(({ id, dueAt }) => due.get(id) === dueAt.getTime()).map(({ id, at }) => [id, at]));
}
