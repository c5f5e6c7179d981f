/** Totals of lists that are filtered by several columns and a day at the same time, from counters for these combinations. */
import type { SearchCriterion } from '@portal/contract-kit';
import type { Database } from '../database/database.ts';
import type { ListTotal } from '../documents/document-kind.ts';
import { type Folding, folded, foldedColumn } from '../search/folding.ts';
import type { SearchField, SearchFields } from '../search/search-query.ts';
import { escalationList, markedList } from './escalation-and-mark-counts.ts';
import { cellsOf, type Fact, listSeries, noDay, type StatisticKind } from './statistic-cells.ts';

/** A condition on a column of the counters. It is applied both to the counters and to changes that have not been added to them yet. */
interface Test {
  column: 'a' | 'b' | 'c' | 'who' | 'at' | 'agency';
  sql: string;
  values: string[];
  holds(value: string): boolean;
}

const among = (column: Test['column'], values: string[], not: boolean): Test => ({
  column,
  sql: `${column} ${not ? 'not in' : 'in'} (${values.map(() => '?').join(', ')})`,
  values,
  holds: (value) => values.includes(value) !== not,
});
const compared = (column: Test['column'], operator: '>=' | '<=' | '>', bound: string): Test => ({
  column,
  sql: `${column} ${operator} ?`,
  values: [bound],
  holds: (value) => (operator === '>=' ? value >= bound : operator === '<=' ? value <= bound : value > bound),
});

/**
 * Returns the conditions for a criterion; undefined if the counters cannot answer it. A row without a value is counted under the empty text, and a row without
 * a day under `noDay`.
 */
function testsOf(column: Test['column'], { operation, values }: SearchCriterion): Test[] | undefined {
  const isDay = column === 'at';
  const asked = [...new Set(values.map(String))];
  if (asked.some((value) => (isDay ? !/^\d{4}-\d{2}-\d{2}$/.test(value) || value <= noDay : value.trim() === ''))) return undefined;
  const [first = '', last = first] = [asked[0], asked.at(-1)];
  const hasDay = compared('at', '>', noDay);
  switch (operation) {
    case 'ANY':
      return [];
    case 'EQ':
    case 'IN':
      return [among(column, asked, false)];
    case 'NEQ':
      return [among(column, asked, true)];
    case 'EMPTY':
      return [among(column, [isDay ? noDay : ''], false)];
    case 'GTE':
      return isDay ? [compared(column, '>=', first)] : undefined;
    case 'LTE':
      return isDay ? [hasDay, compared(column, '<=', first)] : undefined;
    case 'BETWEEN':
      // BETWEEN is used to find texts with the same beginning; other comparisons of texts are answered from the rows.
      return [compared(column, '>=', first), compared(column, '<=', last)];
    default:
      return undefined;
  }
}

/**
 * Returns a criterion with its values in the counted form: folded, and as days where the field is a time. Returns undefined if the criterion is about a part of
 * a day.
 */
function storedIn({ folding, isTime }: SearchField, criterion: SearchCriterion): SearchCriterion | undefined {
  if (folding) return { ...criterion, values: criterion.values.map((value) => folded(String(value), folding as Folding)) };
  if (!isTime) return criterion;
  const whole = criterion.operation === 'GTE' ? /^(.{10})(T00:00:00)?$/ : /^(.{10})$/;
  const days = criterion.values.flatMap((value) => whole.exec(String(value))?.[1] ?? []);
  return days.length === criterion.values.length ? { ...criterion, values: days } : undefined;
}

/** A total that is kept: its number, its columns, and conditions that exclude other facts counted under the same number. */
interface Kept extends ListTotal {
  list: number;
  /** The table beside the documents that contains these columns. */
  beside?: string;
  tests?: Test[];
}

/**
 * Returns the totals of a kind that may answer these criteria. The total of a table beside the documents does not count all documents, so it is used only if a
 * criterion is about that table.
 */
function keptFor({ listTotals = [], marks }: StatisticKind, criteria: readonly SearchCriterion[], fields: SearchFields): Kept[] {
  const asked = criteria.filter(({ operation }) => operation !== 'ANY');
  const named = (column: string, beside?: string): SearchCriterion[] =>
    asked.filter(({ fieldName }) => fields[fieldName]?.column === column && fields[fieldName]?.beside === beside);
  const told = named('escalatedAt');
  if (told.length) return told.some(({ operation }) => operation === 'EMPTY') ? [] : [{ list: escalationList, day: 'escalatedAt', columns: [] }];
  const [marked = [], whole = []] = marks ? marks.columns.map((column) => named(column, marks.table)) : [];
  if (!marks || marked.length + whole.length === 0) return listTotals.map((total, list) => ({ ...total, list }));
  // A document may have two marks. If either mark is enough, it would be counted twice; if both marks are required, it would not be counted at all.
  if ([marked, whole].some((each) => new Set(each.flatMap(({ values }) => values)).size > 1)) return [];
  const tests = marked.length ? [] : [among('b', [''], false)];
  return [{ list: markedList, day: 'createdAt', columns: marks.columns, beside: marks.table, tests }];
}

/**
 * Returns how many documents meet the criteria; undefined if no total of the kind covers all their columns. @param fields the search fields, including those of
 * the scope
 */
export async function totalFromListTotals(
  db: Database,
  of: StatisticKind,
  criteria: readonly SearchCriterion[],
  fields: SearchFields,
): Promise<number | undefined> {
  for (const { list, day, columns, beside, tests: own = [] } of keptFor(of, criteria, fields)) {
    const places = new Map<string | undefined, Test['column']>([
      ['documentStatus', 'a'],
      ['agencyCode', 'agency'],
      [day, 'at'],
    ]);
    const placesBeside = beside === undefined ? places : new Map<string | undefined, Test['column']>();
    for (const [i, column] of columns.entries()) if (column) placesBeside.set(column, (['b', 'c', 'who'] as const)[i] ?? 'who');
    const tests = criteria.map((criterion) => {
      const field = fields[criterion.fieldName];
      if (!field || field.blind || (field.beside !== undefined && field.beside !== beside)) return undefined;
      const place = (field.beside === undefined ? places : placesBeside).get(field.folding ? foldedColumn(field.column) : field.column);
      const asStored = place && storedIn(field, criterion);
      return asStored && testsOf(place, asStored);
    });
    if (!tests.includes(undefined)) return sumOf(db, of.kind, list, [...own, ...tests.flatMap((each) => each ?? [])]);
  }
  return undefined;
}

async function sumOf(db: Database, kind: string, list: number, tests: readonly Test[]): Promise<number> {
  const series = listSeries(list);
  const conditions = tests.map(({ sql }) => ` and ${sql}`).join('');
  const found = await db.reader.query<{ number: string | number | null; facts: string | null }[]>(
    `select sum(number) as number, null as facts from statistic where kind = ? and series = ?${conditions}
     union all select 0, facts from statistic_change where kind = ?`,
    [kind, series, ...tests.flatMap(({ values }) => values), kind],
  );
  const waiting = found
    .flatMap(({ facts }) => (facts ? (JSON.parse(facts) as Fact[]) : []))
    .flatMap(cellsOf)
    .filter((cell) => cell.series === series && tests.every(({ column, holds }) => holds(cell[column])));
  return Number(found[0]?.number ?? 0) + waiting.reduce((sum, { number }) => sum + number, 0);
}
