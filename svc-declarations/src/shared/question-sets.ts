/** Questions, declarations and requirements as a form asks them. */
import type { CatalogueRecord, Language } from '@portal/contract-kit';
import { askedRecords, type CatalogueClient } from '@portal/service-kit';
import type { QuestionRecord } from '../../contract/index.ts';

export type QuestionSet = 'questions' | 'declarations';

const inLanguage = (record: CatalogueRecord, language: Language): string => record.names?.[language] ?? record.name;

/** The question set of a document code, in order. */
export async function questionSet(catalogues: CatalogueClient, set: QuestionSet, documentCode: string, language: Language): Promise<QuestionRecord[]> {
  const records = await askedRecords(catalogues, set, documentCode);
  return records.map((record) => ({
    id: record.code,
    rank: Number(record.rank),
    description: inLanguage(record, language),
    descriptions: { en: inLanguage(record, 'en'), pt: inLanguage(record, 'pt') },
  }));
}

/** The requirements of a document code as unticked rows, in order. */
export async function requirementRows(
  catalogues: CatalogueClient,
  documentCode: string,
  language: Language,
): Promise<{ id: string; description: string; accepted: boolean }[]> {
  const records = await askedRecords(catalogues, 'requirements', documentCode);
  return records.map((record) => ({ id: record.code, description: inLanguage(record, language), accepted: false }));
}
