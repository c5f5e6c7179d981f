/** Counts the documents that a table beside them names: what supervisors were told of, and the marks of a kind. They are counted as the totals of lists are. */
import type { EntityManager } from 'typeorm';
import type { Database } from '../database/database.ts';
import type { DocumentKind, DocumentMark, MarkNumber } from '../documents/document-kind.ts';
import { type DocumentRow, filteredListIndex } from '../documents/document-row.ts';
import { DocumentEscalationRow } from '../work/work.entities.ts';
import type { Span } from './span.ts';
import { type Fact, listSeries, ofAgencies, type Place, type StatisticKind, stored } from './statistic-cells.ts';

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
  const lock = engine === 'mysql' ? { lock: { mode: 'pessimistic_write' as const } } : {};
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

const dayMs = 86_400_000;

/** The whole days of a span that the counters know, and its ends, or all of it, that the rows are asked for. */
function partsOf({ from, to }: Span, isCounted: boolean): { days?: Span; ends: Span[] } {
  if (!isCounted) return { ends: [{ from, to }] };
  const first = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs);
  const last = to && new Date(Math.floor(to.getTime() / dayMs) * dayMs);
  if (first && last && first >= last) return { ends: [{ from, to }] };
  const ends = [...(from && first && from < first ? [{ from, to: first }] : []), ...(to && last && last < to ? [{ from: last, to }] : [])];
  return { days: { from: first, to: last }, ends };
}

/**
 * How many documents that were registered in a span have each mark, by one statement, so of one moment.
 * @param agencies null: of all @param isCounted whether the counters are complete
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
  const dayOf = (at: Date): string => stored(at).slice(0, 10);
  const statements: [sql: string, values: unknown[]][] = ends.map((end) => {
    const [inSpan, times] = between('d.createdAt', end, stored);
    const [inAgencies, codes] = ofAgencies('d.agencyCode', agencies);
    // Both are read from indices: a row is twenty times as long as an entry.
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
