/** The order of a list, and the SQL that reads a part of the list in that order. Rows without a value come last, and the id orders equal rows. */
import type { SearchCriterion, SearchQuery } from '@portal/contract-kit';
import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { foldedColumn } from './folding.ts';
import type { SearchFields, SortableBy } from './search-query.ts';

/** A column that orders a list. */
export interface OrderKey {
  column: string;
  descending: boolean;
  within: SortableBy['within'];
}

/** Maximum number of parts from which a page is merged. */
const mostParts = 24;

const byCreation = 'createdAt';

/** Returns the columns that order the list, the most important first; there is always at least one. */
export function orderOf({ sorting = [] }: Pick<SearchQuery, 'sorting'>, fields: SearchFields): OrderKey[] {
  const keys = sorting.flatMap(({ fieldName, direction }) => {
    const field = fields[fieldName];
    if (!field?.sortable) return [];
    const column = field.folding ? foldedColumn(field.column) : field.column;
    return [{ column, descending: direction === 'DESC', within: field.sortable.within }];
  });
  return keys.length ? withoutRepeats(keys) : [{ column: byCreation, descending: true, within: fields[byCreation]?.sortable?.within ?? [] }];
}

/** Returns the keys without those whose column stands before them: rows that differ in it are in order already. */
export const withoutRepeats = (keys: readonly OrderKey[]): OrderKey[] => keys.filter(({ column }, i) => keys.findIndex((key) => key.column === column) === i);

/** Returns the values to which a criterion limits a column; undefined if it does not. */
function valuesOf(criterion: SearchCriterion, fields: SearchFields, column: string): SearchCriterion['values'] | undefined {
  const field = fields[criterion.fieldName];
  if (field?.column !== column || field.blind || field.folding || field.isTime) return undefined;
  return criterion.operation === 'EQ' || criterion.operation === 'IN' ? [...new Set(criterion.values)] : undefined;
}

/** A list split into parts, each of which an index holds in the order of the list. */
export interface Parts {
  /** The criteria of each part. */
  criteria: SearchCriterion[][];
  /** The first columns of the index; each part has a single value in each of them. */
  within: readonly string[];
}

/**
 * Splits a list into parts that one index holds in the wanted order: one part for each status if several are asked for. An index that begins with the status
 * holds the rows of one status in order, but not those of two; a page is merged from the beginnings of the parts.
 */
export function partsOf(criteria: readonly SearchCriterion[], fields: SearchFields, { within }: OrderKey): Parts {
  for (const columns of within) {
    const found = columns.map((column) => criteria.findIndex((c) => valuesOf(c, fields, column)));
    if (found.includes(-1)) continue;
    const parts = found.reduce<SearchCriterion[][]>(
      (sofar, at, i) =>
        sofar.flatMap((part) =>
          (valuesOf(criteria[at] as SearchCriterion, fields, columns[i] as string) ?? []).map((value) =>
            part.map((c, n) => (n === at ? { ...c, operation: 'EQ' as const, values: [value] } : c)),
          ),
        ),
      [[...criteria]],
    );
    if (parts.length <= mostParts) return { criteria: parts, within: columns };
  }
  return { criteria: [[...criteria]], within: [] };
}

interface Part {
  offset: number;
  limit: number;
  /** Whether to read from the end of the list. */
  backwards: boolean;
  /** Whether the rows are found by an index on a criterion and then sorted, instead of checking every row in the order of the list. */
  filterFirst?: boolean;
  /** Name of the index that holds the order of the list, if the database is forced to read from it. */
  index?: string;
}

type Statement = [sql: string, parameters: unknown[]];

/**
 * Returns the statement that reads the ids of a part of a list, only from indices where there are suitable ones for this order.
 * @param queries one for each part of the list, without an order, with the alias `d`
 * @param total query for the total, which the same statement reads at the same moment @param key column of the key, if it is not `id`
 */
export function statementOf<Row extends ObjectLiteral>(
  queries: SelectQueryBuilder<Row>[],
  order: readonly OrderKey[],
  { offset, limit, backwards, filterFirst, index }: Part,
  nullable: (column: string) => boolean,
  { total, key: keyColumn = 'id' }: { total?: Statement; key?: string } = {},
): Statement {
  // In ascending order the databases put rows without a value first. If these rows are read separately, they can be put last without sorting the table.
  const apart = (key: OrderKey): boolean => !key.descending && nullable(key.column);
  const halves = order.length === 1 && apart(order[0] as OrderKey) ? ['is not null', 'is null'] : [''];
  const all = queries.flatMap((query) => halves.map((half) => [query, half] as const));
  const direction = (descending: boolean): string => (descending === backwards ? 'asc' : 'desc');
  const isLastDescending = (order.at(-1) as OrderKey).descending;
  const ordering = (name: (key: OrderKey, i: number) => string, id: string, withNulls: boolean): string =>
    [
      ...order.flatMap((key, i) => [
        ...(withNulls && apart(key) ? [`${name(key, i)} is null ${direction(false)}`] : []),
        `${name(key, i)} ${direction(key.descending)}`,
      ]),
      `${id} ${direction(isLastDescending)}`,
    ].join(', ');
  // If there are several parts, any one of them may contain the whole page and all rows before it.
  const window = all.length === 1 ? `limit ${limit} offset ${offset}` : `limit ${offset + limit}`;
  const parameters: unknown[] = [...(total?.[1] ?? [])];
  const parts = all.map(([query, half], n) => {
    const columns = order.map(({ column }, i) => `d.${column} as k${i}`).join(', ');
    const [key] = order as [OrderKey];
    const [sql, values] = half ? query.clone().andWhere(`d.${key.column} ${half}`).getQueryAndParameters() : query.getQueryAndParameters();
    parameters.push(...values);
    const by =
      half === 'is null'
        ? `d.${keyColumn} ${direction(isLastDescending)}`
        : ordering(({ column }) => (filterFirst ? `coalesce(d.${column}, null)` : `d.${column}`), `d.${keyColumn}`, order.length > 1);
    const from = index ? sql.replace(/ FROM (\S+ \S+)/, ` FROM $1 force index (${index})`) : sql;
    return `select * from (${from.replace(' FROM ', `, ${columns} FROM `)} order by ${by} ${window}) as p${n}`;
  });
  const outer = ordering((_, i) => `l.k${i}`, 'l.id', true);
  return [
    `select l.id as id${total ? `, (${total[0]}) as total` : ''} from (${parts.join(' union all ')}) as l order by ${outer} limit ${limit} offset ${all.length === 1 ? 0 : offset}`,
    parameters,
  ];
}

/**
 * Adds to a query the order of a list, and the condition that rows come after a given row (keyset pagination). @param nulls whether to read the rows without a
 * value in the first column; undefined reads all rows
 */
export function continueAfter<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  order: readonly OrderKey[],
  nulls: boolean | undefined,
  after: Row | undefined,
  key = 'id',
): SelectQueryBuilder<Row> {
  const [first, ...rest] = order as [OrderKey, ...OrderKey[]];
  const isDescending = (order.at(-1) as OrderKey).descending;
  if (nulls !== undefined) query.andWhere(`d.${first.column} is ${nulls ? '' : 'not '}null`);
  const keys = nulls ? rest : [first, ...rest];
  for (const [i, { column, descending }] of keys.entries()) {
    const direction = descending ? 'DESC' : 'ASC';
    if (column === first.column) query.orderBy(`d.${column}`, direction);
    else query.addSelect(`(d.${column} is null)`, `n${i}`).addOrderBy(`n${i}`, 'ASC').addOrderBy(`d.${column}`, direction);
  }
  query.addOrderBy(`d.${key}`, isDescending ? 'DESC' : 'ASC');
  if (!after) return query;
  const values = after as unknown as Record<string, unknown>;
  const same: string[] = [];
  const beyond: string[] = [];
  for (const [i, { column, descending }] of keys.entries()) {
    const value = values[column] ?? null;
    query.setParameter(`k${i}`, value);
    const isFirst = column === first.column;
    if (value !== null) {
      const further = `d.${column} ${descending ? '<' : '>'} :k${i}`;
      beyond.push([...same, isFirst ? further : `(${further} or d.${column} is null)`].join(' and '));
      // With this separate condition the database can start at the right position in the index.
      if (isFirst) query.andWhere(`d.${column} ${descending ? '<=' : '>='} :k${i}`);
    }
    same.push(value === null ? `d.${column} is null` : `d.${column} = :k${i}`);
  }
  beyond.push([...same, `d.${key} ${isDescending ? '<' : '>'} :afterId`].join(' and '));
  return query.andWhere(`(${beyond.join(' or ')})`, { afterId: after[key] });
}
