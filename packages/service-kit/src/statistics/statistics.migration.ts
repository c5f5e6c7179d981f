import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices, id, index, int, required, table, text, utc } from '../database/tables.ts';

const byTime = index('document_action', ['at', 'documentId', 'userSub', 'documentStatus']);

/**
 * Creates the counters for statistics, and the column for the due time of the step that an action ended. `StatisticsCheck` fills the counters from the existing
 * documents.
 */
export class Statistics1700000900400 implements MigrationInterface {
  name = 'Statistics1700000900400';

  async up(q: QueryRunner): Promise<void> {
    const key = (name: string, length: number) => ({ ...required(text(name, length)), isPrimary: true });
    const tables = [
      table(
        'statistic',
        [
          key('kind', 40),
          key('series', 2),
          key('who', 128),
          key('at', 13),
          key('agency', 70),
          key('a', 128),
          key('b', 70),
          key('c', 70),
          required(int('number')),
        ],
        [index('statistic', ['kind', 'series', 'at']), index('statistic', ['kind', 'at'])],
      ),
      table('statistic_change', [id(), required(text('kind', 40)), { name: 'facts', type: 'text', isNullable: true }]),
      table('statistic_check', [key('kind', 40), required(int('generation')), required(utc('startedAt')), utc('completeAt'), utc('settledAt')]),
    ];
    for (const t of tables) await q.createTable(t, true);
    // `q.addColumn` is not used, because on the embedded database it copies the whole table.
    if (!(await q.hasColumn('document_action', 'dueAt'))) {
      await q.query(`alter table document_action add column dueAt ${q.dataSource.options.type === 'better-sqlite3' ? 'datetime' : 'datetime(3)'} null`);
      q.clearSqlMemory();
    }
    await changeIndices(q, 'document_action', [byTime]);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['statistic_check', 'statistic_change', 'statistic']) await q.dropTable(name);
  }
}
