/** The order of a list, and the SQL that reads a part of the list in it. Rows without a value come last, and the id decides between equals. */
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

/** Most parts from which a page is merged. */
const mostParts = 24;

const byCreation = 'createdAt';

/** The columns that order the list, the first first; never none. */
export function orderOf({ sorting = [] }: Pick<SearchQuery, 'sorting'>, fields: SearchFields): OrderKey[] {
  const keys = sorting.flatMap(({ fieldName, direction }) => {
    const field = fields[fieldName];
    if (!field?.sortable) return [];
    const column = field.folding ? foldedColumn(field.column) : field.column;
    return [{ column, descending: direction === 'DESC', within: field.sortable.within }];
  });
  return keys.length ? keys : [{ column: byCreation, descending: true, within: fields[byCreation]?.sortable?.within ?? [] }];
}

/** The values that a criterion gives a column, where it gives it any. */
function valuesOf(criterion: SearchCriterion, fields: SearchFields, column: string): SearchCriterion['values'] | undefined {
  const field = fields[criterion.fieldName];
  if (field?.column !== column || field.blind || field.folding || field.isTime) return undefined;
  return criterion.operation === 'EQ' || criterion.operation === 'IN' ? [...new Set(criterion.values)] : undefined;
}

/** A list in parts, each of which an index holds in the order of the list. */
export interface Parts {
  /** The criteria of each. */
  criteria: SearchCriterion[][];
  /** The columns of which each part has one value, with which its index begins. */
  within: readonly string[];
}

/**
 * The parts of a list that one index holds in the wanted order: one part for each status where several are asked for. An index that begins
 * with the status has the rows of one status in order, but not those of two; a page is merged from the beginnings of the parts.
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
  /** Read from the end of the list. */
  backwards: boolean;
  /** The rows are found by an index on a criterion and then ordered, instead of looking at every row in the order of the list. */
  filterFirst?: boolean;
  /** The index in which the rows stand in the order of the list, where the database must read from it. */
  index?: string;
}

type Statement = [sql: string, parameters: unknown[]];

/**
 * The statement that reads the ids of a part of a list, from indices alone where there are some for this order.
 * @param queries one for each part of the list, without an order, on the alias `d`
 * @param total is read by the same statement, from the same moment @param key the column of the key, where that is not `id`
 */
export function statementOf<Row extends ObjectLiteral>(
  queries: SelectQueryBuilder<Row>[],
  order: readonly OrderKey[],
  { offset, limit, backwards, filterFirst, index }: Part,
  nullable: (column: string) => boolean,
  { total, key: keyColumn = 'id' }: { total?: Statement; key?: string } = {},
): Statement {
  // In ascending order the databases put rows without a value first. Read apart from the others, they can be put last without sorting the table.
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
  // Of several parts each may hold the whole page and all that comes before it.
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

/** Adds to a query the order of a list, and the condition that rows come after a given one. @param nulls rows with or without a value in the first column */
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
      // This condition alone lets the database start at the right place of the index.
      if (isFirst) query.andWhere(`d.${column} ${descending ? '<=' : '>='} :k${i}`);
    }
    same.push(value === null ? `d.${column} is null` : `d.${column} = :k${i}`);
  }
  beyond.push([...same, `d.${key} ${isDescending ? '<' : '>'} :afterId`].join(' and '));
  return query.andWhere(`(${beyond.join(' or ')})`, { afterId: after[key] });
}
