import type { MigrationInterface, QueryRunner } from 'typeorm';
import { day, id, index, required, table, text } from '../database/tables.ts';

const name = 'erased_document';

/** Creates the table of erased documents. */
export class ErasedDocuments1700000000001 implements MigrationInterface {
  name = 'ErasedDocuments1700000000001';

  async up(q: QueryRunner): Promise<void> {
    await q.createTable(
      table(
        name,
        [id(), required(text('kind', 40)), text('documentCode', 40), text('reference', 60), text('documentStatus', 40), day('registeredOn'), day('erasedOn')],
        [index(name, ['kind', 'registeredOn'])],
      ),
      true,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.dropTable(name);
  }
}
