import { tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { index, required, table, text } = tables;

/** Adds the table of rules that sent declarations to the red lane. Lists find declarations by it, and the board counts them. */
export class LaneHits1700000001008 implements MigrationInterface {
  name = 'LaneHits1700000001008';

  async up(query: QueryRunner): Promise<void> {
    const key = (name: string, length: number) => text(name, length, { isPrimary: true, isNullable: false });
    const columns = [key('documentId', 36), key('rule', 60), required(text('overridden', 3))];
    const byRule = [index('lane_hit', ['rule', 'overridden', 'documentId']), index('lane_hit', ['overridden', 'documentId'])];
    await query.createTable(table('lane_hit', columns, byRule), true);
    // Before there were tables, only declared merchandise gave the red lane. An interrupted run may already have inserted some rows.
    const ignore = query.dataSource.options.type === 'better-sqlite3' ? 'or ignore' : 'ignore';
    await query.query(
      `insert ${ignore} into lane_hit (documentId, rule, overridden) select id, 'SPECIFICATION', 'NO' from arrival_declaration where lane = 'RED' and hasMerchandise = 'YES'`,
    );
  }

  async down(query: QueryRunner): Promise<void> {
    await query.dropTable('lane_hit');
  }
}
