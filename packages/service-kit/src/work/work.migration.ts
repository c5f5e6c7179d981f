import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices, id, index, json, required, table, text, utc } from '../database/tables.ts';
import { DocumentRow, workIndices } from '../documents/document-row.ts';

/** Adds claims, the accounts of officials, and the columns by which queues are sorted. It runs after the migrations of every area. */
export class DocumentWork1700000900100 implements MigrationInterface {
  name = 'DocumentWork1700000900100';

  async up(q: QueryRunner): Promise<void> {
    const tables = [
      table(
        'document_claim',
        [id(), required(text('kind', 40)), required(text('sub', 128)), required(text('name', 200)), required(utc('since')), utc('endsAt')],
        [index('document_claim', ['sub']), index('document_claim', ['name'])],
      ),
      table(
        'staff_account',
        [
          { ...required(text('sub', 128)), isPrimary: true },
          required(text('userName', 200)),
          required(text('name', 200)),
          json('profile'),
          required(utc('seenAt')),
        ],
        [index('staff_account', ['userName']), index('staff_account', ['name']), index('staff_account', ['seenAt'])],
      ),
      table('work_columns_filled', [
        { ...required(text('kind', 40)), isPrimary: true },
        required(utc('startedAt')),
        required(text('lastId', 36)),
        utc('doneAt'),
      ]),
    ];
    for (const t of tables) await q.createTable(t, true);
    const documents = q.dataSource.entityMetadatas.filter(({ target }) => typeof target === 'function' && target.prototype instanceof DocumentRow);
    for (const { tableName } of documents) await addWorkColumns(q, tableName);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['work_columns_filled', 'staff_account', 'document_claim']) await q.dropTable(name);
  }
}

async function addWorkColumns(q: QueryRunner, tableName: string): Promise<void> {
  // `q.addColumn` is not used, because on the embedded database it copies the whole table.
  for (const column of ['stepSince', 'dueAt'])
    if (!(await q.hasColumn(tableName, column))) {
      await q.query(`alter table ${tableName} add column ${column} ${q.dataSource.options.type === 'better-sqlite3' ? 'datetime' : 'datetime(3)'} null`);
      q.clearSqlMemory();
    }
  await changeIndices(q, tableName, workIndices(tableName));
}
