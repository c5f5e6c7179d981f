import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addInt, addText, changeIndices, dropColumn, index } from '../database/tables.ts';
import { foldedColumn, foldedLength } from '../search/folding.ts';
import { widenIndices } from './document-agency.migration.ts';
import { DocumentRow, searchVersionIndex } from './document-row.ts';
import { RegisteredRow } from './registered-row.ts';

const documentTables = (q: QueryRunner, of: typeof DocumentRow = DocumentRow): string[] =>
  q.dataSource.entityMetadatas.flatMap(({ target, tableName }) => (typeof target === 'function' && target.prototype instanceof of ? [tableName] : []));

/** Adds `searchVersion` to every document table. `SearchColumns` fills it, and the search columns, for the existing rows. */
export class DocumentSearchColumns1700000900300 implements MigrationInterface {
  name = 'DocumentSearchColumns1700000900300';

  async up(q: QueryRunner): Promise<void> {
    for (const table of documentTables(q)) {
      await addInt(q, table, 'searchVersion');
      await changeIndices(q, table, [searchVersionIndex(table)]);
      // The earlier migration skipped every second index.
      await widenIndices(q, table);
    }
    // The table of an area may have been created before folded references existed.
    for (const table of documentTables(q, RegisteredRow)) await addText(q, table, foldedColumn('reference'), foldedLength);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of documentTables(q)) {
      await changeIndices(q, table, [], [searchVersionIndex(table)]);
      await dropColumn(q, table, 'searchVersion');
    }
  }
}

const former = (table: string) => index(table, ['searchVersion', 'id', 'version']);

/** Reorders the index of rows with outdated search columns by their versions. With the former index, the check at start read one entry for every document. */
export class SearchVersionIndex1700000900700 implements MigrationInterface {
  name = 'SearchVersionIndex1700000900700';

  async up(q: QueryRunner): Promise<void> {
    for (const table of documentTables(q)) await changeIndices(q, table, [searchVersionIndex(table)], [former(table)]);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of documentTables(q)) await changeIndices(q, table, [former(table)], [searchVersionIndex(table)]);
  }
}
