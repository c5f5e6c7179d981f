import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { flag, id, index, int, required, table, text, utc } = tables;

export class MediaTables1700000002000 implements MigrationInterface {
  name = 'MediaTables1700000002000';

  async up(q: QueryRunner): Promise<void> {
    const made = [
      table(
        'media_file',
        [
          id(),
          text('scope', 20),
          text('name', 200),
          text('type', 40),
          int('size'),
          required(text('blob', 36)),
          text('uploadedBy', 128),
          utc('createdAt'),
          utc('touchedAt'),
        ],
        [index('media_file', ['touchedAt']), index('media_file', ['blob'], true)],
      ),
      table(
        'media_hold',
        [id(), required(text('service', 40)), required(text('documentId', 36)), required(text('fileId', 36)), int('version'), flag('submitted')],
        [index('media_hold', ['service', 'documentId', 'fileId'], true), index('media_hold', ['fileId'])],
      ),
      table(
        'print_file',
        [
          { name: 'id', type: 'varchar', length: '64', isPrimary: true },
          text('service', 40),
          text('documentId', 60),
          text('fileName', 200),
          int('size'),
          required(text('blob', 36)),
          utc('createdAt'),
        ],
        [index('print_file', ['service', 'documentId']), index('print_file', ['blob'], true)],
      ),
    ];
    for (const each of made) await q.createTable(each, true);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['print_file', 'media_hold', 'media_file']) await q.dropTable(name);
  }
}
