import { documentListIndex, filteredListIndex, foldedColumn, tables, widenedListIndex, workIndices, workListColumns } from '@portal/service-kit';
import type { MigrationInterface, QueryRunner, TableIndexOptions } from 'typeorm';

const { index } = tables;
const kinds = [
  { name: 'departure_declaration', day: 'departureDate', lane: [] },
  { name: 'arrival_declaration', day: 'arrivalDate', lane: ['lane'] },
];
type Kind = (typeof kinds)[number];

const names = ['reference', 'firstName', 'lastName', 'flightNumber'].map(foldedColumn);

const wanted = ({ name, day, lane }: Kind): TableIndexOptions[] =>
  [
    // For looking up, by id, the documents that a search by words of the name has found.
    ['id'],
    ['createdAt'],
    ['documentStatus', 'createdAt'],
    ...lane.map((column) => [column, 'documentStatus', 'createdAt']),
    ...names.map((column) => [column]),
    [day],
    ['documentStatus', day],
    ['entryPointCode', 'createdAt'],
    ['nationalityCode', 'createdAt'],
    ...workListColumns,
  ].map((columns) => filteredListIndex(name, columns, [...lane, 'entryPointCode', 'nationalityCode', day, foldedColumn('flightNumber')]));
const replaced = ({ name, day, lane }: Kind): TableIndexOptions[] => [
  widenedListIndex(name, 'createdAt'),
  widenedListIndex(name, 'documentStatus', 'createdAt'),
  ...lane.map((column) => widenedListIndex(name, column, 'documentStatus', 'createdAt')),
  ...names.map((column) => documentListIndex(name, column)),
  documentListIndex(name, day),
  documentListIndex(name, 'documentStatus', day),
  index(name, ['entryPointCode', 'createdAt', 'id', 'agencyCode', 'documentStatus']),
  index(name, ['nationalityCode', 'createdAt', 'id', 'agencyCode', 'documentStatus']),
  ...workIndices(name),
];

/** Replaces the indexes of the officers' lists with indexes that contain every column by which the lists can be filtered. */
export class DeclarationLists1700000901500 implements MigrationInterface {
  name = 'DeclarationLists1700000901500';

  async up(query: QueryRunner): Promise<void> {
    for (const kind of kinds) await tables.changeIndices(query, kind.name, wanted(kind), replaced(kind));
  }

  async down(query: QueryRunner): Promise<void> {
    for (const kind of kinds) await tables.changeIndices(query, kind.name, replaced(kind), wanted(kind));
  }
}
