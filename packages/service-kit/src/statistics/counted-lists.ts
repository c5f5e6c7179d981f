/**
 * Totals of lists that the counters of the statistics know: filters on status, lane and entry point, and on the time of registration, of the present step or of
 * its due time.
 */
import type { SearchCriterion } from '@portal/contract-kit';
import type { Database } from '../database/database.ts';
import type { SearchFields } from '../search/search-query.ts';
import { spanOf } from '../search/search-sql.ts';
import type { Span } from './span.ts';
import type { StatisticKind } from './statistic-cells.ts';
import { numbersOf } from './statistics-query.ts';

const dimensions = ['status', 'lane', 'entryPoint'] as const;
type Counted = (typeof dimensions)[number];
/** The times by which facts are counted. */
const countedBy = new Map([
  ['createdAt', 'documents'],
  ['stepSince', 'waiting'],
  ['dueAt', 'due'],
] as const) as ReadonlyMap<string, 'documents' | 'waiting' | 'due'>;

/**
 * Returns a check whether a value of a counter meets a criterion in the same way as the counted rows do. A row without a value is counted under the empty text.
 */
function test({ operation, values }: SearchCriterion): ((value: string) => boolean) | undefined {
  const asked = new Set(values.map(String));
  if ([...asked].some((value) => value.trim() === '')) return undefined;
  if (operation === 'EQ' || operation === 'IN') return (value) => asked.has(value);
  if (operation === 'NEQ') return (value) => !asked.has(value);
  return operation === 'EMPTY' ? (value) => value === '' : undefined;
}

/** Returns how many documents meet the criteria; undefined if the counters do not know. @param fields the search fields, including those of the scope */
export async function totalFromDimensions(
  db: Database,
  kind: StatisticKind,
  criteria: readonly SearchCriterion[],
  fields: SearchFields,
): Promise<number | undefined> {
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

/** Returns the span to which a criterion limits a time. An end that is null is open; undefined means that the criterion is not a single span. */
function timesIn({ operation, values }: SearchCriterion): [from?: Date | null, to?: Date | null] {
  const spans = values.map((value) => spanOf(String(value)));
  const [first, last] = [spans[0], spans.at(-1)];
  if (!first || !last) return [];
  if (operation === 'GTE') return [first[0], null];
  if (operation === 'LTE') return [null, first[1]];
  return operation === 'EQ' || operation === 'BETWEEN' ? [first[0], last[1]] : [];
}
