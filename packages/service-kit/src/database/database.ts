/** Opens a service's own database: MySQL/MariaDB or the embedded one, same entities and migrations on both. */
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ConnectionOptions, createConnection } from 'mysql2/promise';
import { DataSource, type DataSourceOptions, type EntityManager, type EntityTarget, type FindOptionsWhere, type ObjectLiteral } from 'typeorm';
import { log } from '../logging.ts';
import { inSpan } from '../observe/tracing.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { takeAfterCommit } from './after-commit.ts';
import { EmbeddedWriter } from './embedded-writer.ts';
import { LibsqlDatabase } from './libsql-driver.ts';
import { pendingMigrations, runMigrations } from './migrations.ts';
import { grantServiceRights, mayChangeAuditLog } from './mysql-grants.ts';
import { selectById } from './select-by-id.ts';
import { closeUnresponsiveConnections } from './socket-timeout.ts';

export { isDuplicate } from './migrations.ts';

type Entities = NonNullable<DataSourceOptions['entities']>;
type Migrations = NonNullable<DataSourceOptions['migrations']>;

export interface DatabaseOptions {
  /** Short name of the service: `declarations`. Names the database file or the MySQL database. */
  service: string;
  entities: Entities;
  migrations: Migrations;
  /** After this long without a word a connection counts as lost. For who answers callers; a command that goes through whole tables waits for its statements. */
  socketTimeoutMs?: number;
}

/** mysql2 shows its pool's queues in no other way. */
interface MysqlPool {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
  config: { connectionLimit: number };
}

const retried = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']);

/**
 * A service's database. Reads go through `reader`; every write goes through `write`.
 * On MySQL both are one pool. The embedded database has one writer with a connection of its own: TypeORM gives all callers of a
 * SQLite data source the same connection, so concurrent transactions would nest in one another.
 */
export class Database {
  private readonly writer?: EmbeddedWriter;
  private constructor(
    readonly engine: 'mysql' | 'embedded',
    readonly reading: DataSource,
    private readonly writing: DataSource,
  ) {
    if (engine === 'embedded') this.writer = new EmbeddedWriter(writing);
  }

  /** Manager for reads outside a transaction. */
  get reader(): EntityManager {
    return this.reading.manager;
  }

  /**
   * Reads one row by its `id`, as `reader.findOneBy(entity, { id })` does, in a third of the time: composing and taking apart a query costs
   * TypeORM more than the database needs to answer it, and this is the read that every call begins with.
   */
  async findById<Row extends ObjectLiteral>(entity: EntityTarget<Row>, id: string): Promise<Row | null> {
    return selectById<Row>(this.reading, entity, id);
  }

  /** Reads a row that the transaction is about to change: nobody else changes it before the commit. The embedded database has one writer anyway. */
  findForUpdate<Row extends ObjectLiteral & { id: string }>(tx: EntityManager, entity: EntityTarget<Row>, id: string): Promise<Row | null> {
    const lock = this.engine === 'embedded' ? {} : { lock: { mode: 'pessimistic_write' as const } };
    return tx.findOne(entity, { where: { id } as FindOptionsWhere<Row>, ...lock });
  }

  /**
   * Runs a unit of work in one durable transaction: all of it or nothing.
   * On MySQL it is run again (at most five times) when the server chose it as the victim of a deadlock, so it must have no effect outside `tx`.
   * @param options `durable: false` for what nobody is told of and may be done again after a power failure; it is never lost while something written later is kept
   */
  write<T>(work: (tx: EntityManager) => Promise<T>, { durable = true }: { durable?: boolean } = {}): Promise<T> {
    return inSpan('transaction', () => this.writer?.write(work, durable) ?? this.transact(work));
  }

  private async transact<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { result, afterwards } = await this.writing.transaction(async (tx) => ({ result: await work(tx), afterwards: takeAfterCommit(tx) }));
        for (const each of afterwards) each();
        return result;
      } catch (error) {
        const code = (error as { driverError?: { code?: string } })?.driverError?.code ?? '';
        if (attempt >= 5 || !retried.has(code)) throw error;
        await new Promise((done) => setTimeout(done, attempt * 10 * Math.random()));
      }
    }
  }

  /** Writes in line for the embedded database's writer, for the metrics. */
  writersWaiting(): number {
    return this.writer?.waiting ?? 0;
  }

  /** Use of the MySQL pool, for the metrics; undefined on the embedded database. */
  pool(): { used: number; idle: number; waiting: number; limit: number } | undefined {
    const pool = (this.reading.driver as { pool?: MysqlPool }).pool;
    if (!pool) return undefined;
    const [open, idle] = [pool._allConnections.length, pool._freeConnections.length];
    return { used: open - idle, idle, waiting: pool._connectionQueue.length, limit: pool.config.connectionLimit };
  }

  async close(): Promise<void> {
    if (this.writing !== this.reading && this.writing.isInitialized) await this.writing.destroy();
    if (this.reading.isInitialized) await this.reading.destroy();
  }

  /**
   * Opens the database and brings it up to date. With `MIGRATE_AT_START=false` that is left to the migration job.
   * @throws Error that says so, where the job has not been run
   */
  static async open(settings: ServiceSettings, options: DatabaseOptions): Promise<Database> {
    const db = await Database.connect(settings, options);
    try {
      if (settings.migrateAtStart) await runMigrations(db.writing);
      else {
        const pending = await pendingMigrations(db.writing);
        if (pending.length) throw new Error(`The database of ${options.service} is not up to date: run the command "migrate" first (${pending.join(', ')})`);
      }
      if (db.engine === 'mysql' && options.socketTimeoutMs) closeUnresponsiveConnections(db.writing, options.socketTimeoutMs);
      if (db.engine === 'mysql' && settings.nodeEnv === 'production' && options.socketTimeoutMs && (await mayChangeAuditLog(db.writing)))
        log().warn({ service: options.service }, 'the account of MYSQL_URL may change the audit log: see docs/operations.md, Database accounts');
      return db;
    } catch (error) {
      await db.close();
      throw error;
    }
  }

  /**
   * Creates the database where it is missing and brings it up to date. With `MYSQL_SERVICE_ACCOUNT` that account then gets the rights of a service, and no more.
   * @returns the names of the migrations it ran
   */
  static async migrate(settings: ServiceSettings, options: DatabaseOptions): Promise<string[]> {
    const db = await Database.connect(settings, options);
    try {
      const names = await runMigrations(db.writing);
      if (db.engine === 'mysql' && settings.mysqlServiceAccount) await grantServiceRights(db.writing, settings.mysqlServiceAccount);
      return names;
    } finally {
      await db.close();
    }
  }

  private static connect(settings: ServiceSettings, options: DatabaseOptions): Promise<Database> {
    return settings.mysqlUrl ? Database.openMysql(settings, options) : Database.openEmbedded(settings, options);
  }

  private static async openMysql(settings: ServiceSettings, options: DatabaseOptions): Promise<Database> {
    const url = new URL(settings.mysqlUrl as string);
    const at = {
      host: url.hostname,
      port: Number(url.port || 3306),
      user: decodeURIComponent(url.username || 'root'),
      password: decodeURIComponent(url.password),
    };
    const database = `${settings.databasePrefix}_${options.service}`;
    const mariadb = await prepareServer(at, database);
    const source = new DataSource({
      type: mariadb ? 'mariadb' : 'mysql',
      host: at.host,
      port: at.port,
      username: at.user,
      password: at.password,
      database,
      charset: 'utf8mb4_bin',
      timezone: 'Z',
      poolSize: settings.databasePool,
      connectTimeout: 5_000,
      supportBigNumbers: true,
      entities: options.entities,
      migrations: options.migrations,
    } as DataSourceOptions);
    await source.initialize();
    return new Database('mysql', source, source);
  }

  private static async openEmbedded(settings: ServiceSettings, options: DatabaseOptions): Promise<Database> {
    const file = resolve(join(settings.dataDir, `${options.service}.db`));
    mkdirSync(dirname(file), { recursive: true });
    const open = (): Promise<DataSource> =>
      new DataSource({
        type: 'better-sqlite3',
        driver: LibsqlDatabase,
        database: file,
        enableWAL: true,
        statementCacheSize: 300,
        prepareDatabase: (db: LibsqlDatabase) => {
          db.pragma('journal_mode = WAL');
          // A commit is on the disk before it is acknowledged.
          db.pragma('synchronous = FULL');
          db.pragma('busy_timeout = 5000');
        },
        entities: options.entities,
        migrations: options.migrations,
      }).initialize();
    const writing = await open();
    return new Database('embedded', await open(), writing);
  }
}

type Address = Pick<ConnectionOptions, 'host' | 'port' | 'user' | 'password'>;

/** Creates the database where there is none; a user who may not create one is never asked to where it is there. @returns whether this is MariaDB */
async function prepareServer(at: Address, database: string): Promise<boolean> {
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
