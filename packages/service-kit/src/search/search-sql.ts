/** Turns a checked search query into SQL, newest first. */
import type { SearchCriterion } from '@portal/contract-kit';
import { Brackets, type ObjectLiteral, type SelectQueryBuilder, type WhereExpressionBuilder } from 'typeorm';
import type { BlindColumn, SearchFields } from './search-query.ts';

const likeEscape = (text: string): string => text.replace(/[|%_]/g, '|$&');

function addCriterion(where: WhereExpressionBuilder, alias: string, c: SearchCriterion, fields: SearchFields, n: number): void {
  if (c.operation === 'ANY') return;
  const field = fields[c.fieldName] as SearchFields[string];
  const column = `${alias}.${field.column}`;
  const p = `c${n}`;
  const [value] = c.values;
  if (field.blind) addBlind(where, alias, c, field.blind, column, p);
  else if (c.operation === 'CONTAINS') where.andWhere(...holds(column, String(value), p));
  else if (c.dataType === 'DATE' && /At$|dateTime$|Since$/i.test(field.column) && c.operation !== 'IN' && String(value).length === 10) {
    // A day compared with a time field means any time on that day.
    const from = new Date(`${value}T00:00:00Z`);
    const to = new Date(from.getTime() + 86_400_000);
    const inside = `${column} >= :${p}a and ${column} < :${p}b`;
    where.andWhere(c.operation === 'EQ' ? `(${inside})` : `not (${inside})`, { [`${p}a`]: from, [`${p}b`]: to });
  } else if (c.operation === 'EQ') where.andWhere(`${column} = :${p}`, { [p]: value });
  else if (c.operation === 'NEQ') where.andWhere(new Brackets((b) => b.where(`${column} <> :${p}`, { [p]: value }).orWhere(`${column} is null`)));
  else where.andWhere(`${column} in (:...${p})`, { [p]: c.values });
}

/** Compared twice, because the embedded database changes the case of ASCII letters only: the second comparison finds the stored JOÃO by joão. */
function holds(column: string, text: string, p: string): [string, ObjectLiteral] {
  const part = likeEscape(text);
  return [
    `(lower(${column}) like :${p}l escape '|' or upper(${column}) like :${p}u escape '|')`,
    { [`${p}l`]: `%${part.toLowerCase()}%`, [`${p}u`]: `%${part.toUpperCase()}%` },
  ];
}

/** Searches a column of digests. CONTAINS finds too many rows, never too few: the caller decrypts the rows and compares. */
function addBlind(where: WhereExpressionBuilder, alias: string, c: SearchCriterion, blind: BlindColumn, column: string, p: string): void {
  if (c.operation !== 'CONTAINS') {
    const forms = c.values.flatMap((value) => blind.forms(String(value)));
    if (c.operation === 'NEQ') where.andWhere(`(${column} not in (:...${p}) or ${column} is null)`, { [p]: forms });
    else where.andWhere(`${column} in (:...${p})`, { [p]: forms });
    return;
  }
  const tokens = `${alias}.${blind.tokensColumn}`;
  const text = String(c.values[0]);
  const lists = blind.patterns(text);
  if (lists.length === 0) return;
  where.andWhere(
    new Brackets((any) => {
      // Rows that were written without encryption have the value itself and no tokens.
      const [inClear, values] = holds(column, text, p);
      any.where(`(${tokens} is null and ${inClear})`, values);
      for (const [i, patterns] of lists.entries())
        any.orWhere(
          new Brackets((all) => patterns.forEach((pattern, j) => void all.andWhere(`${tokens} like :${p}t${i}x${j}`, { [`${p}t${i}x${j}`]: pattern }))),
        );
    }),
  );
}

/** Adds the criteria to a query on the row entity with this alias. */
export function applyCriteria<T extends ObjectLiteral>(
  builder: SelectQueryBuilder<T>,
  alias: string,
  query: { criteria: readonly SearchCriterion[] },
  fields: SearchFields,
): SelectQueryBuilder<T> {
  for (const [n, c] of query.criteria.entries()) addCriterion(builder, alias, c, fields, n);
  return builder;
}
