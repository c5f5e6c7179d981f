import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices, index } from '../database/tables.ts';

const byDetail = index('document_tally', ['kind', 'detail']);

/** Adds the index that finds the counters of one value. Without it, all counters of a column were read, which are many for a column such as nationality. */
export class TallyIndex1700000901400 implements MigrationInterface {
  name = 'TallyIndex1700000901400';

  async up(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'document_tally', [byDetail]);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'document_tally', [], [byDetail]);
  }
}
