/** Creates the data sources of a service: the options for MySQL, MariaDB and the embedded database, and the checks made when a data source is opened. */
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
  /**
   * Time in ms after which a connection without an answer counts as lost. Services set it; a command that processes whole tables leaves it out, because its
   * statements may take long.
   */
  socketTimeoutMs?: number;
}

/** Returns the options of a service's data source. Creates the MySQL database where it is missing. */
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
    // A stack trace for each statement takes one per cent of the time of a registration. Errors name their callers without it, because every caller awaits its
    // statement.
    trace: false,
    ...ssl,
  } as DataSourceOptions;
}

/**
 * Returns the options of mysql2 for MYSQL_TLS. @returns an empty object unless MYSQL_TLS is `verify`
 * @throws Error where MYSQL_URL names an IP address instead of a host: mysql2 does not compare the certificate with an address
 */
export function mysqlTls({ mysqlUrl, mysqlTls: tls }: Pick<ServiceSettings, 'mysqlUrl' | 'mysqlTls'>): Pick<ConnectionOptions, 'ssl'> {
  if (tls !== 'verify' || !mysqlUrl) return {};
  // An IPv6 address stands in brackets.
  if (isIP(new URL(mysqlUrl).hostname.replace(/^\[|\]$/g, '')))
    throw new Error('MYSQL_TLS=verify needs the name of the host in MYSQL_URL: a certificate is for a name');
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
      // A commit is on disk before it is acknowledged to the caller.
      db.pragma('synchronous = FULL');
      db.pragma('busy_timeout = 5000');
    },
  };
}

/**
 * Opens the data source for writing and migrates the database. With `MIGRATE_AT_START=false` it does not migrate; the migration job does that.
 * @throws Error where migrations are pending because the migration job has not run
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

/** Opens a second data source, which reads the embedded database while the writer uses its own. On MySQL one pool both reads and writes. */
export const openReading = (given: DataSourceOptions): Promise<DataSource> => new DataSource(given).initialize();

type Address = Pick<ConnectionOptions, 'host' | 'port' | 'user' | 'password' | 'ssl'>;

/** Creates the database where it is missing. The account needs the right to create a database only in that case. @returns whether the server is MariaDB */
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
