import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

/** A row as it was read, and the new values of some of its columns. */
export interface RowChange<Row> {
  row: Row;
  to: Partial<Row>;
}

/**
 * Updates several rows with one statement, each with its own values. Columns that change in no row are left out; a value that is the same for all rows is
 * written once. The caller must have locked the rows when it read them.
 * @throws QueryFailedError, as TypeORM does
 */
export async function updateRows<Row extends ObjectLiteral & { id: string }>(
  tx: EntityManager,
  entity: EntityTarget<Row>,
  changes: readonly RowChange<Row>[],
): Promise<void> {
  const { columns, tablePath, dataSource } = tx.dataSource.getMetadata(entity);
  const { driver } = dataSource;
  const [sets, values]: [string[], unknown[]] = [[], []];
  for (const column of columns) {
    const name = column.propertyName;
    const changed = changes.filter(({ row, to }) => name in to && to[name] !== row[name]);
    const [first] = changed;
    if (!first) continue;
    const stored = ({ to }: RowChange<Row>): unknown => driver.preparePersistentValue(to[name], column);
    const escaped = driver.escape(column.databaseName);
    if (changed.length === changes.length && changed.every(({ to }) => to[name] === first.to[name])) {
      sets.push(`${escaped} = ?`);
      values.push(stored(first));
    } else {
      sets.push(`${escaped} = case id ${'when ? then ? '.repeat(changed.length)}else ${escaped} end`);
      for (const change of changed) values.push(change.row.id, stored(change));
    }
  }
  if (!sets.length) return;
  const ids = changes.map(({ row }) => row.id);
  await tx.query(`update ${driver.escape(tablePath)} set ${sets.join(', ')} where id in (${ids.map(() => '?').join(', ')})`, [...values, ...ids]);
}
