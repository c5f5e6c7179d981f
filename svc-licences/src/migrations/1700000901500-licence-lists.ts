import { documentListIndex, filteredListIndex, foldedColumn, tables, widenedListIndex, workIndices, workListColumns } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { index } = tables;
const name = 'professional_licence';
const rest = ['id', 'agencyCode', 'documentStatus'];
const names = ['reference', 'holderName', 'licenceNumber'].map(foldedColumn);

const wanted = [
  // For looking up, by id, the documents that a search by words of the name has found.
  ['id'],
  ['createdAt'],
  ['documentStatus', 'createdAt'],
  ['documentCode', 'createdAt'],
  ['indentityCode', 'createdAt'],
  ['aboutToExpire', 'createdAt'],
  ...names.map((column) => [column]),
  ['endDate'],
  ['documentStatus', 'endDate'],
  ['birthDate'],
  ...workListColumns,
].map((columns) => filteredListIndex(name, columns, ['documentCode', 'indentityCode', 'birthDate', 'endDate']));
const replaced = [
  widenedListIndex(name, 'createdAt'),
  widenedListIndex(name, 'documentStatus', 'createdAt'),
  widenedListIndex(name, 'documentCode', 'createdAt'),
  index(name, ['indentityCode', 'createdAt', ...rest]),
  index(name, ['aboutToExpire', 'createdAt', ...rest]),
  ...names.map((column) => documentListIndex(name, column)),
  documentListIndex(name, 'endDate'),
  documentListIndex(name, 'documentStatus', 'endDate'),
  documentListIndex(name, 'birthDate'),
  ...workIndices(name),
];

/** Replaces the indexes of the officers' list with indexes that contain every column by which the list can be filtered. */
export class LicenceLists1700000901500 implements MigrationInterface {
  name = 'LicenceLists1700000901500';

  async up(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, wanted, replaced);
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, replaced, wanted);
  }
}
