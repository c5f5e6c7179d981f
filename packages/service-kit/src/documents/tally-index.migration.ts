import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeIndices, index } from '../database/tables.ts';

const byDetail = index('document_tally', ['kind', 'detail']);

/** Finds the counters of one value: of a column with many values, as nationality is, all of them were read. */
export class TallyIndex1700000901400 implements MigrationInterface {
  name = 'TallyIndex1700000901400';

  async up(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'document_tally', [byDetail]);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'document_tally', [], [byDetail]);
  }
}
