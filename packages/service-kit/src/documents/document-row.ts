import type { TableColumnOptions, TableIndexOptions } from 'typeorm';
import { PrimaryColumn } from 'typeorm';
import { CodeColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '../database/columns.ts';
import { id, index, indexName, int, json, required, text, utc } from '../database/tables.ts';

/**
 * What every document's table has. The document itself is `body`, whole, its personal part encrypted; the columns of the concrete row repeat what lists
 * search and sort by, and can be made again from the body at any time.
 */
export abstract class DocumentRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @IntColumn() version: number;
  @CodeColumn(40) documentStatus: string;
  /** Who registered it; null for the public. */
  @CodeColumn(128) ownerSub: string | null;
  /** Null while the document is a draft. */
  @CodeColumn(60) reference: string | null;
  @CodeColumn(40) documentCode: string;
  /** The agency whose staff may see it; null while none is chosen. The table of each kind brings the column. */
  @CodeColumn(70) agencyCode: string | null;
  /** Since when its next step is waited for, and by when it is due; null where nothing is waited for. */
  @UtcColumn() stepSince: Date | null;
  @UtcColumn() dueAt: Date | null;
  @UtcColumn({ nullable: false }) createdAt: Date;
  @UtcColumn() updatedAt: Date;
  @TextColumn(200) updatedBy: string;
  @CodeColumn(40) lastAction: string;
  @JsonColumn() body: Record<string, unknown>;
  /** Of which version the row holds the folded forms and digests, and which of them (search-version.ts). Behind, or null, where an earlier release wrote it: see SearchColumns. */
  @IntColumn() searchVersion: number | null;
}

/** Columns of `DocumentRow`, for the migration of a concrete row. */
export const documentColumns = (): TableColumnOptions[] => [
  id(),
  required(int('version')),
  required(text('documentStatus', 40)),
  text('ownerSub', 128),
  text('reference', 60),
  text('documentCode', 40),
  utc('stepSince'),
  utc('dueAt'),
  utc('createdAt'),
  utc('updatedAt'),
  text('updatedBy', 200),
  text('lastAction', 40),
  json('body'),
  int('searchVersion'),
];

/** The columns with which the indices of the queues begin: all documents, and those of one status, by when they are due and by how long they have waited. */
export const workListColumns: readonly string[][] = ['dueAt', 'stepSince'].flatMap((column) => [[column], ['documentStatus', column]]);

/** The indices of the queues of earlier releases. */
export const workIndices = (table: string): TableIndexOptions[] =>
  workListColumns.map((columns) => index(table, [...new Set([...columns, 'id', 'agencyCode', 'documentStatus', 'createdAt'])]));

/** The index of the queue of what waits for its applicant: it has waited since a time, and is not due. */
export const applicantQueueIndex = (table: string): TableIndexOptions =>
  index(table, ['dueAt', 'stepSince', 'id', 'agencyCode', 'documentStatus', 'createdAt']);

/**
 * The index of an order of staff lists, and of filters on its columns: with the id, which decides between equals, and with what tells whether the reader may
 * see a row, so that lists are chosen and counted on the index alone.
 */
export const documentListIndex = (table: string, ...columns: string[]): TableIndexOptions =>
  index(table, [...new Set([...columns, 'id', 'createdAt', 'agencyCode', 'documentStatus'])]);

/**
 * The index of an order or filter of staff lists that also holds the other columns by which the lists are filtered: filters together are answered from it alone,
 * without reading the rows. @param columns with which it begins @param filters the columns of the other filters
 */
export const filteredListIndex = (table: string, columns: readonly string[], filters: readonly string[]): TableIndexOptions => ({
  name: indexName('lx', table, ...columns),
  columnNames: [...new Set([...columns, 'id', 'createdAt', 'agencyCode', 'documentStatus', ...filters])],
});

/** An index of staff lists of an earlier release, to which `widenIndices` added the agency and the status. @param columns with which it began, without the id */
export const widenedListIndex = (table: string, ...columns: string[]): TableIndexOptions => ({
  name: indexName('ix', table, 'list', ...columns),
  columnNames: [...new Set([...columns, 'id', 'agencyCode', 'documentStatus'])],
});

/** Finds the rows without present search columns: those of each pair of versions stand together. */
export const searchVersionIndex = (table: string): TableIndexOptions => index(table, ['searchVersion', 'version', 'id']);

/** Indices every document table needs: newest first, newest first of one status, by reference, by owner, without present search columns. */
export const documentIndices = (table: string): TableIndexOptions[] => [
  index(table, ['reference'], true),
  index(table, ['createdAt', 'id']),
  index(table, ['documentStatus', 'createdAt', 'id']),
  index(table, ['ownerSub', 'createdAt']),
  searchVersionIndex(table),
];
