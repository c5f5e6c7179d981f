import { foldedColumn, foldedLength, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { addText, changeIndices, dropColumn, index } = tables;

const column = foldedColumn('cashier');
const indices = [index('cashier_shift', [column, 'createdAt', 'id'])];

/** Adds the column by which shifts are found by the cashier's name without accents. `TillSearchColumns` fills it. */
export class ShiftSearch1700000010700 implements MigrationInterface {
  name = 'ShiftSearch1700000010700';

  async up(q: QueryRunner): Promise<void> {
    await addText(q, 'cashier_shift', column, foldedLength);
    q.clearSqlMemory();
    await changeIndices(q, 'cashier_shift', indices);
  }

  async down(q: QueryRunner): Promise<void> {
    await changeIndices(q, 'cashier_shift', [], indices);
    await dropColumn(q, 'cashier_shift', column);
  }
}
