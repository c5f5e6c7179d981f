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

/** A commit waits for the disk and takes a hundred times as long as a statement; the calls of more than so many writes would wait too long for it. */
const mostTogether = 64;

/**
 * The one writer of an embedded database. Those who wait at the same moment share one transaction, in their order: each in a savepoint of its own,
 * so that one that fails takes back its own changes alone, and none is told of its success before the common commit is on the disk.
 */
export class EmbeddedWriter {
  private readonly line: Waiting[] = [];
  private serving = false;
  private unanswered = 0;
  private synchronous = true;

  /** @param source a data source that nobody else uses, whose commits are durable */
  constructor(readonly source: DataSource) {}

  /** Writes that wait for others. */
  get waiting(): number {
    return Math.max(0, this.unanswered - 1);
  }

  /** Runs a unit of work in a transaction, at its turn. @param durable whether the commit must be on the disk before the answer */
  write<T>(work: Work<T>, durable: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.line.push({ work: AsyncResource.bind(work) as Work<unknown>, durable, resolve, reject });
      this.unanswered++;
      if (this.serving) return;
      this.serving = true;
      // Others whose calls came in at the same moment get in line first.
      setImmediate(() => void this.serve());
    });
  }

  private async serve(): Promise<void> {
    while (this.line.length > 0) {
      await this.together(this.line.splice(0, mostTogether));
      // Answers leave and calls come in between two transactions.
      await new Promise(setImmediate);
    }
    this.serving = false;
  }

  private async together(batch: Waiting[]): Promise<void> {
    let settle: (() => void)[] = [];
    try {
      this.leaveTransaction();
      this.setSynchronous(batch.some(({ durable }) => durable));
      await this.source.transaction(async (tx) => {
        for (const each of batch) settle.push(await this.apart(each, tx));
      });
    } catch (error) {
      // Neither the commit nor SQLite, which ends a transaction by itself when the disk is full or fails, leaves anything of it.
      settle = batch.map((each) => () => each.reject(error));
      try {
        this.leaveTransaction();
      } catch {
        // The next write tries again before it begins.
      }
    }
    this.unanswered -= batch.length;
    for (const tell of settle) tell();
  }

  /** One of those who share a transaction. @returns what to tell it after the commit; throws where the transaction is lost to all */
  private async apart({ work, resolve, reject }: Waiting, tx: EntityManager): Promise<() => void> {
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

  /** Without it a commit is in the log, after all that was committed before, and on the disk with the next one that is durable. */
  private setSynchronous(wanted: boolean): void {
    if (this.synchronous === wanted) return;
    this.connection.pragma(`synchronous = ${wanted ? 'full' : 'normal'}`);
    this.synchronous = wanted;
  }

  /**
   * Makes sure that no transaction is open. SQLite ends one by itself when the disk is full or fails; TypeORM then believes it is still open
   * and would put every later one inside it as a savepoint, where all seems well and nothing is ever committed.
   */
  private leaveTransaction(): void {
    const runner = this.source.createQueryRunner() as unknown as { isTransactionActive: boolean; transactionDepth: number };
    if (this.connection.inTransaction) this.connection.exec('rollback');
    runner.isTransactionActive = false;
    runner.transactionDepth = 0;
  }
}
