/**
 * What the catalogues require of a document: questions, declarations, requirements and fees. The server holds these lists; clients send only the answers. A
 * document contains each row of its lists exactly once and in order; rows that the catalogue does not contain are dropped.
 */
import type { CatalogueRecord } from '@portal/contract-kit';
import { recordOn } from './record-on.ts';

/** Source of the records of a catalogue. */
export interface Catalogues {
  records(name: string): Promise<readonly CatalogueRecord[]>;
}

/** Maximum number of combinations of day and document code whose records are cached. */
const mostRemembered = 500;

export const rankOf = (record: CatalogueRecord): number => Number(record.rank ?? 0);

/** Cache of the sorted records of a document type, by day and document code. An entry lives until the catalogue is loaded again. */
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
  // Callers may ask for any code, so only codes that have records are cached.
  if (found.length) {
    if (known.size >= mostRemembered) known.clear();
    ordered.set(records, known.set(key, found));
  }
  return found;
}

/**
 * Returns the records of a catalogue that apply to a document, sorted by rank, without retired records and without those of other sub-documents.
 * @param day the day that decides for the document (see deciding-day.ts)
 */
export async function applicableRecords(
  catalogues: Catalogues,
  name: string,
  day: string,
  documentCode: string,
  subDocumentCode?: string,
): Promise<CatalogueRecord[]> {
  return recordsOf(await catalogues.records(name), documentCode, day).filter((r) => !r.subDocumentCode || r.subDocumentCode === subDocumentCode);
}

/** Groups rows by their id. A group has several rows where a client sends the same id more than once. */
export function rowsById<Row extends { id?: string }>(rows: readonly Row[] | undefined): Map<string | undefined, Row[]> {
  const found = new Map<string | undefined, Row[]>();
  for (const row of Array.isArray(rows) ? rows : []) found.set(row.id, [...(found.get(row.id) ?? []), row]);
  return found;
}
