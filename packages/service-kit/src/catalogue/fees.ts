/** The fees of a document. */
import type { CatalogueRecord, Language } from '@portal/contract-kit';
import { applicableRecords, type Catalogues } from './applicable-records.ts';
import { nameIn } from './catalogue-client.ts';

/** A fee record of the catalogue. */
export interface CatalogueFee {
  id: string;
  code: string;
  name: string;
  /** In minor units of the currency. */
  amount: number;
  currencyCode: string;
  status: 'DUE';
}

/**
 * Returns the fees of a document and sub-document in the reader's language. @param day the day that decides for the document @param more returns further fields
 * for each row
 */
export async function feesOf<More extends object>(
  catalogues: Catalogues,
  day: string,
  documentCode: string,
  subDocumentCode: string | undefined,
  language: Language,
  more: (record: CatalogueRecord) => More,
): Promise<(CatalogueFee & More)[]> {
  const records = await applicableRecords(catalogues, 'fees', day, documentCode, subDocumentCode);
  return records.map((record) => ({
    id: record.code,
    code: record.code,
    name: nameIn(record, language),
    amount: Number(record.amount ?? 0),
    currencyCode: String(record.currencyCode ?? 'USD'),
    status: 'DUE',
    ...more(record),
  }));
}

/** Returns the sum of all fees, in minor units. */
export const totalOf = (fees: readonly { amount?: number }[] | undefined): number => (fees ?? []).reduce((sum, { amount = 0 }) => sum + amount, 0);
