/**
 * What the catalogues ask of a document: questions, declarations, requirements, fees. The server holds the lists; what a client sends are answers
 * to them. Each row that is asked stands in a document once, in its order; rows that nobody asked for are dropped.
 */
import type { CatalogueRecord } from '@portal/contract-kit';
import type { CatalogueClient } from './catalogue-client.ts';

export const rankOf = (record: CatalogueRecord): number => Number(record.rank ?? 0);

/** The records of a catalogue that a document asks for, by rank: none that is retired, and none of another sub-document. */
export async function askedRecords(catalogues: CatalogueClient, name: string, documentCode: string, subDocumentCode?: string): Promise<CatalogueRecord[]> {
  const records = await catalogues.records(name);
  return records
    .filter((r) => r.retired !== true && r.documentCode === documentCode && (!r.subDocumentCode || r.subDocumentCode === subDocumentCode))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.code.localeCompare(b.code));
}

/** Rows by their id: several where a client repeats one. */
export function rowsById<Row extends { id?: string }>(rows: readonly Row[] | undefined): Map<string | undefined, Row[]> {
  const found = new Map<string | undefined, Row[]>();
  for (const row of Array.isArray(rows) ? rows : []) found.set(row.id, [...(found.get(row.id) ?? []), row]);
  return found;
}
