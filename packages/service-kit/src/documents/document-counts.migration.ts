import type { MigrationInterface, QueryRunner } from 'typeorm';
import { flag, int, required, table, text, utc } from '../database/tables.ts';

const timestamp = 1_700_000_000_200;

/**
 * Creates the counters of documents. `DocumentCounts` fills them later from the existing rows, because an instance of the previous version may still be writing
 * rows.
 */
export class DocumentCounts1700000000200 implements MigrationInterface {
  name = `DocumentCounts${timestamp}`;

  async up(q: QueryRunner): Promise<void> {
    const key = { isPrimary: true };
    await q.createTable(
      table('document_count', [
        { ...required(text('kind', 40)), ...key },
        { ...required(text('documentStatus', 40)), ...key },
        { ...required(text('detail', 70)), ...key },
        { ...required(int('shard')), ...key },
        required(int('number')),
      ]),
      true,
    );
    await q.createTable(
      table('document_count_check', [{ ...required(int('id')), ...key }, required(int('generation')), utc('driftedAt'), flag('settled')]),
      true,
    );
    if (await q.manager.existsBy('document_count_check', { id: 1 })) return;
    // In a new database this migration runs before those that create the document tables. If those tables exist already, an instance of a version that does not
    // count may be running.
    const later = await q.query('select name from migrations where timestamp > ? limit 1', [timestamp]);
    await q.manager.insert('document_count_check', { id: 1, generation: 0, driftedAt: new Date(), settled: later.length === 0 });
  }

  async down(q: QueryRunner): Promise<void> {
    for (const name of ['document_count_check', 'document_count']) await q.dropTable(name);
  }
}
