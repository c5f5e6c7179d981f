/** Questions, declarations and requirements as svc-reference keeps them. */
import type { CatalogueRecord } from '@portal/contract-kit';
import type { CatalogueClient } from '@portal/service-kit';
import type { QuestionRecord } from '../../contract/index.ts';

export type QuestionSet = 'questions' | 'declarations';
type Language = 'en' | 'pt';

const inLanguage = (r: CatalogueRecord, language: Language): string => (language === 'pt' ? (r.names?.pt ?? r.name) : r.name);
const byRank = (a: { rank: number }, b: { rank: number }): number => a.rank - b.rank;

async function inUse(catalogues: CatalogueClient, name: string, documentCode: string): Promise<CatalogueRecord[]> {
  return (await catalogues.records(name)).filter((r) => r.documentCode === documentCode && r.retired !== true);
}

/** The question set of a document code, in order. */
export async function questionSet(catalogues: CatalogueClient, set: QuestionSet, documentCode: string, language: Language): Promise<QuestionRecord[]> {
  const records = await inUse(catalogues, set, documentCode);
  return records
    .map((r) => ({ id: r.code, rank: Number(r.rank), description: inLanguage(r, language), descriptions: { en: r.name, pt: r.names?.pt ?? r.name } }))
    .sort(byRank);
}

/** The requirements of a document code as unticked rows, in order. */
export async function requirementRows(
  catalogues: CatalogueClient,
  documentCode: string,
  language: Language,
): Promise<{ id: string; description: string; accepted: boolean }[]> {
  const records = (await inUse(catalogues, 'requirements', documentCode)).map((r) => ({ ...r, rank: Number(r.rank) })).sort(byRank);
  return records.map((r) => ({ id: r.code, description: inLanguage(r, language), accepted: false }));
}

/** Puts the published wording and number beside every row whose id is of the set: what was asked is never the client's word. */
export async function wordRows(
  catalogues: CatalogueClient,
  name: QuestionSet | 'requirements',
  rows: { id?: string; rank?: number; description?: string }[] | undefined,
  language: Language,
): Promise<void> {
  if (!Array.isArray(rows)) return;
  for (const row of rows) {
    const known = typeof row.id === 'string' ? await catalogues.find(name, row.id) : undefined;
    if (!known) continue;
    row.description = inLanguage(known, language);
    if (name !== 'requirements') row.rank = Number(known.rank);
  }
}
