import type { ContractClass } from '@portal/contract-kit';
import type { Dataset } from '../open-data/dataset.ts';
import type { RetentionRule } from '../retention/retention-rule.ts';
import type { SearchFields } from '../search/search-query.ts';
import type { DocumentRow } from './document-row.ts';

/** Up to three code columns and a column with a day. The documents with each combination of their values are counted, by status and agency. */
export interface ListTotal {
  day: string;
  /** If there are three columns, the last should be the one with the most values. */
  columns: readonly [string?, string?, string?];
}

/**
 * A mark of a document in another table, such as a lane rule that applied; and a value that is the same for all marks of the document, such as whether its lane
 * was overridden.
 */
export type DocumentMark = readonly [mark: string, whole: string];

/** Number of documents that have a mark, together with that value. */
export interface MarkNumber {
  mark: string;
  whole: string;
  number: number;
}

/** What is known about a kind of document without a running service: how its rows are stored and encrypted, and for how long they are kept. */
export interface DocumentKind {
  /** Name of the kind in QR codes and audit records: `arrival-declaration`. */
  kind: string;
  contract: ContractClass;
  row: new () => DocumentRow;
  search: SearchFields;
  /**
   * Version of the layout of search columns that this release uses; 0 if omitted. A release that adds search columns (`tables.addSearchColumns`) increases it
   * by one. Rows with a smaller layout are updated in the background, including rows that the earlier release writes during the upgrade and after a rollback.
   */
  searchLayout?: number;
  /** A code column with few values by which staff lists are filtered in addition to the status. The number of documents with each value is kept. */
  countedBy?: string;
  /** Further columns of this sort. Each is counted separately from the others and gives the total of a list that is filtered by this column and the status. */
  alsoCountedBy?: readonly string[];
  /** The columns that the statistics use as lane and entry point, where the kind has them. */
  statistics?: { lane?: string; entryPoint?: string };
  /**
   * Combinations of columns by which staff lists are filtered, each with a day; the totals for these filters are kept. The table must have a
   * `filteredListIndex` that begins with `id`.
   */
  listTotals?: readonly ListTotal[];
  /**
   * A table beside the documents (linked by `documentId`) whose rows mark them. Lists can be filtered by its two columns, and the number of documents with each
   * mark is counted. `marksOf` of the definition returns the marks of a document.
   */
  marks?: { table: string; columns: DocumentMark };
  /** The open data sets about these documents, for deployments that publish them (`OPEN_DATA`). */
  openData?: readonly Dataset[];
  /** Entities of tables beside the documents, linked by `documentId`. Their rows are erased together with the document. */
  beside?: readonly (new () => { documentId: string | null })[];
  /** Column with the id under which prints are stored that show this document together with others. These prints are erased with the document. */
  printedWith?: string;
  /** Rules for when documents of this kind are erased; a document to which no rule applies is never erased. */
  retention: readonly RetentionRule[];
}
