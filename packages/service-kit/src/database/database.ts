/** Opens a service's own database: MySQL/MariaDB or the embedded one, same entities and migrations on both. */
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import type { ServiceSettings } from '../settings/settings.ts';
import { LibsqlDatabase } from './libsql-driver.ts';

type Entities = NonNullable<DataSourceOptions['entities']>;
type Migrations = NonNullable<DataSourceOptions['migrations']>;

export interface DatabaseOptions {
  /** Short name of the service: `declarations`. Names the database file or the MySQL database. */
  service: string;
  entities: Entities;
  migrations: Migrations;
}

/** Waits in line: one writer at a time, first come first served. */
class Line {
  private tail: Promise<unknown> = Promise.resolve();
  run<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.tail.then(work, work);
    this.tail = mine.catch(() => undefined);
    return mine;
  }
}

const retried = new Set(['ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT', 'ER_CHECKREAD']);

/** True where the error is a broken unique index. */
export function isDuplicate(error: unknown): boolean {
  const e = error as { code?: string; message?: string; driverError?: { code?: string } };
  const code = e?.code ?? e?.driverError?.code ?? '';
  return code === 'ER_DUP_ENTRY' || code.startsWith('SQLITE_CONSTRAINT') || /UNIQUE constraint failed/.test(e?.message ?? '');
}

/**
 * A service's database. Reads go through `reader`; every write goes through `write`.
 * On MySQL both are one pool. The embedded database has one writer with a connection of its own: TypeORM gives all callers of a
 * SQLite data source the same connection, so concurrent transactions would nest in one another.
 */
export class Database {
  private readonly line = new Line();
  private constructor(
    readonly engine: 'mysql' | 'embedded',
    readonly reading: DataSource,
    private readonly writing: DataSource,
  ) {}

  /** Manager for reads outside a transaction. */
  get reader(): EntityManager {
    return this.reading.manager;
  }

  /**
   * Runs a unit of work in one durable transaction: all of it or nothing.
   * On MySQL it is run again (at most five times) when the server chose it as the victim of a deadlock, so it must have no effect outside `tx`.
   */
  async write<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    if (this.engine === 'embedded') return this.line.run(() => this.writing.transaction(work));
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.writing.transaction(work);
      } catch (error) {
        const code = (error as { driverError?: { code?: string } })?.driverError?.code ?? '';
        if (attempt >= 5 || !retried.has(code)) throw error;
        await new Promise((done) => setTimeout(done, attempt * 10 * Math.random()));
      }
    }
  }

  async close(): Promise<void> {
    if (this.writing !== this.reading && this.writing.isInitialized) await this.writing.destroy();
    if (this.reading.isInitialized) await this.reading.destroy();
  }

  /** Opens the database, creates it where it is missing, and brings it up to date. */
  static async open(settings: ServiceSettings, options: DatabaseOptions): Promise<Database> {
    const db = settings.mysqlUrl ? await Database.openMysql(settings, options) : await Database.openEmbedded(settings, options);
    await db.writing.runMigrations({ transaction: 'each' });
    return db;
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
    const admin = await createConnection(at);
    let mariadb = false;
    try {
      const [rows] = await admin.query('select version() as version');
      mariadb = /mariadb/i.test((rows as { version: string }[])[0]?.version ?? '');
      await admin.query(`create database if not exists \`${database}\` character set utf8mb4 collate utf8mb4_bin`);
    } finally {
      await admin.end();
    }
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
