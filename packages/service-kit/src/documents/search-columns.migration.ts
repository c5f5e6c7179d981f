import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addInt, changeIndices, dropColumn } from '../database/tables.ts';
import { DocumentRow, searchVersionIndex } from './document-row.ts';

const documentTables = (q: QueryRunner): string[] =>
  q.dataSource.entityMetadatas.flatMap(({ target, tableName }) => (typeof target === 'function' && target.prototype instanceof DocumentRow ? [tableName] : []));

/** Adds to every table of documents which version its search columns are of. `SearchColumns` fills it, and the columns, for the rows that are there. */
export class DocumentSearchColumns1700000900300 implements MigrationInterface {
  name = 'DocumentSearchColumns1700000900300';

  async up(q: QueryRunner): Promise<void> {
    for (const table of documentTables(q)) {
      await addInt(q, table, 'searchVersion');
      await changeIndices(q, table, [searchVersionIndex(table)]);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of documentTables(q)) {
      await changeIndices(q, table, [], [searchVersionIndex(table)]);
      await dropColumn(q, table, 'searchVersion');
    }
  }
}
