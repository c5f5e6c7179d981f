import type { ContractClass } from '@portal/contract-kit';
import type { Dataset } from '../open-data/dataset.ts';
import type { RetentionRule } from '../retention/retention-rule.ts';
import type { SearchFields } from '../search/search-query.ts';
import type { DocumentRow } from './document-row.ts';

/** Up to three code columns and the column of a day. The documents of each combination of their values are counted, by status and agency. */
export interface ListTotal {
  day: string;
  /** The last of three should be the one with the most values. */
  columns: readonly [string?, string?, string?];
}

/** A mark of a document in another table, such as a lane rule that applied; and a value that is the same in all marks of the document, such as whether its lane was overridden. */
export type DocumentMark = readonly [mark: string, whole: string];

/** How many documents have a mark with that value. */
export interface MarkNumber {
  mark: string;
  whole: string;
  number: number;
}

/** What is known of a kind of document without a running service: how its rows are kept and encrypted, and for how long. */
export interface DocumentKind {
  /** Kind in QR codes and audit records: `arrival-declaration`. */
  kind: string;
  contract: ContractClass;
  row: new () => DocumentRow;
  search: SearchFields;
  /**
   * Which layout of search columns this release knows; 0 if left out. A release that adds search columns (`tables.addSearchColumns`) makes it greater by one:
   * rows of a smaller one are brought up to date in the background, also those that the earlier release writes during the upgrade and after a way back.
   */
  searchLayout?: number;
  /** A code column of few values by which staff lists are filtered beside the status: how many documents there are of each is kept. */
  countedBy?: string;
  /** Further such columns. Each is counted apart from the others: it gives the total of a list that is filtered by it and the status. */
  alsoCountedBy?: readonly string[];
  /** The columns that statistics call lane and entry point, where the kind has them. */
  statistics?: { lane?: string; entryPoint?: string };
  /** Columns by which staff lists are filtered together, each with a day: the totals of these filters are kept. The table has a `filteredListIndex` of `id`. */
  listTotals?: readonly ListTotal[];
  /**
   * A table beside the documents, named in `documentId`, whose rows mark them: lists are filtered by its two columns, and how many documents have each mark is
   * counted. `marksOf` of the definition tells the marks of a document.
   */
  marks?: { table: string; columns: DocumentMark };
  /** The open data about these documents, where the deployment publishes them (`OPEN_DATA`). */
  openData?: readonly Dataset[];
  /** Entities of tables beside the documents, whose rows name theirs in `documentId`: they are erased with it. */
  beside?: readonly (new () => { documentId: string | null })[];
  /** Column with the id under which prints are stored that show this document among others. They are erased with it. */
  printedWith?: string;
  /** When its documents are erased; never where no rule applies. */
  retention: readonly RetentionRule[];
}
