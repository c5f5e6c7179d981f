import { type EntityManager, type EntityMetadata, type EntityTarget, type ObjectLiteral, QueryFailedError, type QueryRunner } from 'typeorm';

interface Insert {
  sql: string;
  /** Returns the statement that inserts this number of rows. */
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
 * Runs a statement that writes and that has only a few forms, so that MySQL can keep it prepared.
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
 * Inserts one new row, like `tx.insert`, with a statement that is built only once. Every registration writes half a dozen rows, and TypeORM takes longer to
 * build the statements than the database takes to run them.
 * @throws QueryFailedError, as TypeORM does
 */
export async function insertRow<Row extends ObjectLiteral>(tx: EntityManager, entity: EntityTarget<Row>, row: Partial<Row>): Promise<void> {
  const metadata = tx.dataSource.getMetadata(entity);
  const { sql, valuesOf } = insertOf(metadata);
  const values = valuesOf(row);
  const waiting = insertBatches.get(tx.queryRunner as QueryRunner);
  if (!waiting) return runPrepared(tx, sql, values);
  const rows = waiting.rows.get(metadata);
  if (rows) rows.push(values);
  else waiting.rows.set(metadata, [values]);
}

interface InsertBatch {
  rows: Map<EntityMetadata, unknown[][]>;
  /** Functions that run once at the end, with their collected state, by the object that registered them. */
  ends: Map<unknown, { state: unknown; end: () => Promise<void> }>;
}

/** The transactions that currently collect their rows to insert them together. */
const insertBatches = new WeakMap<QueryRunner, InsertBatch>();
/** Maximum number of rows in one statement. */
const mostRows = 50;
/**
 * Statements for up to this number of rows are kept prepared. A document writes at most this many rows into one table; the largest case is the words of its
 * names.
 */
const fewRows = 8;

/**
 * Collects the rows that `work` inserts with `insertRow` and inserts them when `work` ends, with one statement per table instead of one per row. `work` must
 * not read these rows, and a foreign key must not refer to a table into which `work` first inserts later.
 * @throws QueryFailedError, as TypeORM does
 */
export async function insertTogether(tx: EntityManager, work: () => Promise<void>): Promise<void> {
  const waiting: InsertBatch = { rows: new Map(), ends: new Map() };
  await collecting(tx, waiting, work);
  const ends = [...waiting.ends.values()];
  await collecting(tx, waiting, async () => {
    for (const { end } of ends) await end();
  });
}

/** Runs work and then inserts the rows that were collected. */
async function collecting(tx: EntityManager, waiting: InsertBatch, work: () => Promise<void>): Promise<void> {
  const runner = tx.queryRunner as QueryRunner;
  insertBatches.set(runner, waiting);
  try {
    await work();
  } finally {
    insertBatches.delete(runner);
  }
  for (const [metadata, rows] of waiting.rows)
    for (let from = 0; from < rows.length; from += mostRows) {
      const some = rows.slice(from, from + mostRows);
      const sql = insertOf(metadata).sqlOf(some.length);
      // Each number of rows needs its own statement, so only the usual numbers are kept prepared.
      if (some.length > fewRows) await tx.query(sql, some.flat());
      else await runPrepared(tx, sql, some.flat());
    }
  waiting.rows.clear();
}

/**
 * Returns the state in which one part of the program collects, within `insertTogether`, what it writes once after all rows.
 * @param by the object to which the state belongs
 * @param begin creates the state
 * @param end writes the collected state
 * @returns undefined outside `insertTogether`
 */
export function batchState<State>({ queryRunner }: EntityManager, by: object, begin: () => State, end: (state: State) => Promise<void>): State | undefined {
  const waiting = insertBatches.get(queryRunner as QueryRunner);
  if (!waiting) return undefined;
  const known = waiting.ends.get(by);
  if (known) return known.state as State;
  const state = begin();
  waiting.ends.set(by, { state, end: () => end(state) });
  return state;
}
