/**
 * What the catalogues ask of a document: questions, declarations, requirements, fees. The server holds the lists; clients send only the answers.
 * Each row that is asked is in the document once, in order; rows that the catalogue does not ask are dropped.
 */
import type { CatalogueRecord } from '@portal/contract-kit';
import { recordOn } from './record-on.ts';

/** Where the records of a catalogue are. */
export interface Catalogues {
  records(name: string): Promise<readonly CatalogueRecord[]>;
}

/** Days and documents whose records are remembered. */
const mostRemembered = 500;

export const rankOf = (record: CatalogueRecord): number => Number(record.rank ?? 0);

/** The records of a document in their order on a day, by day and code, until the catalogue is read anew. */
const ordered = new WeakMap<readonly CatalogueRecord[], Map<string, readonly CatalogueRecord[]>>();

function recordsOf(records: readonly CatalogueRecord[], documentCode: string, day: string): readonly CatalogueRecord[] {
  const known = ordered.get(records) ?? new Map<string, readonly CatalogueRecord[]>();
  const key = `${day} ${documentCode}`;
  const before = known.get(key);
  if (before) return before;
  const found = records
    .map((record) => recordOn(record, day))
    .filter((r) => r.retired !== true && r.documentCode === documentCode)
    .sort((a, b) => rankOf(a) - rankOf(b) || a.code.localeCompare(b.code));
  // Callers may ask for any code: only those that exist are remembered.
  if (found.length) {
    if (known.size >= mostRemembered) known.clear();
    ordered.set(records, known.set(key, found));
  }
  return found;
}

/**
 * The records of a catalogue that a document asks for, by rank, without retired ones and those of other sub-documents.
 * @param day the document's own
 */
export async function askedRecords(
  catalogues: Catalogues,
  name: string,
  day: string,
  documentCode: string,
  subDocumentCode?: string,
): Promise<CatalogueRecord[]> {
  return recordsOf(await catalogues.records(name), documentCode, day).filter((r) => !r.subDocumentCode || r.subDocumentCode === subDocumentCode);
}

/** Rows by id: several where a client repeats one. */
export function rowsById<Row extends { id?: string }>(rows: readonly Row[] | undefined): Map<string | undefined, Row[]> {
  const found = new Map<string | undefined, Row[]>();
  for (const row of Array.isArray(rows) ? rows : []) found.set(row.id, [...(found.get(row.id) ?? []), row]);
  return found;
}
