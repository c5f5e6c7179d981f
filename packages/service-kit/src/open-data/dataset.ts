/** What a kind of document says of a table that a deployment publishes of it. */
import type { Bilingual } from '@portal/contract-kit';

/** A column of a table: one of the columns of the kind's list total. */
export interface DatasetColumn {
  /** As it is called in the table. */
  name: string;
  /** The column of the documents; `documentStatus` for their status. */
  of: string;
  /** The catalogue that has the names of its codes: the table gets a column with them, `<name>Name`. */
  catalogue?: string;
  /** Countries are published in groups alone. */
  countryGroups?: true;
}

/** A table that is published. */
export interface Dataset {
  /** Its name in the address. */
  name: string;
  title: Bilingual;
  /** Which of the kind's list totals it is counted from. */
  list: number;
  /** Whether there is a row for each day or month of the list total's day; without it the table is of all documents as they stand now. */
  by?: 'day' | 'month';
  columns: readonly DatasetColumn[];
}
