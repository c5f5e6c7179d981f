import type { DataSource, EntityMetadata, EntityTarget, ObjectLiteral } from 'typeorm';
import type { LibsqlDatabase } from './libsql-driver.ts';

/** mysql2's pool, as TypeORM's driver holds it. */
interface MysqlPool {
  execute(query: { sql: string; rowsAsArray: true }, values: unknown[], done: (error: Error | null, rows: unknown[][]) => void): void;
}

type Values = unknown[];

interface Waiting {
  id: string;
  found(values: Values | undefined): void;
  failed(error: Error): void;
}

interface Select {
  /** The statements, by the number of ids they take. The id is the last value of a row. */
  sql: ReadonlyMap<number, string>;
  rowOf(values: Values): ObjectLiteral;
  /** Lookups that have not been sent yet. */
  waiting: Waiting[];
}

/** Possible numbers of ids in one statement. There are few, so that few statements are kept prepared. */
const sizes = [1, 2, 4, 8, 16] as const;
const most = 16;

/** Types of columns whose values need no conversion between the database and the row. */
const asTheyAre: ReadonlySet<unknown> = new Set(['varchar', 'int']);

const selects = new WeakMap<EntityMetadata, Select>();

function selectOf(metadata: EntityMetadata): Select {
  const known = selects.get(metadata);
  if (known) return known;
  const { columns, tablePath, target, dataSource } = metadata;
  const isServer = dataSource.options.type !== 'better-sqlite3';
  const { driver } = dataSource;
  const id = driver.escape('id');
  // mysql2 would parse a JSON column once for all callers. `rowOf` parses the text separately for each caller instead, which is faster than copying the parsed
  // object.
  const selected = ({ databaseName, type }: EntityMetadata['columns'][number]): string =>
    isServer && type === 'json' ? `cast(${driver.escape(databaseName)} as char)` : driver.escape(databaseName);
  const names = [...columns.map(selected), id];
  const fields = columns.map((column) => ({ column, name: column.propertyName, isPlain: asTheyAre.has(column.type) && !column.transformer }));
  const select: Select = {
    sql: new Map(sizes.map((ids) => [ids, `select ${names.join(', ')} from ${driver.escape(tablePath)} where ${id} in (${Array(ids).fill('?').join(', ')})`])),
    rowOf: (values) => {
      // A new object of the class has all its properties from the start. If this many properties were added one by one, V8 would turn the object into a hash
      // table, which is slower to read and to copy.
      const row = new (target as new () => ObjectLiteral)();
      for (const [i, { column, name, isPlain }] of fields.entries()) row[name] = isPlain ? values[i] : driver.prepareHydratedValue(values[i], column);
      return row;
    },
    waiting: [],
  };
  selects.set(metadata, select);
  return select;
}

/** Answers every waiting lookup with a query of its own. The embedded database is in this process, so there is no round trip to save. */
function lookUp(select: Select, database: LibsqlDatabase): void {
  const one = select.sql.get(1) as string;
  for (const { id, found, failed } of select.waiting.splice(0)) {
    try {
      found(database.first(one, [id]));
    } catch (error) {
      failed(error as Error);
    }
  }
}

/** Sends one query for up to 16 waiting lookups: the round trip to the server costs the same, however many rows the query asks for. */
function ask(select: Select, pool: MysqlPool): void {
  const asking = select.waiting.splice(0, most);
  if (select.waiting.length) ask(select, pool);
  const size = sizes.find((n) => n >= asking.length) as number;
  const ids = Array.from({ length: size }, (_, i) => (asking[i] ?? (asking[0] as Waiting)).id);
  pool.execute({ sql: select.sql.get(size) as string, rowsAsArray: true }, ids, (error, rows) => {
    if (error) for (const each of asking) each.failed(error);
    else {
      const byId = new Map(rows.map((values) => [values.at(-1), values]));
      // Each caller gets its own copy, because a caller may change it; `rowOf` makes the copies of JSON.
      for (const { id, found } of asking) found(byId.get(id)?.map((value) => (value instanceof Date ? new Date(value) : value)));
    }
  });
}

/**
 * Returns the row with this `id`, or null, by a prepared statement. Lookups made at the same time are answered together, on MySQL by one query. Does not
 * support binary columns.
 */
export async function selectById<Row extends ObjectLiteral>(source: DataSource, entity: EntityTarget<Row>, id: string): Promise<Row | null> {
  const select = selectOf(source.getMetadata(entity));
  const { databaseConnection, pool } = source.driver as unknown as { databaseConnection?: LibsqlDatabase; pool?: MysqlPool };
  const values = await new Promise<Values | undefined>((found, failed) => {
    if (select.waiting.push({ id, found, failed }) > 1) return;
    setImmediate(() => (pool ? ask(select, pool) : lookUp(select, databaseConnection as LibsqlDatabase)));
  });
  return values ? (select.rowOf(values) as Row) : null;
}
