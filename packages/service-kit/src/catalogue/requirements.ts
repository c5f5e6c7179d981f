/** The requirements of a document: as a form shows them, and as a document stores them with the applicant's ticks. */
import type { CatalogueRecord, Language } from '@portal/contract-kit';
import { applicableRecords, type Catalogues, rowsById } from './applicable-records.ts';
import { nameIn } from './catalogue-client.ts';

/**
 * Returns what an applicant has to provide for a document and sub-document, in order and in the reader's language. @param day the day that decides for the
 * document @param more returns further fields for each row
 */
export async function requirementsOf<More extends object>(
  catalogues: Catalogues,
  day: string,
  documentCode: string,
  subDocumentCode: string | undefined,
  language: Language,
  more: (record: CatalogueRecord) => More,
): Promise<({ id: string; description: string } & More)[]> {
  const records = await applicableRecords(catalogues, 'requirements', day, documentCode, subDocumentCode);
  return records.map((record) => ({ id: record.code, description: nameIn(record, language), ...more(record) }));
}

/**
 * Returns the requirements of a document with the applicant's ticks. The confirmations of an official are taken only from the stored rows, never from the
 * request.
 * @param day the day that decides for the document
 * @param flags names of the applicant's ticks: `['accepted']` of trips and declarations, `['accept', 'decline']` of licences
 */
export async function completeRequirements<Flag extends string>(
  catalogues: Catalogues,
  day: string,
  documentCode: string,
  subDocumentCode: string | undefined,
  sent: readonly ({ id?: string } & Partial<Record<Flag, boolean>>)[] | undefined,
  flags: readonly Flag[],
  stored: readonly { id?: string; confirmed?: boolean }[] = [],
): Promise<({ id: string; quantity?: number; confirmed: boolean } & Record<Flag, boolean>)[]> {
  const asked = await applicableRecords(catalogues, 'requirements', day, documentCode, subDocumentCode);
  const ticks = rowsById(sent);
  const confirmed = new Map(stored.map((row) => [row.id, row.confirmed === true]));
  return asked.map((record) => {
    const given = ticks.get(record.code) ?? [];
    const ticked = Object.fromEntries(flags.map((flag) => [flag, given.some((row) => row[flag] === true)])) as Record<Flag, boolean>;
    const quantity = record.quantity === undefined || record.quantity === null || record.quantity === '' ? {} : { quantity: Number(record.quantity) };
    return { id: record.code, ...quantity, ...ticked, confirmed: confirmed.get(record.code) ?? false };
  });
}

/** Returns the rows with an officer's ticks. Rows that the officer did not send, and all other fields, stay unchanged. */
export function withTicks<Tick extends 'accepted' | 'confirmed', Row extends { id?: string } & Partial<Record<Tick, boolean>>>(
  rows: readonly Row[],
  sent: readonly ({ id?: string } & Partial<Record<Tick, boolean>>)[] | undefined,
  tick: Tick,
): Row[] {
  const ticks = new Map(sent?.map((row) => [row.id, row[tick] === true]));
  return rows.map((row) => (ticks.has(row.id) ? { ...row, [tick]: ticks.get(row.id) } : row));
}
