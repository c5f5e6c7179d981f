/** The search fields that every staff list has for the work of officials: since when a document waits, when it is due, and who has it. */

import type { SearchCriterion } from '@portal/contract-kit';
import { type EntityTarget, In, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import type { Database } from '../database/database.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { NAME, nameSearchField } from '../lookup/name-criteria.ts';
import { countUpTo } from '../search/count-rows.ts';
import { folded } from '../search/folding.ts';
import { joinedDocuments } from '../search/joined-documents.ts';
import { type SearchFields, sortable, timeField } from '../search/search-query.ts';
import { spanOf } from '../search/search-sql.ts';
import { databaseTime } from '../statistics/statistic-cells.ts';
import { everSince, queueField, type WorkCondition } from './queues.ts';
import { DocumentClaimRow, DocumentEscalationRow } from './work.entities.ts';

/** Values of the field `assignee` that are not names. */
const ME = 'ME';
const NONE = 'NONE';

export const workSearchFields: SearchFields = {
  stepSince: sortable(timeField('stepSince'), ['documentStatus'], []),
  dueAt: sortable(timeField('dueAt'), ['documentStatus'], []),
  queue: queueField,
  // This is not a column of the document: claims have their own table.
  assignee: { column: 'assignee', type: 'TEXT', operations: ['EQ', 'NEQ', 'IN'] },
  // This is not a column either: it is the time when supervisors were told that the document is overdue.
  escalatedAt: { ...timeField('escalatedAt'), operations: ['EQ', 'GTE', 'LTE', 'BETWEEN', 'EMPTY'] },
};

/** Returns the fields of a staff search: those of the kind, and those of the work on it. @param named whether documents of the kind can be found by names */
export const staffSearchFields = (fields: SearchFields, named: boolean): SearchFields => ({
  ...fields,
  ...workSearchFields,
  ...(named ? { [NAME]: nameSearchField } : {}),
});

/**
 * Splits criteria into those on who has a document, those on its escalation, and all others. The first two are in separate tables, as are the words of names,
 * whose criteria are left out.
 */
export function splitCriteria(criteria: readonly SearchCriterion[]): Record<'byAssignee' | 'byEscalation' | 'others', SearchCriterion[]> {
  const of = (name: string) => criteria.filter(({ fieldName, operation }) => fieldName === name && operation !== 'ANY');
  const others = criteria.filter(({ fieldName }) => fieldName !== 'assignee' && fieldName !== 'escalatedAt' && fieldName !== NAME);
  return { byAssignee: of('assignee'), byEscalation: of('escalatedAt'), others };
}

/** Returns whether documents that nobody has claimed match the criteria on who has a document. Nearly all documents are unclaimed. */
export const includeUnassigned = (criteria: readonly SearchCriterion[]): boolean =>
  criteria.every(({ operation, values }) => values.includes(NONE) !== (operation === 'NEQ'));

const liveClaim = '(claim.endsAt is null or claim.endsAt > :workNow)';

/** Adds to criteria on who has a document the names of officials with claims that are the same without accents and case. Claims are few. */
export async function withClaimNames(db: Database, criteria: readonly SearchCriterion[], now: Date): Promise<SearchCriterion[]> {
  const isName = (value: unknown): boolean => value !== ME && value !== NONE;
  const isNamed = ({ fieldName, values }: SearchCriterion): boolean => fieldName === 'assignee' && values.some(isName);
  if (!criteria.some(isNamed)) return [...criteria];
  const claims = await db.reader
    .createQueryBuilder(DocumentClaimRow, 'claim')
    .select('claim.name', 'name')
    .distinct(true)
    .where(liveClaim, { workNow: now })
    .getRawMany<{ name: string }>();
  return criteria.map((criterion) => {
    if (!isNamed(criterion)) return criterion;
    const forms = new Set(criterion.values.filter(isName).map((value) => folded(String(value), 'name')));
    const names = claims.map(({ name }) => name).filter((name) => isName(name) && forms.has(folded(name, 'name')));
    return { ...criterion, values: [...new Set([...criterion.values, ...names])] };
  });
}

/** SQL for the ids of the documents that somebody has claimed now. */
const claimedNow = `select claim.id from document_claim claim where ${liveClaim}`;

/**
 * Returns the condition for criteria on who has a document. Claims are few, so they are read first, and then the documents by their ids.
 * @param id the column that holds the document's id, such as `d.id`
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
 * Adds criteria on the time when supervisors were told that a document is overdue. A row that belongs to an earlier step does not count.
 * @param inOrder whether the database checks each document of the list in turn; otherwise it may start with the documents of which supervisors were told
 */
export function applyEscalation<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  criteria: readonly SearchCriterion[],
  inOrder = false,
): void {
  const told = (more = '') => `select 1 from document_escalation e where e.id = ${alias}.id and e.dueAt = ${alias}.dueAt${more}`;
  // MariaDB would turn `exists` and `not exists` into a join instead of checking each document in turn.
  const escalated = (more = '') => (inOrder ? `(${told(more)} limit 1) = 1` : `exists (${told(more)})`);
  for (const [n, { operation, values }] of criteria.entries()) {
    // Supervisors were not told of nearly all documents, so each document is checked in the order of the list.
    if (operation === 'EMPTY') builder.andWhere(`coalesce((${told()} limit 1), 0) = 0`);
    else {
      const [from, until] = [spanOf(String(values[0]))[0], spanOf(String(values.at(-1)))[1]];
      const after = operation === 'LTE' ? '' : ` and e.at >= :e${n}from`;
      const before = operation === 'GTE' ? '' : ` and e.at < :e${n}until`;
      builder.andWhere(escalated(after + before), { [`e${n}from`]: from, [`e${n}until`]: until });
    }
  }
}

/** Matches every document that has a due date. */
export const everDue: SearchCriterion = { fieldName: 'dueAt', operation: 'GTE', dataType: 'DATE', values: [everSince] } as unknown as SearchCriterion;
/** Matches every document of which supervisors were told. */
export const everTold: SearchCriterion = { fieldName: 'escalatedAt', operation: 'GTE', dataType: 'DATE', values: ['1900-01-01'] } as SearchCriterion;

/**
 * Counts the documents of a query of which supervisors were told, at the time that a criterion gives.
 * @param byDue an index that begins with the due dates and ids of documents, because the rows themselves are long @param limit count no further than this
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
    [...[...from, ...until].map((at) => databaseTime(at)), ...joined.values],
    limit,
  );
}

/** Counts the documents of a query that somebody has claimed now. @param byId an index that begins with the ids of documents */
export function countClaimed<Row extends ObjectLiteral>(
  db: Database,
  row: EntityTarget<Row>,
  matches: SelectQueryBuilder<Row>,
  now: Date,
  byId?: string,
): Promise<number> {
  const joined = joinedDocuments(db, row, matches, 'd.id = w.id', byId);
  return countJoined(db, `document_claim w${joined.join} where (w.endsAt is null or w.endsAt > ?)${joined.where}`, [databaseTime(now), ...joined.values]);
}

/** Counts the documents of this service, of every kind, that somebody has claimed now. */
export const countAllClaimed = (db: Database, now: Date): Promise<number> =>
  countJoined(db, 'document_claim w where (w.endsAt is null or w.endsAt > ?)', [databaseTime(now)]);

async function countJoined(db: Database, from: string, values: unknown[], limit?: number): Promise<number> {
  if (limit !== undefined) return countUpTo(db, [`select 1 from ${from}`, values], limit);
  const [found] = await db.reader.query<{ number: number | string }[]>(`select count(*) as number from ${from}`, values);
  return Number(found?.number ?? 0);
}

/** Returns the times when supervisors were told of these documents, by id. Documents that have left the step since are left out. */
export async function escalationsOf(db: Database, rows: readonly Pick<DocumentRow, 'id' | 'dueAt'>[]): Promise<ReadonlyMap<string, Date>> {
  const found = rows.length ? await db.reader.findBy(DocumentEscalationRow, { id: In(rows.map(({ id }) => id)) }) : [];
  const due = new Map(rows.map(({ id, dueAt }) => [id, dueAt?.getTime()]));
  return new Map(found.filter(({ id, dueAt }) => due.get(id) === dueAt.getTime()).map(({ id, at }) => [id, at]));
}
