import type { MigrationInterface, QueryRunner } from 'typeorm';
import { id, index, json, required, table, text, utc } from '../database/tables.ts';

/** Adds the tables of notes on documents and of saved lists. */
export class NotesAndViews1700000900200 implements MigrationInterface {
  name = 'NotesAndViews1700000900200';

  async up(q: QueryRunner): Promise<void> {
    const tables = [
      table(
        'document_note',
        [id(), required(text('kind', 40)), required(text('documentId', 36)), required(utc('at')), text('userSub', 128), text('userName', 200), json('content')],
        [index('document_note', ['documentId', 'at'])],
      ),
      table(
        'saved_view',
        [
          id(),
          required(text('ownerSub', 128)),
          required(text('ownerName', 200)),
          required(text('list', 200)),
          text('sharedWithRole', 100),
          json('content'),
          required(utc('createdAt')),
          required(utc('updatedAt')),
        ],
        [index('saved_view', ['ownerSub', 'createdAt']), index('saved_view', ['sharedWithRole'])],
      ),
    ];
    for (const t of tables) await q.createTable(t, true);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['saved_view', 'document_note']) await q.dropTable(name);
  }
}
