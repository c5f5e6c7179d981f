/** Counts the documents that a table beside them names: what supervisors were told of, and the marks of a kind. They are counted as the totals of lists are. */
import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.ts';
import type { DocumentKind, DocumentMark } from '../documents/document-kind.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { DocumentEscalationRow } from '../work/work.entities.ts';
import { type Fact, type Place, stored } from './statistic-cells.ts';

/** Their numbers among the kind's totals of lists, whose own begin with 0. */
export const toldList = 8;
export const markedList = 9;

/** A document of which supervisors were told at a time. */
export const toldFact = ({ agency }: Place, status: string, at: Date, number: number): Fact => ({
  of: 'listed',
  hour: stored(at).slice(0, 10),
  agency,
  status,
  lane: '',
  point: '',
  list: toldList,
  number,
});

/** The marks of a document, by the day of its registration; and once the document itself, under no mark. */
export function markFacts({ agency }: Place, { documentStatus: status, createdAt }: DocumentRow, marks: readonly DocumentMark[], number: number): Fact[] {
  const [first] = marks;
  const counted = first ? [...marks, ['', first[1]] as const] : [];
  return counted.map(([lane, point]) => ({ of: 'listed', hour: stored(createdAt).slice(0, 10), agency, status, lane, point, list: markedList, number }));
}

/** When supervisors were told of the present step of a document; undefined where they were not. Its row is locked: nobody tells them meanwhile. */
export async function toldAt({ engine }: Database, tx: EntityManager, { id, dueAt }: DocumentRow): Promise<Date | undefined> {
  if (!dueAt) return undefined;
  const lock = engine === 'mysql' ? { lock: { mode: 'pessimistic_read' as const } } : {};
  return (await tx.findOne(DocumentEscalationRow, { where: { id, dueAt }, ...lock }))?.at;
}

/** The marks of a document, as they are written beside it. */
export async function marksBeside({ marks }: Pick<DocumentKind, 'marks'>, tx: EntityManager, documentId: string): Promise<DocumentMark[]> {
  if (!marks) return [];
  const [mark, whole] = marks.columns;
  const found = await tx.query<{ mark: string; whole: string }[]>(
    `select ${mark} as mark, ${whole} as whole from ${marks.table} where documentId = ? order by ${mark}`,
    [documentId],
  );
  return found.map((row) => [row.mark, row.whole] as const);
}

/** What is to be counted of a day, for the comparison of the counters: statements with the columns of `StatisticsCheck`, each with two times between which it looks. */
export function statementsBeside({ marks }: Pick<DocumentKind, 'marks'>, tablePath: string, day: string, agency: string, counted: string): string[] {
  const select = (list: number, b: string, c: string, number: string): string =>
    `select 'listed', '${day}', d.documentStatus, ${agency}, ${b}, ${c}, '', '${list}', '', ${number}, null`;
  const told = `${select(toldList, "''", "''", 'count(*)')} from document_escalation b join ${tablePath} d on d.id = b.id and d.dueAt = b.dueAt
    where b.at >= ? and b.at < ? and ${counted} group by d.documentStatus, ${agency}`;
  if (!marks) return [told];
  const [mark, whole] = marks.columns.map((column) => `b.${column}`) as [string, string];
  const marked = `from ${tablePath} d join ${marks.table} b on b.documentId = d.id where d.createdAt >= ? and d.createdAt < ? and ${counted} group by d.documentStatus, ${agency}, ${whole}`;
  return [told, `${select(markedList, mark, whole, 'count(*)')} ${marked}, ${mark}`, `${select(markedList, "''", whole, 'count(distinct d.id)')} ${marked}`];
}
