/** What an application is made of beside its answers: the requirements and fees that the catalogues ask of it. */
import { type CatalogueRecord, type FieldError, valueAt } from '@portal/contract-kit';
import type { Call, CatalogueClient } from '@portal/service-kit';
import { creationTypeFragment, type LicenceDocument, type LicenceFee, type LicenceRequirement, licenceBinder } from '../../contract/index.ts';

const asksOf = (record: CatalogueRecord, documentCode: string, subDocumentCode: string): boolean =>
  record.retired !== true && record.documentCode === documentCode && (!record.subDocumentCode || record.subDocumentCode === subDocumentCode);

const byRank = (a: CatalogueRecord, b: CatalogueRecord): number => Number(a.rank ?? 0) - Number(b.rank ?? 0) || a.code.localeCompare(b.code);

/** The requirements of a document and academic level, in their order. */
export async function requirementsOf(catalogues: CatalogueClient, documentCode: string, subDocumentCode: string): Promise<LicenceRequirement[]> {
  const records = await catalogues.records('requirements');
  return records
    .filter((r) => asksOf(r, documentCode, subDocumentCode))
    .sort(byRank)
    .map((r) => ({ id: r.code, description: r.name, accept: false, decline: false, confirmed: false }));
}

export interface FeeLine extends LicenceFee {
  currencyCode: string;
}

/** The fees of a document and academic level. */
export async function feesOf(catalogues: CatalogueClient, documentCode: string, subDocumentCode: string): Promise<FeeLine[]> {
  const records = await catalogues.records('fees');
  return records
    .filter((r) => asksOf(r, documentCode, subDocumentCode))
    .map((r) => ({
      id: r.code,
      code: r.code,
      name: r.name,
      amount: Number(r.amount ?? 0),
      status: 'DUE' as const,
      currencyCode: String(r.currencyCode ?? 'USD'),
    }));
}

export const totalOf = (fees: readonly LicenceFee[] | undefined): number => (fees ?? []).reduce((sum, fee) => sum + (fee.amount ?? 0), 0);

/** Until it is submitted an application follows the catalogues; what was submitted stays as it was. */
const followsCatalogues = (status: string | undefined): boolean => !status || status === 'STORED' || status === 'RETURNED';

/** Puts the catalogue's requirements and fees into the application, with the applicant's answers and what has been paid. */
export async function fillFromCatalogues(catalogues: CatalogueClient, model: LicenceDocument): Promise<void> {
  const { documentCode, subDocumentCode } = model;
  if (followsCatalogues(model.documentStatus) && typeof documentCode === 'string' && typeof subDocumentCode === 'string') {
    const [asked, fees] = await Promise.all([requirementsOf(catalogues, documentCode, subDocumentCode), feesOf(catalogues, documentCode, subDocumentCode)]);
    const answers = new Map((Array.isArray(model.requirements) ? model.requirements : []).map((r) => [r.id, r]));
    model.requirements = asked.map((r) => ({ ...r, accept: answers.get(r.id)?.accept ?? false, decline: answers.get(r.id)?.decline ?? false }));
    const paid = new Set((model.fees ?? []).filter((f) => f.status === 'PAID').map((f) => f.code));
    model.currencyCode = fees[0]?.currencyCode ?? model.currencyCode ?? 'USD';
    model.fees = fees.map(({ currencyCode: _same, ...fee }) => ({ ...fee, status: paid.has(fee.code) ? 'PAID' : 'DUE' }));
  }
}

const flagged = (record: CatalogueRecord, key: string, value: number): boolean => Number(valueAt(record, key) ?? value) === value;

/**
 * Whether the caller may apply for this document: staff for those of their first two agencies, everyone else for those
 * that are open to the public. A new application is of a type for new applications.
 */
export async function choiceErrors(catalogues: CatalogueClient, model: LicenceDocument, call: Call): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const pt = call.language === 'pt';
  const record = model.documentCode ? await catalogues.find('documents', model.documentCode) : undefined;
  if (record && record.binder === licenceBinder) {
    const agencies = call.actor.agencies.slice(0, 2);
    const open = flagged(record, 'removed', 0) && (agencies.length ? agencies.includes(String(record.agencyCode)) : flagged(record, 'accessLevel', 2));
    if (!open)
      errors.push({
        code: 'CHOICE',
        field: 'documentCode',
        message: pt ? 'Documento profissional: escolha um da lista' : 'Professional document: choose one from the list',
      });
  }
  if (model.documentType && !model.documentType.includes(creationTypeFragment) && !model.renewalOf) {
    errors.push({ code: 'CHOICE', field: 'documentType', message: pt ? 'Tipo: escolha um da lista' : 'Type: choose one from the list' });
  }
  return errors;
}
