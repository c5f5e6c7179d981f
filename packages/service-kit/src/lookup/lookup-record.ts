/** What the search over everything answers. */

/** A document that was found. */
export interface LookupRecord {
  kind: string;
  id: string;
  reference: string;
  /** Of whom or what it is, and what kind of document. */
  title: string;
  subtitle: string;
  documentStatus: string;
  statusName: string;
  /** When it was registered. */
  date: string;
  /** The screen that shows it to staff. */
  url: string;
  /** The same for all documents of one person, and of one vehicle, in every area: keyed digests of their numbers. */
  groupKeys: { person: string | null; vehicle: string | null };
}

/** Ids of documents by how well they fit: the number that was asked for, a reference that holds the text, a name with these words, one with words that begin so. */
export type Ranked = { id: string; rank: 0 | 1 | 2 | 3 };
