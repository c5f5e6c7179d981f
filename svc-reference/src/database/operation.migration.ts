import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { index, int, required, table, text, utc } = tables;

/** Adds the table of backups and restore tests. */
export class Operations1700000010500 implements MigrationInterface {
  name = 'Operations1700000010500';

  async up(q: QueryRunner): Promise<void> {
    await q.createTable(
      table(
        'operation_run',
        [
          required({ ...text('id', 36), isPrimary: true }),
          required(text('kind', 20)),
          required(utc('endedAt')),
          required(utc('takenAt')),
          required(int('seconds')),
          required(text('note', 500)),
        ],
        [index('operation_run', ['kind', 'endedAt'])],
      ),
      true,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('operation_run');
  }
}
