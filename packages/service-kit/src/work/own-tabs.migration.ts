import type { MigrationInterface, QueryRunner } from 'typeorm';
import { json, required, table, text, utc } from '../database/tables.ts';

const key = { isPrimary: true };

/** Adds the table for the tab that an official opens first on a list, and for the order of their saved views. */
export class OwnTabs1700000901200 implements MigrationInterface {
  name = 'OwnTabs1700000901200';

  async up(q: QueryRunner): Promise<void> {
    const columns = [{ ...required(text('sub', 128)), ...key }, { ...required(text('list', 200)), ...key }, json('content'), utc('updatedAt')];
    await q.createTable(table('own_tabs', columns), true);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.dropTable('own_tabs');
  }
}
