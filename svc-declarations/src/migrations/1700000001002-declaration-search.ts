import { documentListIndex, foldedColumn, foldedLength, tables } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner, TableIndexOptions } from 'typeorm';

const { index } = tables;
const folded = ['reference', 'applicantName', 'firstName', 'lastName', 'flightNumber'].map(foldedColumn);
const travelDay = { departure_declaration: 'departureDate', arrival_declaration: 'arrivalDate' };

const wanted = (name: string, day: string): TableIndexOptions[] => [
  ...['reference', 'firstName', 'lastName', 'flightNumber'].map((column) => documentListIndex(name, foldedColumn(column))),
  documentListIndex(name, day),
  documentListIndex(name, 'documentStatus', day),
  index(name, ['entryPointCode', 'createdAt', 'id', 'agencyCode', 'documentStatus']),
  index(name, ['nationalityCode', 'createdAt', 'id', 'agencyCode', 'documentStatus']),
];
const replaced = (name: string, day: string): TableIndexOptions[] => [
  index(name, ['lastName', 'createdAt']),
  index(name, ['entryPointCode', 'createdAt']),
  index(name, [day, 'createdAt']),
];

/** Adds the columns with folded names and numbers, and an index for each sort order and filter of the officers' lists. `SearchColumns` fills the columns. */
export class DeclarationSearch1700000001002 implements MigrationInterface {
  name = 'DeclarationSearch1700000001002';

  async up(query: QueryRunner): Promise<void> {
    for (const [name, day] of Object.entries(travelDay)) {
      for (const column of folded) await tables.addText(query, name, column, foldedLength);
      await tables.changeIndices(query, name, wanted(name, day), replaced(name, day));
    }
  }

  async down(query: QueryRunner): Promise<void> {
    for (const [name, day] of Object.entries(travelDay)) {
      await tables.changeIndices(query, name, replaced(name, day), wanted(name, day));
      for (const column of folded) await tables.dropColumn(query, name, column);
    }
  }
}
