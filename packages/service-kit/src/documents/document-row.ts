import type { TableColumnOptions, TableIndexOptions } from 'typeorm';
import { PrimaryColumn } from 'typeorm';
import { CodeColumn, IntColumn, JsonColumn, TextColumn, UtcColumn } from '../database/columns.ts';
import { id, index, indexName, int, json, required, text, utc } from '../database/tables.ts';

/**
 * The columns of every document table. `body` holds the complete document, with its personal part encrypted. The columns of the concrete row repeat the values
 * by which lists search and sort; they can be rebuilt from the body at any time.
 */
export abstract class DocumentRow {
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @IntColumn() version: number;
  @CodeColumn(40) documentStatus: string;
  /** Subject (`sub`) of the signed-in person who registered it; null for the public. */
  @CodeColumn(128) ownerSub: string | null;
  /** Serial reference; null while the document is a draft. */
  @CodeColumn(60) reference: string | null;
  @CodeColumn(40) documentCode: string;
  /** The agency whose staff may see the document; null while none is chosen. The table of each kind defines the column. */
  @CodeColumn(70) agencyCode: string | null;
  /** Time since which the document has waited for its next step, and time by which the step is due; null where there is none. */
  @UtcColumn() stepSince: Date | null;
  @UtcColumn() dueAt: Date | null;
  @UtcColumn({ nullable: false }) createdAt: Date;
  @UtcColumn() updatedAt: Date;
  @TextColumn(200) updatedBy: string;
  @CodeColumn(40) lastAction: string;
  @JsonColumn() body: Record<string, unknown>;
  /**
   * The document version to which the row's folded forms and digests belong, combined with the layout of these columns (search-version.ts). It is behind or
   * null where an earlier release wrote the row: see SearchColumns.
   */
  @IntColumn() searchVersion: number | null;
}

/** Columns of `DocumentRow`, for the migration that creates a concrete table. */
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

/** First columns of the indices for the work queues: of all documents and of those in one status, each by due time and by waiting time. */
export const workListColumns: readonly string[][] = ['dueAt', 'stepSince'].flatMap((column) => [[column], ['documentStatus', column]]);

/** Indices for the work queues in earlier releases. */
export const workIndices = (table: string): TableIndexOptions[] =>
  workListColumns.map((columns) => index(table, [...new Set([...columns, 'id', 'agencyCode', 'documentStatus', 'createdAt'])]));

/** Index for the queue of documents that wait for their applicant: they have a waiting time but no due time. */
export const applicantQueueIndex = (table: string): TableIndexOptions =>
  index(table, ['dueAt', 'stepSince', 'id', 'agencyCode', 'documentStatus', 'createdAt']);

/**
 * Index for an order of staff lists and for filters on its columns. It contains the id, which orders equal rows, and the columns that tell whether the reader
 * may see a row, so that lists are selected and counted from the index alone.
 */
export const documentListIndex = (table: string, ...columns: string[]): TableIndexOptions =>
  index(table, [...new Set([...columns, 'id', 'createdAt', 'agencyCode', 'documentStatus'])]);

/**
 * Index for an order or filter of staff lists that also contains the columns of the other filters, so that combined filters are answered without reading the
 * rows.
 * @param columns first columns of the index @param filters columns of the other filters
 */
export const filteredListIndex = (table: string, columns: readonly string[], filters: readonly string[]): TableIndexOptions => ({
  name: indexName('lx', table, ...columns),
  columnNames: [...new Set([...columns, 'id', 'createdAt', 'agencyCode', 'documentStatus', ...filters])],
});

/**
 * A staff list index of an earlier release, to which `widenIndices` has added the agency and the status. @param columns its original first columns, without the
 * id
 */
export const widenedListIndex = (table: string, ...columns: string[]): TableIndexOptions => ({
  name: indexName('ix', table, 'list', ...columns),
  columnNames: [...new Set([...columns, 'id', 'agencyCode', 'documentStatus'])],
});

/** Index that finds the rows whose search columns are out of date. Rows with the same pair of versions are adjacent in it. */
export const searchVersionIndex = (table: string): TableIndexOptions => index(table, ['searchVersion', 'version', 'id']);

/**
 * Indices that every document table needs: newest first, newest first in one status, by reference, by owner, and for rows whose search columns are out of date.
 */
export const documentIndices = (table: string): TableIndexOptions[] => [
  index(table, ['reference'], true),
  index(table, ['createdAt', 'id']),
  index(table, ['documentStatus', 'createdAt', 'id']),
  index(table, ['ownerSub', 'createdAt']),
  searchVersionIndex(table),
];
