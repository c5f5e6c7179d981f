/** Lists of rows that are no documents: the till's, the audit log's. Searched, ordered and exported as lists of documents are. */
import { Readable } from 'node:stream';
import type { Bilingual, ListResult, SearchQuery } from '@portal/contract-kit';
import { type EntityTarget, In, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import type { Call } from '../auth/actor.ts';
import type { Database } from '../database/database.ts';
import { csvLine, csvStart } from './csv.ts';
import { continueAfter, type OrderKey, orderOf, statementOf } from './list-order.ts';
import { parseSearch, pickColumns, type SearchFields } from './search-query.ts';
import { applyCriteria } from './search-sql.ts';

const batch = 500;
/** These lists are ordered by columns that have a value in every row. */
const isNullable = (): boolean => false;

/** A list: its table, what it is searched and ordered by, and how a row is published. */
export interface RowList<Row extends ObjectLiteral & { id: string }, Published extends object> {
  entity: EntityTarget<Row>;
  fields: SearchFields;
  columns: readonly [title: Bilingual, value: (row: Published) => unknown][];
  publish(row: Row, call: Call): Published;
  /** The column by which the newest row comes first, where that is not `createdAt`. */
  newestBy?: 'id';
  /** Rows that the caller may see. */
  within?(query: SelectQueryBuilder<Row>): SelectQueryBuilder<Row>;
}

const matching = <Row extends ObjectLiteral & { id: string }, Published extends object>(db: Database, list: RowList<Row, Published>, query: SearchQuery) => {
  const rows = applyCriteria(db.reader.createQueryBuilder(list.entity, 'd'), 'd', query, list.fields);
  return list.within ? list.within(rows) : rows;
};

const orderIn = <Row extends ObjectLiteral & { id: string }, Published extends object>(list: RowList<Row, Published>, query: SearchQuery): OrderKey[] =>
  list.newestBy && !query.sorting ? [{ column: list.newestBy, descending: true, within: [] }] : orderOf(query, list.fields);

/** One page of a list, newest first unless it is sorted otherwise. @throws 400 */
export async function searchRows<Row extends ObjectLiteral & { id: string }, Published extends object>(
  db: Database,
  list: RowList<Row, Published>,
  q: string | undefined,
  today: string,
  call: Call,
): Promise<ListResult<object> & { query: SearchQuery }> {
  const query = parseSearch(q, list.fields, today);
  const { page, size } = query.paging;
  const matches = matching(db, list, query);
  const part = { offset: (page - 1) * size, limit: size, backwards: false };
  const statement = statementOf([matches.clone().select('d.id', 'id')], orderIn(list, query), part, isNullable);
  const ids = (await db.reader.query<{ id: string }[]>(...statement)).map(({ id }) => id);
  const [rows, totalRecords] = await Promise.all([db.reader.getRepository(list.entity).findBy({ id: In(ids) } as never), matches.getCount()]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const records = ids.flatMap((id) => byId.get(id) ?? []).map((row) => pickColumns(list.publish(row, call), query.viewColumns));
  return { records, totalRecords, query };
}

/** The same search as CSV, all rows, streamed. @throws 400 */
export function csvOfRows<Row extends ObjectLiteral & { id: string }, Published extends object>(
  db: Database,
  list: RowList<Row, Published>,
  q: string | undefined,
  today: string,
  call: Call,
): { lines: Readable; query: SearchQuery } {
  const query = parseSearch(q, list.fields, today);
  const order = orderIn(list, query);
  const after = (row?: Row) =>
    continueAfter(matching(db, list, query), order, undefined, row)
      .limit(batch)
      .getMany();
  async function* lines(): AsyncGenerator<string> {
    yield csvStart + csvLine(list.columns.map(([title]) => title[call.language]));
    for (let rows = await after(); ; rows = await after(rows.at(-1))) {
      yield rows.map((row) => csvLine(list.columns.map(([, value]) => value(list.publish(row, call))))).join('');
      if (rows.length < batch) return;
    }
  }
  return { lines: Readable.from(lines()), query };
}
