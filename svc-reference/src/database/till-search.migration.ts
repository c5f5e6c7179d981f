import { foldedColumn, foldedLength, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { addText, changeIndices, dropColumn, index } = tables;

const folded = { receipt: ['reference', 'documentReference', 'payer', 'cashier'], invoice: ['reference', 'payer'] };
const indices = {
  receipt: [
    ...folded.receipt.map((name) => index('receipt', [foldedColumn(name), 'createdAt', 'id'])),
    index('receipt', ['date', 'createdAt', 'id']),
    index('receipt', ['method', 'createdAt', 'id']),
    index('receipt', ['slip']),
  ],
  invoice: [],
};

/** Adds the columns by which receipts and invoices are found without accents. `TillSearchColumns` fills them and the words of the payers' names. */
export class TillSearch1700000010300 implements MigrationInterface {
  name = 'TillSearch1700000010300';

  async up(q: QueryRunner): Promise<void> {
    for (const table of ['receipt', 'invoice'] as const) {
      for (const name of folded[table]) await addText(q, table, foldedColumn(name), foldedLength);
      q.clearSqlMemory();
      await changeIndices(q, table, indices[table]);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of ['receipt', 'invoice'] as const) {
      await changeIndices(q, table, [], indices[table]);
      for (const name of folded[table]) await dropColumn(q, table, foldedColumn(name));
    }
  }
}
