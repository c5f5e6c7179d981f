/**
 * Counts documents to which other tables refer: escalations, which supervisors were told of, and the marks of a kind. They are counted in the same way as the
 * totals of lists.
 */
import { dayMs } from '@portal/contract-kit';
import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.ts';
import type { DocumentKind, DocumentMark, MarkNumber } from '../documents/document-kind.ts';
import { type DocumentRow, filteredListIndex } from '../documents/document-row.ts';
import { DocumentEscalationRow } from '../work/work.entities.ts';
import type { Span } from './span.ts';
import { databaseTime, type Fact, listSeries, ofAgencies, type Place, type StatisticKind } from './statistic-cells.ts';

/** Numbers of these totals among the totals of lists of a kind; the kind's own totals begin with 0. */
export const escalationList = 8;
export const markedList = 9;

/** Returns the fact that supervisors were told of a document at a time. */
export const escalationFact = ({ agency }: Place, status: string, at: Date, number: number): Fact => ({
  of: 'listed',
  hour: databaseTime(at).slice(0, 10),
  agency,
  status,
  lane: '',
  point: '',
  list: escalationList,
  number,
});

/** Returns the facts about a document's marks, by the day of its registration; one further fact, with an empty mark, counts the document itself. */
export function markFacts({ agency }: Place, { documentStatus: status, createdAt }: DocumentRow, marks: readonly DocumentMark[], number: number): Fact[] {
  const [first] = marks;
  const counted = first ? [...marks, ['', first[1]] as const] : [];
  return counted.map(([lane, point]) => ({ of: 'listed', hour: databaseTime(createdAt).slice(0, 10), agency, status, lane, point, list: markedList, number }));
}

/**
 * Returns when supervisors were told about the present step of a document; undefined if they were not. The caller must have locked the document, so that
 * supervisors are not told in the meantime; on MySQL the escalation is read with a lock, which gives its latest state.
 */
export async function escalationTime({ engine }: Database, tx: EntityManager, { id, dueAt }: DocumentRow): Promise<Date | undefined> {
  if (!dueAt) return undefined;
  const lock = engine === 'mysql' ? { lock: { mode: 'pessimistic_write' as const } } : {};
  return (await tx.findOne(DocumentEscalationRow, { where: { id, dueAt }, ...lock }))?.at;
}

/** Returns the marks of a document from the table of marks. */
export async function marksBeside({ marks }: Pick<DocumentKind, 'marks'>, tx: EntityManager, documentId: string): Promise<DocumentMark[]> {
  if (!marks) return [];
  const [mark, whole] = marks.columns;
  const found = await tx.query<{ mark: string; whole: string }[]>(
    `select ${mark} as mark, ${whole} as whole from ${marks.table} where documentId = ? order by ${mark}`,
    [documentId],
  );
  return found.map((row) => [row.mark, row.whole] as const);
}

/**
 * Returns the statements that count a day for the comparison of the counters. They select the columns that `StatisticsCheck` expects, and each takes two times
 * as limits.
 */
export function linkedTableStatements({ marks }: Pick<DocumentKind, 'marks'>, tablePath: string, day: string, agency: string, counted: string): string[] {
  const select = (list: number, b: string, c: string, number: string): string =>
    `select 'listed', '${day}', d.documentStatus, ${agency}, ${b}, ${c}, '', '${list}', '', ${number}, null`;
  const told = `${select(escalationList, "''", "''", 'count(*)')} from document_escalation b join ${tablePath} d on d.id = b.id and d.dueAt = b.dueAt
    where b.at >= ? and b.at < ? and ${counted} group by d.documentStatus, ${agency}`;
  if (!marks) return [told];
  const [mark, whole] = marks.columns.map((column) => `b.${column}`) as [string, string];
  const marked = `from ${tablePath} d join ${marks.table} b on b.documentId = d.id where d.createdAt >= ? and d.createdAt < ? and ${counted} group by d.documentStatus, ${agency}, ${whole}`;
  return [told, `${select(markedList, mark, whole, 'count(*)')} ${marked}, ${mark}`, `${select(markedList, "''", whole, 'count(distinct d.id)')} ${marked}`];
}

/**
 * Splits a span into the whole days that the counters know, and the ends that are counted from the rows; without counters the whole span is counted from the
 * rows.
 */
function partsOf({ from, to }: Span, isCounted: boolean): { days?: Span; ends: Span[] } {
  if (!isCounted) return { ends: [{ from, to }] };
  const first = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs);
  const last = to && new Date(Math.floor(to.getTime() / dayMs) * dayMs);
  if (first && last && first >= last) return { ends: [{ from, to }] };
  const ends = [...(from && first && from < first ? [{ from, to: first }] : []), ...(to && last && last < to ? [{ from: last, to }] : [])];
  return { days: { from: first, to: last }, ends };
}

/**
 * Returns how many of the documents registered in a span have each mark. A single statement reads one consistent state.
 * @param agencies null means all agencies @param isCounted whether the counters are complete
 */
export async function markNumbers(db: Database, of: StatisticKind, span: Span, agencies: readonly string[] | null, isCounted: boolean): Promise<MarkNumber[]> {
  if (!of.marks || agencies?.length === 0) return [];
  const [mark, whole] = of.marks.columns;
  const { tablePath } = db.reading.getMetadata(of.row);
  const { days, ends } = partsOf(span, isCounted);
  const between = (column: string, { from, to }: Span, as: (at: Date) => string): [string, string[]] => [
    `${from ? ` and ${column} >= ?` : ''}${to ? ` and ${column} < ?` : ''}`,
    [from, to].flatMap((at) => (at ? [as(at)] : [])),
  ];
  const dayOf = (at: Date): string => databaseTime(at).slice(0, 10);
  const statements: [sql: string, values: unknown[]][] = ends.map((end) => {
    const [inSpan, times] = between('d.createdAt', end, databaseTime);
    const [inAgencies, codes] = ofAgencies('d.agencyCode', agencies);
    // Both lookups are answered from indices, because a row is twenty times as long as an index entry.
    const by =
      db.engine === 'mysql' && of.listTotals
        ? ` force index (${[['id'], ['createdAt']].map((names) => filteredListIndex(tablePath, names, []).name).join(', ')})`
        : '';
    return [
      `select b.${mark} as mark, b.${whole} as whole, count(*) as number, null as facts from ${of.marks?.table} b join ${tablePath} d${by} on d.id = b.documentId
       where ${inAgencies}${inSpan} group by b.${mark}, b.${whole}`,
      [...codes, ...times],
    ];
  });
  if (days) {
    const [inSpan, times] = between('at', days, dayOf);
    const [inAgencies, codes] = ofAgencies('agency', agencies);
    statements.push(
      [
        `select b as mark, c as whole, sum(number) as number, null as facts from statistic where kind = ? and series = ? and b <> '' and ${inAgencies}${inSpan} group by b, c`,
        [of.kind, listSeries(markedList), ...codes, ...times],
      ],
      [`select '', '', 0, facts from statistic_change where kind = ?`, [of.kind]],
    );
  }
  const found = await db.reader.query<{ mark: string; whole: string; number: number | string; facts: string | null }[]>(
    statements.map(([sql]) => sql).join(' union all '),
    statements.flatMap(([, values]) => values),
  );
  const isIn = ({ list, hour, agency, lane }: Fact): boolean =>
    list === markedList &&
    lane !== '' &&
    (agencies === null || agencies.includes(agency)) &&
    (!days?.from || hour >= dayOf(days.from)) &&
    (!days?.to || hour < dayOf(days.to));
  const sums = new Map<string, MarkNumber>();
  const add = (number: MarkNumber): void => {
    const name = JSON.stringify([number.mark, number.whole]);
    const known = sums.get(name);
    if (known) known.number += number.number;
    else sums.set(name, { ...number });
  };
  for (const { facts, number, ...names } of found)
    if (facts === null) add({ ...names, number: Number(number) });
    else for (const { lane, point, number: more } of (JSON.parse(facts) as Fact[]).filter(isIn)) add({ mark: lane, whole: point, number: more });
  return [...sums.values()].filter(({ number }) => number !== 0);
}
