import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { index, int, table, text } = tables;

export class UploadDays1700000002100 implements MigrationInterface {
  name = 'UploadDays1700000002100';

  async up(q: QueryRunner): Promise<void> {
    const id = { name: 'id', type: 'varchar', length: '64', isPrimary: true };
    await q.createTable(table('upload_day', [id, text('day', 10), int('files'), int('kilobytes')], [index('upload_day', ['day'])]), true);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('upload_day');
  }
}
