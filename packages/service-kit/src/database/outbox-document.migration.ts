import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addText, changeIndices, dropColumn, index } from './tables.ts';

const byDocument = index('outbox', ['documentId']);

/** Adds the document to the orders for printed forms, so that these are found when it is erased. Instances of the earlier version still write orders without it. */
export class OutboxDocument1700000902900 implements MigrationInterface {
  name = 'OutboxDocument1700000902900';

  async up(q: QueryRunner): Promise<void> {
    await addText(q, 'outbox', 'documentId', 36);
    q.clearSqlMemory();
    await changeIndices(q, 'outbox', [byDocument]);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'outbox', [], [byDocument]);
    await dropColumn(q, 'outbox', 'documentId');
  }
}
