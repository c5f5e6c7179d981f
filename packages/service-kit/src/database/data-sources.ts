/** Makes the data sources of a service: options for MySQL, MariaDB and the embedded database, and the checks when one is opened. */
import { mkdirSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type { ConnectionOptions } from 'mysql2/promise';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { log } from '../logging.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { LibsqlDatabase } from './libsql-driver.ts';
import { pendingMigrations, runMigrations } from './migrations.ts';
import { mayChangeAuditLog } from './mysql-grants.ts';
import { closeUnresponsiveConnections } from './socket-timeout.ts';

type Entities = NonNullable<DataSourceOptions['entities']>;
type Migrations = NonNullable<DataSourceOptions['migrations']>;

export interface DatabaseOptions {
  /** Short name of the service: `declarations`. Names the database file or the MySQL database. */
  service: string;
  entities: Entities;
  migrations: Migrations;
  /** How long a silent connection is kept before it counts as lost. Services set it; a command that processes whole tables waits for its statements. */
  socketTimeoutMs?: number;
}

/** Options of a service's data source. Creates the MySQL database where it is missing. */
export async function dataSourceOptions(settings: ServiceSettings, options: DatabaseOptions): Promise<DataSourceOptions> {
  const { entities, migrations } = options;
  return {
    ...(settings.mysqlUrl ? await mysqlOptions(settings.mysqlUrl, settings, options.service) : embeddedOptions(settings, options.service)),
    entities,
    migrations,
  };
}

async function mysqlOptions(address: string, settings: ServiceSettings, service: string): Promise<DataSourceOptions> {
  const url = new URL(address);
  const host = url.hostname;
  const port = Number(url.port || 3306);
  const user = decodeURIComponent(url.username || 'root');
  const password = decodeURIComponent(url.password);
  const database = `${settings.databasePrefix}_${service}`;
  const ssl = mysqlTls(settings);
  const mariadb = await prepareServer({ host, port, user, password, ...ssl }, database);
  return {
    type: mariadb ? 'mariadb' : 'mysql',
    host,
    port,
    username: user,
    password,
    database,
    charset: 'utf8mb4_bin',
    timezone: 'Z',
    poolSize: settings.databasePool,
    connectTimeout: 5_000,
    supportBigNumbers: true,
    // A stack for each statement costs a hundredth of a registration. Errors name their callers without it: every caller awaits its statement.
    trace: false,
    ...ssl,
  } as DataSourceOptions;
}

/**
 * Options of mysql2 for MYSQL_TLS. @returns none while it is off
 * @throws Error where MYSQL_URL names an address instead of a host: mysql2 compares no certificate with it
 */
export function mysqlTls({ mysqlUrl, mysqlTls: tls }: Pick<ServiceSettings, 'mysqlUrl' | 'mysqlTls'>): Pick<ConnectionOptions, 'ssl'> {
  if (tls !== 'verify' || !mysqlUrl) return {};
  if (isIP(new URL(mysqlUrl).hostname)) throw new Error('MYSQL_TLS=verify needs the name of the host in MYSQL_URL: a certificate is for a name');
  return { ssl: { rejectUnauthorized: true, verifyIdentity: true, minVersion: 'TLSv1.2' } };
}

function embeddedOptions(settings: ServiceSettings, service: string): DataSourceOptions {
  const file = resolve(join(settings.dataDir, `${service}.db`));
  mkdirSync(dirname(file), { recursive: true });
  return {
    type: 'better-sqlite3',
    driver: LibsqlDatabase,
    database: file,
    enableWAL: true,
    statementCacheSize: 300,
    prepareDatabase: (db: LibsqlDatabase) => {
      db.pragma('journal_mode = WAL');
      // A commit is on disk before it is acknowledged.
      db.pragma('synchronous = FULL');
      db.pragma('busy_timeout = 5000');
    },
  };
}

/**
 * Opens the data source for writing and migrates the database. With `MIGRATE_AT_START=false` the migration job does that instead.
 * @throws Error that says so, where the migration job has not been run
 */
export async function openWriting(given: DataSourceOptions, settings: ServiceSettings, { service, socketTimeoutMs }: DatabaseOptions): Promise<DataSource> {
  const source = await new DataSource(given).initialize();
  try {
    if (settings.migrateAtStart) await runMigrations(source);
    else {
      const pending = await pendingMigrations(source);
      if (pending.length) throw new Error(`The database of ${service} is not up to date: run the command "migrate" first (${pending.join(', ')})`);
    }
    if (settings.mysqlUrl && socketTimeoutMs) {
      closeUnresponsiveConnections(source, socketTimeoutMs);
      if (settings.nodeEnv === 'production' && (await mayChangeAuditLog(source)))
        log().warn({ service }, 'the account of MYSQL_URL may change the audit log: see docs/operations.md, Database accounts');
    }
    return source;
  } catch (error) {
    await source.destroy();
    throw error;
  }
}

/** Opens the data source that reads the embedded database, beside its writer. On MySQL one pool reads and writes. */
export const openReading = (given: DataSourceOptions): Promise<DataSource> => new DataSource(given).initialize();

type Address = Pick<ConnectionOptions, 'host' | 'port' | 'user' | 'password' | 'ssl'>;

/** Creates the database where it is missing. A user without that right needs it only then. @returns whether this is MariaDB */
async function prepareServer(at: Address, database: string): Promise<boolean> {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({ ...at, database }).catch(async (error: { code?: string }) => {
    if (error.code !== 'ER_BAD_DB_ERROR') throw error;
    const admin = await createConnection(at);
    await admin.query(`create database if not exists \`${database}\` character set utf8mb4 collate utf8mb4_bin`);
    return admin;
  });
  try {
    const [rows] = await connection.query('select version() as version');
    return /mariadb/i.test((rows as { version: string }[])[0]?.version ?? '');
  } finally {
    await connection.end();
  }
}
