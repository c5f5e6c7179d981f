import { type EntityManager, type EntityMetadata, type EntityTarget, type ObjectLiteral, QueryFailedError, type QueryRunner } from 'typeorm';

interface Insert {
  sql: string;
  /** The statement that inserts this number of rows. */
  sqlOf(rows: number): string;
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
  const row = `(${names.map(() => '?').join(', ')})`;
  const sqlOf = (rows: number): string => `insert into ${driver.escape(metadata.tablePath)} (${names.join(', ')}) values ${Array(rows).fill(row).join(', ')}`;
  const insert: Insert = {
    sql: sqlOf(1),
    sqlOf,
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
  const metadata = tx.dataSource.getMetadata(entity);
  const { sql, valuesOf } = insertOf(metadata);
  const values = valuesOf(row);
  const waiting = together.get(tx.queryRunner as QueryRunner);
  if (!waiting) return runPrepared(tx, sql, values);
  const rows = waiting.rows.get(metadata);
  if (rows) rows.push(values);
  else waiting.rows.set(metadata, [values]);
}

interface Together {
  rows: Map<EntityMetadata, unknown[][]>;
  /** What else is done once at the end, by who asked for it. */
  ends: Map<unknown, { state: unknown; end: () => Promise<void> }>;
}

/** Transactions that insert their rows together. */
const together = new WeakMap<QueryRunner, Together>();
/** Most rows of one statement. */
const mostRows = 50;
/** Statements for up to this number of rows are kept prepared. A document writes no more rows into one table: the words of its names. */
const fewRows = 8;

/**
 * Inserts all rows that `work` inserts with `insertRow` at its end, with one statement for each table instead of one for each row. `work` must not read
 * them, and foreign keys must not name rows of tables that it inserts into later.
 * @throws QueryFailedError, as TypeORM does
 */
export async function insertTogether(tx: EntityManager, work: () => Promise<void>): Promise<void> {
  const waiting: Together = { rows: new Map(), ends: new Map() };
  await collecting(tx, waiting, work);
  const ends = [...waiting.ends.values()];
  await collecting(tx, waiting, async () => {
    for (const { end } of ends) await end();
  });
}

/** Runs work, and then inserts the rows that it has collected. */
async function collecting(tx: EntityManager, waiting: Together, work: () => Promise<void>): Promise<void> {
  const runner = tx.queryRunner as QueryRunner;
  together.set(runner, waiting);
  try {
    await work();
  } finally {
    together.delete(runner);
  }
  for (const [metadata, rows] of waiting.rows)
    for (let from = 0; from < rows.length; from += mostRows) {
      const some = rows.slice(from, from + mostRows);
      const sql = insertOf(metadata).sqlOf(some.length);
      // Every number of rows is a statement of its own: only the usual ones are kept prepared.
      if (some.length > fewRows) await tx.query(sql, some.flat());
      else await runPrepared(tx, sql, some.flat());
    }
  waiting.rows.clear();
}

/**
 * Within `insertTogether`, what one part collects to write it once, after all rows.
 * @returns undefined outside of it
 */
export function collected<State>({ queryRunner }: EntityManager, by: object, begin: () => State, end: (state: State) => Promise<void>): State | undefined {
  const waiting = together.get(queryRunner as QueryRunner);
  if (!waiting) return undefined;
  const known = waiting.ends.get(by);
  if (known) return known.state as State;
  const state = begin();
  waiting.ends.set(by, { state, end: () => end(state) });
  return state;
}
