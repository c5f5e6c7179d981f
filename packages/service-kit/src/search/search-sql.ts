/** Turns the criteria of a checked search query into SQL. */
import { dayMs, type SearchCriterion } from '@portal/contract-kit';
import { Brackets, type ObjectLiteral, type SelectQueryBuilder, type WhereExpressionBuilder } from 'typeorm';
import { lastMoment, startOfDay } from '../clock.ts';
import { hasSearchColumnsSql } from '../documents/search-version.ts';
import { type Folding, folded, foldedColumn } from './folding.ts';
import type { BlindColumn, SearchField, SearchFields } from './search-query.ts';

const likeEscape = (text: string): string => text.replace(/[|%_]/g, '|$&');

/** Options for comparing values. */
export interface CriteriaOptions {
  /** Whether some rows may lack the folded forms of their present values; these rows are compared by their text as it is written. */
  unfolded?: boolean;
  /** The layout of search columns that the rows are expected to have (`DocumentKind.searchLayout`). */
  layout?: number;
}

/** A criterion that is being turned into SQL. */
interface Comparison {
  criterion: SearchCriterion;
  field: SearchField;
  /** Name of the column in the query. */
  column: string;
  /** Prefix for the names of its parameters. */
  p: string;
}

type Condition = [sql: string, values: ObjectLiteral];

function conditionOf(
  alias: string,
  criterion: SearchCriterion,
  fields: SearchFields,
  n: number,
  { unfolded, layout }: CriteriaOptions,
): Brackets | Condition | null {
  if (criterion.operation === 'ANY') return null;
  const field = fields[criterion.fieldName] as SearchField;
  const of = { criterion, field, column: `${alias}.${field.column}`, p: `c${n}` };
  if (field.beside) {
    const [sql, values] = compared({ ...of, column: `b${n}.${field.column}` });
    // The condition is a scalar subquery and not `in` or `exists`: the databases would turn these into a join and read all documents to which the other table
    // refers.
    return [`(select 1 from ${field.beside} b${n} where b${n}.documentId = ${alias}.id and ${sql} limit 1) = 1`, values];
  }
  if (criterion.operation === 'EMPTY') return [field.type === 'TEXT' ? `(${of.column} is null or ${of.column} = '')` : `${of.column} is null`, {}];
  if (field.blind) return blindly(alias, of, field.blind);
  if (field.isTime) return inTime(of);
  if (!field.folding) return compared(of);
  const forms = criterion.values.map((value) => folded(String(value), field.folding as Folding));
  // A text that consists only of dashes has no folded form, so it is searched for as it is written.
  if (forms.some((form, i) => form === '' && String(criterion.values[i]).trim() !== '')) return compared(of);
  const byForm = compared({ ...of, criterion: { ...criterion, values: forms }, column: `${alias}.${foldedColumn(field.column)}`, p: `${of.p}f` }, true);
  if (!unfolded) return byForm;
  const isCurrent = hasSearchColumnsSql(alias, layout);
  const both = { ...byForm[1], ...compared(of)[1] };
  return [`((${isCurrent} and ${byForm[0]}) or ((${alias}.searchVersion is null or not ${isCurrent}) and ${compared(of)[0]}))`, both];
}

/** Returns the table that names documents for a criterion, and the condition on it with the alias `b`, with `?` placeholders and their values. */
export function linkedTableCondition({ column, beside }: SearchField, { values }: SearchCriterion): [from: string, where: string, values: unknown[]] {
  return [`${beside} b`, `b.${column} in (${values.map(() => '?').join(', ')})`, values];
}

/** Compares a column that holds the value itself or its folded form. */
function compared({ criterion: { operation, values }, column, p }: Comparison, isFolded = false): Condition {
  const [value, other] = values;
  switch (operation) {
    case 'CONTAINS':
      return isFolded ? [`${column} like :${p} escape '|'`, { [p]: `%${likeEscape(String(value))}%` }] : holds(column, String(value), p);
    case 'EQ':
      return [`${column} = :${p}`, { [p]: value }];
    case 'NEQ':
      return [`(${column} <> :${p} or ${column} is null)`, { [p]: value }];
    case 'GTE':
      return [`${column} >= :${p}`, { [p]: value }];
    case 'LTE':
      return [`${column} <= :${p}`, { [p]: value }];
    case 'BETWEEN':
      return [`${column} between :${p}a and :${p}b`, { [`${p}a`]: value, [`${p}b`]: other }];
    default:
      return [`${column} in (:...${p})`, { [p]: values }];
  }
}

/** Returns the time span that a value denotes: a whole day, a whole hour (`2026-11-22T00`), or a whole second, because responses give times in seconds. */
export function spanOf(value: string): [from: Date, to: Date] {
  if (value.length === 10) return spanFrom(startOfDay(value), dayMs);
  return value.length === 13 ? spanFrom(new Date(`${value}:00:00Z`), 3_600_000) : spanFrom(new Date(`${value}Z`), 1_000);
}
const spanFrom = (from: Date, ms: number): [from: Date, to: Date] => [from, new Date(Math.min(from.getTime() + ms, lastMoment.getTime()))];

function inTime({ criterion: { operation, values }, column, p }: Comparison): Condition {
  const spans = values.map((value) => spanOf(String(value)));
  const parameters = Object.fromEntries(spans.flatMap(([from, to], i) => [[`${p}from${i}`, from] as const, [`${p}to${i}`, to] as const]));
  const inside = spans.map((_, i) => `(${column} >= :${p}from${i} and ${column} < :${p}to${i})`).join(' or ');
  switch (operation) {
    case 'NEQ':
      return [`(not ${inside} or ${column} is null)`, parameters];
    case 'GTE':
      return [`${column} >= :${p}from0`, parameters];
    case 'LTE':
      return [`${column} < :${p}to0`, parameters];
    case 'BETWEEN':
      return [`${column} >= :${p}from0 and ${column} < :${p}to1`, parameters];
    default:
      return [`(${inside})`, parameters];
  }
}

/** Compares twice, because the embedded database changes the case of ASCII letters only: with the second comparison joão finds the stored JOÃO. */
function holds(column: string, text: string, p: string): Condition {
  const part = likeEscape(text);
  return [
    `(lower(${column}) like :${p}l escape '|' or upper(${column}) like :${p}u escape '|')`,
    { [`${p}l`]: `%${part.toLowerCase()}%`, [`${p}u`]: `%${part.toUpperCase()}%` },
  ];
}

/** Searches a column of digests. CONTAINS may find too many rows but never too few; the caller decrypts the rows and compares them. */
function blindly(alias: string, { criterion: { operation, values }, column, p }: Comparison, blind: BlindColumn): Brackets | Condition | null {
  if (operation !== 'CONTAINS') {
    const forms = values.flatMap((value) => blind.forms(String(value)));
    return [operation === 'NEQ' ? `(${column} not in (:...${p}) or ${column} is null)` : `${column} in (:...${p})`, { [p]: forms }];
  }
  const tokens = `${alias}.${blind.tokensColumn}`;
  const text = String(values[0]);
  const lists = blind.patterns(text);
  if (lists.length === 0) return null;
  return new Brackets((any) => {
    // Rows that were written without encryption contain the value itself and no tokens.
    const [inClear, clearValues] = holds(column, text, p);
    any.where(`(${tokens} is null and ${inClear})`, clearValues);
    for (const [i, patterns] of lists.entries())
      any.orWhere(
        new Brackets((all) => patterns.forEach((pattern, j) => void all.andWhere(`${tokens} like :${p}t${i}x${j}`, { [`${p}t${i}x${j}`]: pattern }))),
      );
  });
}

/** Adds the criteria to a query on the row entity that has this alias. */
export function applyCriteria<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  query: { criteria: readonly SearchCriterion[] },
  fields: SearchFields,
  options: CriteriaOptions = {},
): SelectQueryBuilder<T> {
  const where: WhereExpressionBuilder = builder;
  for (const [n, c] of query.criteria.entries()) {
    const condition = conditionOf(alias, c, fields, n, options);
    if (condition instanceof Brackets) where.andWhere(condition);
    else if (condition) where.andWhere(...condition);
  }
  return builder;
}
