/** Reads the databases of all services as they were at one moment, while the portal runs. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { mysqlTls, type ServiceSettings } from '@portal/service-kit';
import { type Connection, createConnection } from 'mysql2/promise';
import type { BinaryLogPosition } from './manifest.ts';
import type { ServiceDatabase } from './services.ts';

export type Row = Record<string, unknown>;

/** Tables that the migrations use. A restore creates them by running the migrations. */
const ownTables = new Set(['migrations', 'migration_lock', 'sqlite_sequence']);

export interface Snapshot {
  /** Services that have a database. */
  services: string[];
  /** The current position in the binary log of the server, if it writes one. */
  binaryLog?: BinaryLogPosition;
  tables(service: string): Promise<string[]>;
  migrations(service: string): Promise<string[]>;
  /** Returns all rows ordered by primary key, with their fields ordered by name, so that the same rows give the same lines on every engine. */
  rows(service: string, table: string): AsyncIterable<Row>;
  close(): Promise<void>;
}

const inOrder = (row: Row): Row => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Opens a snapshot of these databases. @throws Error if none of them exists */
export async function takeSnapshot(databases: ServiceDatabase[]): Promise<Snapshot> {
  const snapshot = databases[0]?.settings.mysqlUrl ? await mysqlSnapshot(databases) : embeddedSnapshot(databases);
  if (snapshot.services.length) return snapshot;
  await snapshot.close();
  throw new Error('There is no data to back up. Set MYSQL_URL and DATABASE_PREFIX, or DATA_DIR, as the portal does.');
}

/** Opens a connection that returns values as the server sends them, without conversion. */
export const openMysql = (settings: Pick<ServiceSettings, 'mysqlUrl' | 'mysqlTls'>): Promise<Connection> =>
  createConnection({
    uri: settings.mysqlUrl,
    ...mysqlTls(settings),
    charset: 'utf8mb4_bin',
    dateStrings: true,
    supportBigNumbers: true,
    jsonStrings: true,
  });

/** Returns the position of the binary log when this transaction began. MariaDB reports it; MySQL does not. */
async function placeIn(ask: (sql: string, values?: unknown[]) => Promise<Row[]>): Promise<BinaryLogPosition | undefined> {
  const told = await ask("show status like 'binlog_snapshot_%'");
  const statusOf = (name: string): string => String(told.find(({ Variable_name }) => Variable_name === name)?.Value ?? '');
  const [file, position] = [statusOf('Binlog_snapshot_file'), Number(statusOf('Binlog_snapshot_position'))];
  return file ? { file, position, gtid: await gtidAt(ask, { file, position }) } : undefined;
}

/** Returns the GTID of this position in the log of this server: every transaction before it. Empty if the log has no such position. */
export async function gtidAt(
  ask: (sql: string, values?: unknown[]) => Promise<Row[]>,
  { file, position }: Pick<BinaryLogPosition, 'file' | 'position'>,
): Promise<string> {
  const [row] = await ask('select binlog_gtid_pos(?, ?) as gtid', [file, position]);
  return String(row?.gtid ?? '');
}

/** Reads all databases of the server in one transaction, and so as they were at one moment. */
async function mysqlSnapshot(databases: ServiceDatabase[]): Promise<Snapshot> {
  const { settings } = databases[0] as ServiceDatabase;
  const { databasePrefix } = settings;
  const connection = await openMysql(settings);
  await connection.query('set session transaction isolation level repeatable read');
  await connection.query('start transaction with consistent snapshot, read only').catch(() => connection.query('start transaction with consistent snapshot'));
  const ask = async (sql: string, values: unknown[] = []): Promise<Row[]> => (await connection.query(sql, values))[0] as Row[];
  const schemas = new Set((await ask('select schema_name as name from information_schema.schemata')).map(({ name }) => name));
  const named = (service: string): string => `${databasePrefix}_${service}`;
  const binaryLog = await placeIn(ask);
  return {
    ...(binaryLog ? { binaryLog } : {}),
    services: databases.map(({ service }) => service).filter((service) => schemas.has(named(service))),
    async tables(service) {
      const found = await ask('select table_name as name from information_schema.tables where table_schema = ? order by table_name', [named(service)]);
      return found.map(({ name }) => String(name)).filter((name) => !ownTables.has(name));
    },
    async migrations(service) {
      return (await ask(`select name from \`${named(service)}\`.migrations order by timestamp, id`)).map(({ name }) => String(name));
    },
    async *rows(service, table) {
      const keys = await ask(
        `select column_name as name from information_schema.key_column_usage where table_schema = ? and table_name = ? and constraint_name = 'PRIMARY' order by ordinal_position`,
        [named(service), table],
      );
      const order = keys.map(({ name }) => `\`${name}\``).join(', ');
      const core = (connection as unknown as { connection: { query(sql: string): { stream(): AsyncIterable<Row> } } }).connection;
      for await (const row of core.query(`select * from \`${named(service)}\`.\`${table}\` order by ${order}`).stream()) yield inOrder(row);
    },
    close: () => connection.end(),
  };
}

interface NativeStatement {
  all(...values: unknown[]): Row[];
  iterate(...values: unknown[]): Iterable<Row>;
}
export interface NativeDatabase {
  prepare(sql: string): NativeStatement & { run(values: unknown[]): unknown };
  exec(sql: string): void;
  close(): void;
}
const load = createRequire(typeof __filename === 'string' ? __filename : import.meta.url);
/** Opens an embedded database. @param timeout how long a statement waits for another process that writes, in ms */
export const openFile = (file: string, timeout = 5_000): NativeDatabase =>
  new (load('libsql') as new (path: string, options: object) => NativeDatabase)(file, { timeout });

/** Reads each file in a read transaction. All of these begin within a few milliseconds. Later writes of the portal go to the write-ahead logs of the files. */
function embeddedSnapshot(databases: ServiceDatabase[]): Snapshot {
  const present = databases.filter(({ service, settings }) => existsSync(join(settings.dataDir, `${service}.db`)));
  const files = new Map(present.map(({ service, settings }) => [service, openFile(join(settings.dataDir, `${service}.db`))]));
  for (const file of files.values()) file.exec('begin');
  for (const file of files.values()) file.prepare('select count(*) from sqlite_master').all();
  const at = (service: string): NativeDatabase => files.get(service) as NativeDatabase;
  return {
    services: [...files.keys()],
    async tables(service) {
      const found = at(service).prepare("select name from sqlite_master where type = 'table' order by name").all();
      return found.map(({ name }) => String(name)).filter((name) => !ownTables.has(name));
    },
    async migrations(service) {
      return at(service)
        .prepare('select name from migrations order by timestamp, id')
        .all()
        .map(({ name }) => String(name));
    },
    async *rows(service, table) {
      const keys = at(service).prepare(`select name from pragma_table_info('${table}') where pk > 0 order by pk`).all();
      const order = keys.map(({ name }) => `"${name}"`).join(', ');
      for (const row of at(service).prepare(`select * from "${table}" order by ${order}`).iterate()) yield inOrder(row);
    },
    async close() {
      for (const file of files.values()) file.close();
    },
  };
}
