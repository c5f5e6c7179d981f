import { AsyncResource } from 'node:async_hooks';
import type { DataSource, EntityManager } from 'typeorm';
import { takeAfterCommit } from './after-commit.ts';
import type { LibsqlDatabase } from './libsql-driver.ts';

type Work<T> = (tx: EntityManager) => Promise<T>;

interface Waiting {
  work: Work<unknown>;
  durable: boolean;
  resolve(result: never): void;
  reject(error: unknown): void;
}

/**
 * Maximum number of writes per transaction. A commit waits for the disk and takes as long as a hundred statements, so writes share one; a larger batch would
 * delay their callers.
 */
const maxBatch = 64;

/**
 * The only writer of an embedded database. Writes that wait at the same time share one transaction, in order. Each has its own savepoint, so that a failed
 * write undoes only its own changes. A durable write reports success to its caller only after the common commit is on disk.
 */
export class EmbeddedWriter {
  private readonly line: Waiting[] = [];
  private serving = false;
  private unanswered = 0;
  private synchronous = true;
  /**
   * Whether durable writes wait until their commit is on disk. If false, a power failure can lose the most recent commits, but never one between two that are
   * kept.
   */
  durable = true;

  /** @param source a data source with durable commits, used by nothing else */
  constructor(readonly source: DataSource) {}

  /** Number of writes that wait for another write. */
  get waiting(): number {
    return Math.max(0, this.unanswered - 1);
  }

  /** Queues a unit of work and runs it in a transaction. @param durable whether the commit must be on disk before the answer */
  write<T>(work: Work<T>, durable: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.line.push({ work: AsyncResource.bind(work) as Work<unknown>, durable, resolve, reject });
      this.unanswered++;
      if (this.serving) return;
      this.serving = true;
      // Other calls that arrived at the same time can join the batch first.
      setImmediate(() => void this.serve());
    });
  }

  private async serve(): Promise<void> {
    while (this.line.length > 0) {
      await this.writeBatch(this.line.splice(0, maxBatch));
      // Between two transactions, answers are sent and new calls are read.
      await new Promise(setImmediate);
    }
    this.serving = false;
  }

  private async writeBatch(batch: Waiting[]): Promise<void> {
    let settle: (() => void)[] = [];
    try {
      this.leaveTransaction();
      this.setSynchronous(this.durable && batch.some(({ durable }) => durable));
      await this.source.transaction(async (tx) => {
        for (const each of batch) settle.push(await this.writeOne(each, tx));
      });
    } catch (error) {
      // The whole batch is lost: the commit failed, or SQLite ended the transaction by itself because the disk is full or failing.
      settle = batch.map((each) => () => each.reject(error));
      try {
        this.leaveTransaction();
      } catch {
        // The next batch calls `leaveTransaction` again before it begins.
      }
    }
    this.unanswered -= batch.length;
    for (const tell of settle) tell();
  }

  /** Runs one write of a batch. @returns a function that answers the caller after the commit; throws where the transaction of the whole batch is lost */
  private async writeOne({ work, resolve, reject }: Waiting, tx: EntityManager): Promise<() => void> {
    const { connection } = this;
    connection.exec('savepoint one');
    try {
      const result = await work(tx);
      connection.exec('release one');
      const afterwards = takeAfterCommit(tx);
      return () => {
        for (const each of afterwards) each();
        resolve(result as never);
      };
    } catch (error) {
      takeAfterCommit(tx);
      if (!connection.inTransaction) throw error;
      connection.exec('rollback to one');
      connection.exec('release one');
      return () => reject(error);
    }
  }

  private get connection(): LibsqlDatabase {
    return (this.source.driver as unknown as { databaseConnection: LibsqlDatabase }).databaseConnection;
  }

  /**
   * Sets whether a commit waits for the disk. If it does not, the commit is in the write-ahead log, after all earlier commits, and reaches the disk with the
   * next durable one.
   */
  private setSynchronous(wanted: boolean): void {
    if (this.synchronous === wanted) return;
    this.connection.pragma(`synchronous = ${wanted ? 'full' : 'normal'}`);
    this.synchronous = wanted;
  }

  /**
   * Makes sure that no transaction is open. SQLite ends a transaction by itself when the disk is full or fails. TypeORM then believes that it is still open and
   * makes every later transaction a savepoint inside it: everything seems to work, but nothing is ever committed.
   */
  private leaveTransaction(): void {
    const runner = this.source.createQueryRunner() as unknown as { isTransactionActive: boolean; transactionDepth: number };
    if (this.connection.inTransaction) this.connection.exec('rollback');
    runner.isTransactionActive = false;
    runner.transactionDepth = 0;
  }
}
