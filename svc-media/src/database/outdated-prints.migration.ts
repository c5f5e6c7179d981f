import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { int, table, utc } = tables;

/** Creates the table of the documents from which data was erased. Instances of the earlier version do not record this. */
export class OutdatedPrints1700000002300 implements MigrationInterface {
  name = 'OutdatedPrints1700000002300';

  async up(q: QueryRunner): Promise<void> {
    const documentId = { name: 'documentId', type: 'varchar', length: '60', isPrimary: true };
    await q.createTable(table('outdated_prints', [documentId, int('version'), utc('at')]), true);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('outdated_prints');
  }
}
