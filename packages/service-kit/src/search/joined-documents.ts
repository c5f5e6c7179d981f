/** Joins documents to a table from which the database starts reading, because it refers to few of them. */
import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';

/** A join to a table, and the conditions on the joined rows. */
export interface Joined {
  join: string;
  /** SQL condition that begins with `and`. */
  where: string;
  values: unknown[];
  /** A condition that is slow to check, so it comes after all others. */
  last?: Pick<Joined, 'where' | 'values'>;
}

/** Returns the condition of a query on one table, for use in another statement. */
export function conditionOf<Row extends ObjectLiteral>(matches: SelectQueryBuilder<Row>): Pick<Joined, 'where' | 'values'> {
  const [sql, values] = matches.getQueryAndParameters();
  const [, condition = '1 = 1'] = sql.split(/ WHERE ([\s\S]*)$/);
  return { where: ` and (${condition})`, values };
}

/**
 * Returns the documents of a query as a join to a table from which the database starts reading.
 * @param matches query with the alias `d`
 * @param on how a row of that table refers to its document, such as `d.id = w.documentId`
 * @param index index in which the document is looked up and which contains all columns of the conditions, because the rows themselves are long
 */
export function joinedDocuments<Row extends ObjectLiteral>(
  db: Database,
  row: EntityTarget<Row>,
  matches: SelectQueryBuilder<Row>,
  on: string,
  index?: string,
): Joined {
  const { tablePath } = db.reading.getMetadata(row);
  const [inOrder, by] = db.engine === 'mysql' ? ['straight_join', index ? ` force index (${index})` : ''] : ['cross join', ''];
  return { join: ` ${inOrder} ${tablePath} d${by} on ${on}`, ...conditionOf(matches.clone().select('d.id', 'id')) };
}
