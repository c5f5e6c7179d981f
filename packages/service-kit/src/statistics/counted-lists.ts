/** Totals of lists that the counters of the statistics know: any filter on status, lane, entry point, and the time of registration or of the present step. */
import type { SearchCriterion } from '@portal/contract-kit';
import type { Database } from '../database/database.ts';
import type { SearchFields } from '../search/search-query.ts';
import { spanOf } from '../search/search-sql.ts';
import type { Span } from './span.ts';
import type { StatisticKind } from './statistic-cells.ts';
import { numbersOf } from './statistics-query.ts';

const dimensions = ['status', 'lane', 'entryPoint'] as const;
type Counted = (typeof dimensions)[number];
/** The times by which something is counted. */
const countedBy = new Map([
  ['createdAt', 'documents'],
  ['stepSince', 'waiting'],
  ['dueAt', 'due'],
] as const) as ReadonlyMap<string, 'documents' | 'waiting' | 'due'>;

/** Whether a value of a counter meets a criterion, as the rows that it counts do; a row without a value is counted under the empty text. */
function test({ operation, values }: SearchCriterion): ((value: string) => boolean) | undefined {
  const asked = new Set(values.map(String));
  if ([...asked].some((value) => value.trim() === '')) return undefined;
  if (operation === 'EQ' || operation === 'IN') return (value) => asked.has(value);
  if (operation === 'NEQ') return (value) => !asked.has(value);
  return operation === 'EMPTY' ? (value) => value === '' : undefined;
}

/** How many documents meet the criteria; undefined where the counters do not know it. @param fields the search fields, with those of the scope */
export async function countedTotal(db: Database, kind: StatisticKind, criteria: readonly SearchCriterion[], fields: SearchFields): Promise<number | undefined> {
  const { lane, entryPoint } = kind.statistics ?? {};
  const dimensionOf = new Map<string | undefined, Counted>([
    ['documentStatus', 'status'],
    ...(lane ? [[lane, 'lane'] as const] : []),
    ...(entryPoint ? [[entryPoint, 'entryPoint'] as const] : []),
  ]);
  const tests: { of: Counted; holds: (value: string) => boolean }[] = [];
  let agencies: string[] | undefined;
  let counted: 'documents' | 'waiting' | 'due' | undefined;
  const span: Span = { from: null, to: null };
  for (const criterion of criteria.filter(({ operation }) => operation !== 'ANY')) {
    const { column, folding, blind } = fields[criterion.fieldName] ?? {};
    if (folding || blind) return undefined;
    const time = column === undefined ? undefined : countedBy.get(column);
    if (time) {
      const [from, to] = timesIn(criterion);
      if (from === undefined || to === undefined || (counted && counted !== time)) return undefined;
      counted = time;
      if (from && (!span.from || from > span.from)) span.from = from;
      if (to && (!span.to || to < span.to)) span.to = to;
    } else if (column === 'agencyCode' && (criterion.operation === 'EQ' || criterion.operation === 'IN')) {
      const named = criterion.values.map(String);
      agencies = agencies ? agencies.filter((each) => named.includes(each)) : [...new Set(named)];
    } else {
      const of = dimensionOf.get(column);
      const holds = test(criterion);
      if (!of || !holds) return undefined;
      tests.push({ of, holds });
    }
  }
  if (!agencies) return undefined;
  if (span.from && span.to && span.from >= span.to) return 0;
  const by = [...new Set(tests.map(({ of }) => of))];
  if (counted === 'due' && by.some((dimension) => dimension !== 'status')) return undefined;
  const numbers = await numbersOf(db, { kind, counted: counted ?? 'documents', by, span, agencies, sub: null, now: new Date() });
  return numbers.filter(({ values }) => tests.every(({ of, holds }) => holds(values[of] ?? ''))).reduce((sum, { count }) => sum + count, 0);
}

/** The span in which a criterion lets a time be; without an end where it is null; undefined where it is no span. */
function timesIn({ operation, values }: SearchCriterion): [from?: Date | null, to?: Date | null] {
  const spans = values.map((value) => spanOf(String(value)));
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  if (operation === 'GTE') return [first[0], null];
  if (operation === 'LTE') return [null, first[1]];
  return operation === 'EQ' || operation === 'BETWEEN' ? [first[0], last[1]] : [];
}
