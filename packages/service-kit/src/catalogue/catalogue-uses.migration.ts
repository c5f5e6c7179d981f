import type { MigrationInterface, QueryRunner } from 'typeorm';
import { required, table, text, utc } from '../database/tables.ts';

/** Creates the table that stores how far the uses of catalogue records have been counted. `CatalogueUses` counts the existing documents. */
export class CatalogueUses1700000901800 implements MigrationInterface {
  name = 'CatalogueUses1700000901800';

  async up(q: QueryRunner): Promise<void> {
    await q.createTable(
      table('catalogue_use_check', [{ ...required(text('kind', 40)), isPrimary: true }, text('upTo', 36), required(utc('startedAt')), utc('completeAt')]),
      true,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('catalogue_use_check');
    await q.query("delete from statistic where series = 'C'");
  }
}
