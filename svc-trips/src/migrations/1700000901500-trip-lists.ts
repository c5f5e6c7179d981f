import { documentListIndex, filteredListIndex, foldedColumn, tables, widenedListIndex, workIndices, workListColumns } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { index } = tables;
const name = 'triptic_trip';
const names = ['reference', 'vehicleNumber', 'chasisNumber', 'ownerName', 'driverName'].map(foldedColumn);
const days = ['entryDate', 'expectedDate'];

const wanted = [
  // For looking up, by id, the documents that a search by words of the name has found.
  ['id'],
  ['createdAt'],
  ['documentStatus', 'createdAt'],
  ['movement', 'createdAt'],
  ['movement', 'documentStatus', 'createdAt'],
  ['movement', 'crossCode', 'createdAt'],
  ...names.map((column) => ['movement', column]),
  ...days.flatMap((day) => [
    ['movement', day],
    ['movement', 'documentStatus', day],
  ]),
  ...workListColumns,
].map((columns) => filteredListIndex(name, columns, ['movement', 'crossCode', ...days]));
const replaced = [
  widenedListIndex(name, 'createdAt'),
  widenedListIndex(name, 'documentStatus', 'createdAt'),
  widenedListIndex(name, 'movement', 'createdAt'),
  widenedListIndex(name, 'movement', 'documentStatus', 'createdAt'),
  index(name, ['movement', 'crossCode', 'createdAt', 'id', 'agencyCode', 'documentStatus']),
  ...names.map((column) => documentListIndex(name, 'movement', column)),
  ...days.flatMap((day) => [documentListIndex(name, 'movement', day), documentListIndex(name, 'movement', 'documentStatus', day)]),
  ...workIndices(name),
];

/** Replaces the indexes of the officers' lists with indexes that contain every column by which the lists can be filtered. */
export class TripLists1700000901500 implements MigrationInterface {
  name = 'TripLists1700000901500';

  async up(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, wanted, replaced);
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, replaced, wanted);
  }
}
