import { documentListIndex, filteredListIndex, foldedColumn, tables, widenedListIndex, workIndices, workListColumns } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const { index } = tables;
const name = 'professional_licence';
const rest = ['id', 'agencyCode', 'documentStatus'];
const names = ['reference', 'holderName', 'licenceNumber'].map(foldedColumn);

const wanted = [
  // Looks documents up that were found by the words of their names.
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

/** The indices of the officers' list hold every column by which the list is filtered. */
export class LicenceLists1700000901500 implements MigrationInterface {
  name = 'LicenceLists1700000901500';

  async up(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, wanted, replaced);
  }

  async down(query: QueryRunner): Promise<void> {
    await tables.changeIndices(query, name, replaced, wanted);
  }
}
