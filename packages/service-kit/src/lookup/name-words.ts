/** The words in the names on documents, each with the documents that have it. The search across all kinds uses them to find names. */
import type { EntityManager, ObjectLiteral } from 'typeorm';
import { insertRow } from '../database/insert.ts';
import type { DocumentKind } from '../documents/document-kind.ts';
import type { DocumentRow } from '../documents/document-row.ts';
import { folded } from '../search/folding.ts';
import { DocumentNameWordRow, longestNames, longestWord } from './name-words.entities.ts';

/** The parts of a kind on which the words of a document depend. */
export interface NamedKind extends Pick<DocumentKind, 'kind' | 'search' | 'listTotals'> {
  lookup?: { names?: readonly string[] };
}

/** Returns the columns with the names by which documents of a kind are found. */
export const nameColumns = ({ lookup, search }: NamedKind): string[] => (lookup?.names ?? []).flatMap((name) => search[name]?.column ?? []);

/** Whether documents of a kind can be found by their names. */
export const isNamed = (of: NamedKind): boolean => nameColumns(of).length > 0;

/** Returns a word in the form in which it is stored. */
export const storedWord = (word: string): string => [...word].slice(0, longestWord).join('');

/** A character that sorts after every letter. */
export const lastLetter = '\u{10FFFF}';

/** Returns the condition that a column begins with a word, in a form for which an index can be used, and its values. */
export const beginsWith = (column: string, word: string, [from, until] = ['?', '?']): [sql: string, values: [string, string]] => [
  `${column} >= ${from} and ${column} < ${until}`,
  [word, `${word}${lastLetter}`],
];

/** Returns which columns of the document are stored beside its words, and the name of each there. */
export function wordTableColumns({
  listTotals: [total] = [],
}: Pick<NamedKind, 'listTotals'>): ReadonlyMap<string, 'documentStatus' | 'detail1' | 'detail2' | 'detail3' | 'day'> {
  const details = (total?.columns ?? []).flatMap((column, i) =>
    column ? [[column, (['detail1', 'detail2', 'detail3'] as const)[i] ?? 'detail3'] as const] : [],
  );
  return new Map([['documentStatus', 'documentStatus'] as const, ...details, ...(total ? [[total.day, 'day'] as const] : [])]);
}

/** Returns the rows of words that belong to the row of a document. */
export function nameWordsOf(of: NamedKind, row: Pick<DocumentRow, 'id' | 'reference' | 'agencyCode'>): DocumentNameWordRow[] {
  const { id: documentId, reference, agencyCode } = row;
  if (reference === null || !agencyCode) return [];
  const columns = row as ObjectLiteral;
  const named = nameColumns(of).map((column) => columns[column] as unknown);
  const all = named.flatMap((name) => (typeof name === 'string' ? folded(name, 'name').split(' ') : []));
  const words = [...new Set(all.filter(Boolean).map(storedWord))];
  const text = ` ${words.join(' ')} `;
  const beside = { documentStatus: null, detail1: null, detail2: null, detail3: null, day: null };
  for (const [from, to] of wordTableColumns(of)) Object.assign(beside, { [to]: columns[from] ?? null });
  const common = { documentId, kind: of.kind, agencyCode, names: text.length > longestNames ? null : text, ...beside };
  return words.map((word) => ({ ...common, word }));
}

/** Returns the values that are the same in all word rows of a document. */
const common = ([first]: readonly DocumentNameWordRow[]): Partial<DocumentNameWordRow> => {
  const { word: _, ...rest } = first ?? ({} as DocumentNameWordRow);
  return rest;
};
const wordsOf = (rows: readonly DocumentNameWordRow[]): string => JSON.stringify(rows.map(({ word }) => word));

/**
 * Writes the words of a document, in the transaction of its row.
 * @param before the row as it was before, or null for a new document @param after the row as it is now
 */
export async function nameWordsChanged(of: NamedKind, tx: EntityManager, before: DocumentRow | null, after: DocumentRow): Promise<void> {
  const [were, are] = [before ? nameWordsOf(of, before) : [], nameWordsOf(of, after)];
  if (before && wordsOf(were) === wordsOf(are)) {
    const { documentId, kind: _, ...beside } = common(are);
    if (documentId && JSON.stringify(common(were)) !== JSON.stringify(common(are))) await tx.update(DocumentNameWordRow, { documentId }, beside);
    return;
  }
  // Another release may have written words that do not belong to the earlier row, so all words of the document are deleted.
  if (before) await tx.delete(DocumentNameWordRow, { documentId: after.id });
  for (const word of are) await insertRow(tx, DocumentNameWordRow, word);
}
