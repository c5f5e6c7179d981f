import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time when an operator sent a failed message again. */
export class MessageRetry1700000901700 implements MigrationInterface {
  name = 'MessageRetry1700000901700';

  async up(q: QueryRunner): Promise<void> {
    // `q.addColumn` is not used, because on the embedded database it copies the whole table.
    if (await q.hasColumn('message', 'retriedAt')) return;
    await q.query(`alter table message add column retriedAt ${q.dataSource.options.type === 'better-sqlite3' ? 'datetime' : 'datetime(3)'} null`);
    q.clearSqlMemory();
  }

  async down(q: QueryRunner): Promise<void> {
    await q.dropColumn('message', 'retriedAt');
  }
}
