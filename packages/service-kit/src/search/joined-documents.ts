/** Joins documents to a table that leads, because it names few of them. */
import type { EntityTarget, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { Database } from '../database/database.ts';

/** What is joined to a table, and the conditions on it. */
export interface Joined {
  join: string;
  /** Begins with `and`. */
  where: string;
  values: unknown[];
  /** A condition that takes long to compare: it comes after all others. */
  last?: Pick<Joined, 'where' | 'values'>;
}

/** The condition of a query on one table, for another statement. */
export function conditionOf<Row extends ObjectLiteral>(matches: SelectQueryBuilder<Row>): Pick<Joined, 'where' | 'values'> {
  const [sql, values] = matches.getQueryAndParameters();
  const [, condition = '1 = 1'] = sql.split(/ WHERE ([\s\S]*)$/);
  return { where: ` and (${condition})`, values };
}

/**
 * The documents of a query as a join to a table that leads.
 * @param matches on the alias `d` @param on how a row of that table names its document, as `d.id = w.documentId`
 * @param index in which the document is found, and which holds all that is asked for: the rows themselves are long
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
