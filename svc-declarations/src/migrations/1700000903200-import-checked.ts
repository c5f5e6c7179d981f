import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time when every row of a list was found valid, for lists that are registered only as a whole. Instances of the earlier version do not set it. */
export class ImportChecked1700000903200 implements MigrationInterface {
  name = 'ImportChecked1700000903200';

  async up(query: QueryRunner): Promise<void> {
    await tables.addUtc(query, 'declaration_import', 'checkedAt');
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.dropColumn(query, 'declaration_import', 'checkedAt');
  }
}
