/** Migrates a database exactly once, even if any number of instances start at the same time. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { log } from '../logging.ts';
import { isRolledBack } from './transaction-retry.ts';

/** How long a lock stays valid when its owner no longer renews it. */
const leaseSeconds = 30;

/** Whether an error reports a row that violates a unique index. */
export function isDuplicate(error: unknown): boolean {
  const e = error as { code?: string; message?: string; driverError?: { code?: string } };
  const code = e?.code ?? e?.driverError?.code ?? '';
  return code === 'ER_DUP_ENTRY' || code.startsWith('SQLITE_CONSTRAINT') || /UNIQUE constraint failed/.test(e?.message ?? '');
}

const isMissingTable = (error: unknown): boolean =>
  (error as { driverError?: { code?: string } }).driverError?.code === 'ER_NO_SUCH_TABLE' || /no such table/.test((error as Error).message);

/** Returns the names of the migrations that this program contains and the database has not run. Changes nothing. */
export async function pendingMigrations(source: DataSource): Promise<string[]> {
  const done = await source.query<{ name: string }[]>('select name from migrations').catch((error: unknown) => {
    if (isMissingTable(error)) return [];
    throw error;
  });
  const names = new Set(done.map(({ name }) => name));
  return source.migrations.map((migration) => migration.name ?? migration.constructor.name).filter((name) => !names.has(name));
}

/**
 * Runs the pending migrations in order.
 * @returns the names of the migrations that this call ran
 */
export async function runMigrations(source: DataSource): Promise<string[]> {
  // The embedded database belongs to this process alone, and its DDL can be rolled back.
  if (source.options.type === 'better-sqlite3') return named(await source.runMigrations({ transaction: 'each' }));
  if ((await pendingMigrations(source)).length === 0) return [];
  let names: string[] | undefined;
  const work = async (): Promise<void> => {
    names ??= await pendingMigrations(source);
    // MySQL commits at every DDL statement, so a transaction would be useless.
    await source.runMigrations({ transaction: 'none' });
  };
  await againAfterConflicts(() => locked(source, work));
  return names ?? [];
}

/** How often, and after which pause, work is tried again that the server has rolled back: for a minute at least. The migrations of another service last some seconds. */
const conflicts = { tries: 120, pauseMs: 500 };

/**
 * Runs work, and runs it again where the server has rolled a statement back: on Galera, the DDL of one service aborts what other services are reading. A
 * migration continues what was begun, as it does after a crash.
 */
export async function againAfterConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (tried === conflicts.tries || !isRolledBack(error)) throw error;
      log().info({ reason: (error as Error).message }, 'the database has rolled back a statement of the migrations; it is tried again');
      await wait(conflicts.pauseMs);
    }
  }
}

const named = (migrations: { name: string }[]): string[] => migrations.map(({ name }) => name);

/**
 * Runs work while holding a lock row with a lease, because not every MySQL-compatible database has GET_LOCK and LOCK TABLES. The database supplies all times,
 * so the clocks of the instances do not matter.
 */
async function locked<T>(source: DataSource, work: () => Promise<T>): Promise<T> {
  const owner = randomUUID();
  await source.query('create table if not exists migration_lock (id int not null primary key, owner varchar(36), lease_until datetime(3))');
  await source.query('insert into migration_lock (id) values (1)').catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
  const until = `utc_timestamp(3) + interval ${leaseSeconds} second`;
  const claim = (): Promise<{ affectedRows: number }> =>
    source.query(`update migration_lock set owner = ?, lease_until = ${until} where id = 1 and (lease_until is null or lease_until < utc_timestamp(3))`, [
      owner,
    ]);
  for (let waited = 0; (await claim()).affectedRows !== 1; waited++) {
    if (waited === 20) log().info('another instance is bringing the database up to date; waiting for it');
    await wait(250);
  }
  const renewal = setInterval(
    () =>
      source
        .query(`update migration_lock set lease_until = ${until} where id = 1 and owner = ?`, [owner])
        .catch((error: Error) => log().warn({ reason: error.message }, 'lock of the migrations')),
    (leaseSeconds * 1_000) / 3,
  );
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await source.query('update migration_lock set owner = null, lease_until = null where id = 1 and owner = ?', [owner]);
  }
}
