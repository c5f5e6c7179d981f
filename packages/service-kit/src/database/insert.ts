import { type EntityManager, type EntityMetadata, type EntityTarget, type ObjectLiteral, QueryFailedError } from 'typeorm';

interface Insert {
  sql: string;
  valuesOf(row: ObjectLiteral): unknown[];
}

/** mysql2's connection, as TypeORM's query runner holds it. */
interface MysqlConnection {
  execute(sql: string, values: unknown[], done: (error: Error | null) => void): void;
}

const inserts = new WeakMap<EntityMetadata, Insert>();

function insertOf(metadata: EntityMetadata): Insert {
  const known = inserts.get(metadata);
  if (known) return known;
  const { driver } = metadata.dataSource;
  const columns = metadata.columns.map((column) => ({ column, name: column.propertyName, missing: column.default ?? null }));
  const names = columns.map(({ column }) => driver.escape(column.databaseName));
  const insert: Insert = {
    sql: `insert into ${driver.escape(metadata.tablePath)} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
    valuesOf: (row) => columns.map(({ column, name, missing }) => (row[name] === undefined ? missing : driver.preparePersistentValue(row[name], column))),
  };
  inserts.set(metadata, insert);
  return insert;
}

/**
 * Runs a writing statement that has only a few forms; MySQL keeps it prepared.
 * @throws QueryFailedError, as TypeORM does
 */
export async function runPrepared(tx: EntityManager, sql: string, values: unknown[]): Promise<void> {
  if (tx.dataSource.driver.options.type === 'better-sqlite3') {
    await tx.query(sql, values);
    return;
  }
  const connection = (await tx.queryRunner?.connect()) as MysqlConnection;
  await new Promise<void>((done, fail) => {
    connection.execute(sql, values, (error) => (error ? fail(new QueryFailedError(sql, values, error)) : done()));
  });
}

/**
 * Inserts one new row, like `tx.insert`, with a statement that is built once: every registration writes half a dozen rows, and TypeORM takes
 * longer to build the statements than the database takes to run them.
 * @throws QueryFailedError, as TypeORM does
 */
export async function insertRow<Row extends ObjectLiteral>(tx: EntityManager, entity: EntityTarget<Row>, row: Partial<Row>): Promise<void> {
  const { sql, valuesOf } = insertOf(tx.dataSource.getMetadata(entity));
  await runPrepared(tx, sql, valuesOf(row));
}
