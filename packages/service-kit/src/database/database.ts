/** The database of a service: MySQL/MariaDB or the embedded one, with the same entities and migrations. */
import { DataSource, type EntityManager, type EntityTarget, type FindManyOptions, type FindOptionsWhere, In, type ObjectLiteral } from 'typeorm';
import { inSpan } from '../observe/tracing.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { takeAfterCommit } from './after-commit.ts';
import { type DatabaseOptions, dataSourceOptions, openReading, openWriting } from './data-sources.ts';
import { EmbeddedWriter } from './embedded-writer.ts';
import { againAfterConflicts, runMigrations } from './migrations.ts';
import { grantServiceRights } from './mysql-grants.ts';
import { selectById } from './select-by-id.ts';
import { pauseBeforeRetry } from './transaction-retry.ts';

export type { DatabaseOptions } from './data-sources.ts';
export { isDuplicate } from './migrations.ts';

/** Private fields of mysql2's pool. mysql2 offers no other way to read the sizes of its queues. */
interface MysqlPool {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
  config: { connectionLimit: number };
}

/**
 * The database of a service. Reads go through `reader`; every write goes through `write`. On MySQL both use one pool. The embedded database has one writer with
 * its own connection: TypeORM gives all users of a SQLite data source the same connection, so concurrent transactions would be nested.
 */
export class Database {
  private readonly writer?: EmbeddedWriter;
  readonly engine: 'mysql' | 'embedded';

  constructor(
    readonly reading: DataSource,
    private readonly writing: DataSource,
  ) {
    this.engine = writing.options.type === 'better-sqlite3' ? 'embedded' : 'mysql';
    if (this.engine === 'embedded') this.writer = new EmbeddedWriter(writing);
  }

  /** Entity manager for reads outside a transaction. */
  get reader(): EntityManager {
    return this.reading.manager;
  }

  /**
   * Reads one row by its `id`, like `reader.findOneBy(entity, { id })`, in a third of the time. TypeORM takes longer to build a query and to map its result
   * than the database takes to answer the query, and nearly every call begins with this read.
   */
  async findById<Row extends ObjectLiteral>(entity: EntityTarget<Row>, id: string): Promise<Row | null> {
    return selectById<Row>(this.reading, entity, id);
  }

  /** Reads a row that the transaction is about to change, and locks it until the commit. The embedded database needs no lock: it has one writer. */
  findForUpdate<Row extends ObjectLiteral & { id: string }>(tx: EntityManager, entity: EntityTarget<Row>, id: string): Promise<Row | null> {
    const lock = this.engine === 'embedded' ? {} : { lock: { mode: 'pessimistic_write' as const } };
    return tx.findOne(entity, { where: { id } as FindOptionsWhere<Row>, ...lock });
  }

  /**
   * Locks rows until the commit, in the order of their ids, so that two transactions that lock some of the same rows do not block each other. MySQL takes the
   * snapshot of a transaction at its first plain read, so a transaction that changes several rows calls this before: what it reads afterwards is no older than
   * the locks.
   */
  async lockRows<Row extends ObjectLiteral & { id: string }>(tx: EntityManager, entity: EntityTarget<Row>, ids: readonly string[]): Promise<void> {
    if (this.engine === 'embedded') return;
    const inOrder = { select: { id: true }, where: { id: In([...ids]) }, order: { id: 'ASC' } } as unknown as FindManyOptions<Row>;
    await tx.find(entity, { ...inOrder, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Runs a unit of work in one durable transaction: all of it or nothing. On MySQL the work is run again (at most five attempts) after a deadlock, a conflict
   * between nodes of a cluster, or a connection lost before the commit (`pauseBeforeRetry`), so it must have no effect outside `tx`.
   * @param options `durable: false` for work whose result no caller relies on and that can be repeated after a power failure; the next durable commit includes
   * it
   */
  write<T>(work: (tx: EntityManager) => Promise<T>, { durable = true }: { durable?: boolean } = {}): Promise<T> {
    return inSpan('transaction', () => this.writer?.write(work, durable) ?? this.transact(work));
  }

  /**
   * Like `write`, for work that consists of a single statement that may safely run twice, such as a conditional update. If the connection is lost, the
   * statement is run again. On MySQL the statement commits by itself: one round trip instead of three. `afterCommit` cannot be used in it.
   */
  writeOne<T>(work: (manager: EntityManager) => Promise<T>, { durable = true }: { durable?: boolean } = {}): Promise<T> {
    const once = (): Promise<T> => work(this.writing.manager);
    return inSpan('transaction', () => this.writer?.write(work, durable) ?? this.repeated(once, () => false));
  }

  /**
   * Sets whether the embedded database waits until a commit is on disk before it answers. Set it to false while filling the database with data that can be
   * produced again.
   */
  set durable(durable: boolean) {
    if (this.writer) this.writer.durable = durable;
  }

  private async transact<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    let committing = false;
    const once = async (): Promise<T> => {
      committing = false;
      const { result, afterwards } = await this.writing.transaction(async (tx) => {
        const done = { result: await work(tx), afterwards: takeAfterCommit(tx) };
        committing = true;
        return done;
      });
      for (const each of afterwards) each();
      return result;
    };
    return this.repeated(once, () => committing);
  }

  /** Runs work again after an error where the caller cannot notice the repetition. @param isCommitting whether COMMIT may have been sent */
  private async repeated<T>(once: () => Promise<T>, isCommitting: () => boolean): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once();
      } catch (error) {
        const pause = pauseBeforeRetry(error, attempt, isCommitting());
        if (pause === undefined) throw error;
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }

  /** Number of writes queued for the writer of the embedded database, for the metrics. */
  writersWaiting(): number {
    return this.writer?.waiting ?? 0;
  }

  /** Usage of the MySQL pool, for the metrics; undefined on the embedded database. */
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
   * Opens the database and migrates it, for a command; a service gets it by injection instead. With `MIGRATE_AT_START=false` it does not migrate; the migration
   * job does that.
   * @throws Error where migrations are pending because the migration job has not run
   */
  static async open(settings: ServiceSettings, options: DatabaseOptions): Promise<Database> {
    const writing = await openWriting(await dataSourceOptions(settings, options), settings, options);
    try {
      return new Database(settings.mysqlUrl ? writing : await openReading(writing.options), writing);
    } catch (error) {
      await writing.destroy();
      throw error;
    }
  }

  /**
   * Creates the database where it is missing and migrates it. Then gives `MYSQL_SERVICE_ACCOUNT`, if it is set, exactly the rights that a service needs.
   * @returns the names of the migrations that ran
   */
  static async migrate(settings: ServiceSettings, options: DatabaseOptions): Promise<string[]> {
    const source = await new DataSource(await dataSourceOptions(settings, options)).initialize();
    try {
      const names = await runMigrations(source);
      const { mysqlUrl, mysqlServiceAccount: account } = settings;
      if (mysqlUrl && account) await againAfterConflicts(() => grantServiceRights(source, account));
      return names;
    } finally {
      await source.destroy();
    }
  }
}
