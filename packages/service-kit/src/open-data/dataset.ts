/** The definition of a table of counts about a kind of document that a deployment may publish. */
import type { Bilingual } from '@portal/contract-kit';

/** A column of a published table. It is one of the columns of the kind's list total. */
export interface DatasetColumn {
  /** Name of the column in the published table. */
  name: string;
  /** Name of the documents' column; `documentStatus` for their status. */
  of: string;
  /** The catalogue that names the codes of this column. The table gets a further column with the names, `<name>Name`. */
  catalogue?: string;
  /** Set where countries are published only as groups. */
  countryGroups?: true;
}

/** A table that is published. */
export interface Dataset {
  /** Name of the table in its URL. */
  name: string;
  title: Bilingual;
  /** Index of the kind's list total from which the table is counted. */
  list: number;
  /** Whether there is a row for each day or for each month of the list total's day. Without it the table counts all documents in their current state. */
  by?: 'day' | 'month';
  columns: readonly DatasetColumn[];
}
