/** Types of the results of the search across all kinds of documents. */

/** A document that was found. */
export interface LookupRecord {
  kind: string;
  id: string;
  reference: string;
  /** The person, holder or vehicle of the document (`title`), and its kind with further detail (`subtitle`). */
  title: string;
  subtitle: string;
  documentStatus: string;
  statusName: string;
  /** Time of registration. */
  date: string;
  /** Address of the screen that shows the document to staff. */
  url: string;
  /** Keyed digests of the numbers of the person and of the vehicle. They are the same for all documents of one person, and of one vehicle, in every area. */
  groupKeys: { person: string | null; vehicle: string | null };
}

/**
 * Id of a document and how well it matches: 0 has the number that was searched for, 1 has a reference that contains the text, 2 has a name with these words, 3
 * has a name with words that begin with them.
 */
export type Ranked = { id: string; rank: 0 | 1 | 2 | 3 };
