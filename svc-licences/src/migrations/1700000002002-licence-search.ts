import { documentListIndex, foldedColumn, foldedLength, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner, TableIndexOptions } from 'typeorm';

const name = 'professional_licence';
const folded = ['reference', 'holderName', 'licenceNumber', 'previousReference'].map(foldedColumn);

const wanted: TableIndexOptions[] = [
  ...['reference', 'holderName', 'licenceNumber'].map((column) => documentListIndex(name, foldedColumn(column))),
  documentListIndex(name, 'endDate'),
  documentListIndex(name, 'documentStatus', 'endDate'),
  documentListIndex(name, 'birthDate'),
  // For the list of licences that are about to expire.
  tables.index(name, ['aboutToExpire', 'createdAt', 'id', 'agencyCode', 'documentStatus']),
];

/** Adds the columns with folded names and numbers, and an index for each sort order and filter of the officers' list. `SearchColumns` fills the columns. */
export class LicenceSearch1700000002002 implements MigrationInterface {
  name = 'LicenceSearch1700000002002';

  async up(query: QueryRunner): Promise<void> {
    for (const column of folded) await tables.addText(query, name, column, foldedLength);
    await tables.changeIndices(query, name, wanted);
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, [], wanted);
    for (const column of folded) await tables.dropColumn(query, name, column);
  }
}
