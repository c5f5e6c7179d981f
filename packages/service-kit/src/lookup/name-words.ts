/** The words of the names on documents, each with the documents that have it: the search over everything finds names by them. */
import type { EntityManager, ObjectLiteral } from 'typeorm';
import { insertRow } from '../database/insert.ts';
import type { DocumentKind } from '../documents/document-kind.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { folded } from '../search/folding.ts';
import { DocumentNameWordRow, longestWord } from './name-words.entities.ts';

/** What the words of a document depend on. */
export interface NamedKind extends Pick<DocumentKind, 'kind' | 'search'> {
  lookup?: { names?: readonly string[] };
}

/** The columns of the names by which documents of a kind are found. */
export const nameColumns = ({ lookup, search }: NamedKind): string[] => (lookup?.names ?? []).flatMap((name) => search[name]?.column ?? []);

/** Whether documents of a kind are found by their names. */
export const isNamed = (of: NamedKind): boolean => nameColumns(of).length > 0;

/** A word in the form in which words are stored. */
export const storedWord = (word: string): string => [...word].slice(0, longestWord).join('');

/** Comes after every letter. */
export const lastLetter = '\u{10FFFF}';

/** The condition that a column begins with a word, for an index on it, and its values. */
export const beginsWith = (column: string, word: string, [from, until] = ['?', '?']): [sql: string, values: [string, string]] => [
  `${column} >= ${from} and ${column} < ${until}`,
  [word, `${word}${lastLetter}`],
];

/** The rows of words that belong to the row of a document. */
export function nameWordsOf(of: NamedKind, row: Pick<DocumentRow, 'id' | 'reference' | 'agencyCode'>): DocumentNameWordRow[] {
  const { id: documentId, reference, agencyCode } = row;
  if (reference === null || !agencyCode) return [];
  const names = nameColumns(of).map((column) => (row as ObjectLiteral)[column] as unknown);
  const words = names.flatMap((name) => (typeof name === 'string' ? folded(name, 'name').split(' ') : []));
  return [...new Set(words.filter(Boolean).map(storedWord))].map((word) => ({ documentId, word, kind: of.kind, agencyCode }));
}

const same = (one: readonly DocumentNameWordRow[], two: readonly DocumentNameWordRow[]): boolean =>
  one.length === two.length && one.every(({ word, agencyCode }, i) => word === two[i]?.word && agencyCode === two[i]?.agencyCode);

/**
 * Writes the words of a document, in the transaction of its row.
 * @param before the row as it was, or null where there was none @param after the row as it is
 */
export async function nameWordsChanged(of: NamedKind, tx: EntityManager, before: DocumentRow | null, after: DocumentRow): Promise<void> {
  const words = nameWordsOf(of, after);
  if (before && same(nameWordsOf(of, before), words)) return;
  // Another release may have written words that do not belong to the row as it was.
  if (before) await tx.delete(DocumentNameWordRow, { documentId: after.id });
  for (const word of words) await insertRow(tx, DocumentNameWordRow, word);
}
