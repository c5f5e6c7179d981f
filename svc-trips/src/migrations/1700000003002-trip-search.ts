import { documentListIndex, foldedColumn, foldedLength, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner, TableIndexOptions } from 'typeorm';

const name = 'triptic_trip';
const numbersAndNames = ['reference', 'vehicleNumber', 'chasisNumber', 'ownerName', 'driverName'];
const folded = numbersAndNames.map(foldedColumn);

/** These indexes begin with the movement, because every list shows only one movement. */
const wanted: TableIndexOptions[] = [
  ...folded.map((column) => documentListIndex(name, 'movement', column)),
  ...['entryDate', 'expectedDate'].flatMap((day) => [documentListIndex(name, 'movement', day), documentListIndex(name, 'movement', 'documentStatus', day)]),
  tables.index(name, ['crossCode', 'createdAt', 'id', 'agencyCode', 'documentStatus']),
];
const replaced: TableIndexOptions[] = [tables.index(name, ['vehicleNumber', 'createdAt'])];

/** Adds the columns with folded names and numbers, and an index for each sort order and filter of the officers' lists. `SearchColumns` fills the columns. */
export class TripSearch1700000003002 implements MigrationInterface {
  name = 'TripSearch1700000003002';

  async up(query: QueryRunner): Promise<void> {
    for (const column of folded) await tables.addText(query, name, column, foldedLength);
    await tables.changeIndices(query, name, wanted, replaced);
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, replaced, wanted);
    for (const column of folded) await tables.dropColumn(query, name, column);
  }
}
