/** What an application is made of beside its answers: the requirements and fees that the catalogues ask of it. */
import { type CatalogueRecord, L, type Language } from '@portal/contract-kit';
import { askedRecords, type Call, type CatalogueClient, type Fault, mayApplyFor, settleRequirements, textIn } from '@portal/service-kit';
import { creationTypeFragment, type LicenceDocument, type LicenceFee, type LicenceRequirement, licenceBinder } from '../../contract/index.ts';
import { withoutRepeats, withScans } from './licence.lists.ts';

const nameIn = (record: CatalogueRecord, language: Language): string => textIn(record, 'name', language) ?? record.code;

/** The requirements of a document and academic level, in their order and the reader's language. */
export async function requirementsOf(
  catalogues: CatalogueClient,
  documentCode: string,
  subDocumentCode: string,
  language: Language,
): Promise<LicenceRequirement[]> {
  const records = await askedRecords(catalogues, 'requirements', documentCode, subDocumentCode);
  return records.map((r) => ({ id: r.code, description: nameIn(r, language), accept: false, decline: false, confirmed: false }));
}

export interface FeeLine extends LicenceFee {
  currencyCode: string;
}

/** The fees of a document and academic level, in the reader's language. */
export async function feesOf(catalogues: CatalogueClient, documentCode: string, subDocumentCode: string, language: Language): Promise<FeeLine[]> {
  const records = await askedRecords(catalogues, 'fees', documentCode, subDocumentCode);
  return records.map((r) => ({
    id: r.code,
    code: r.code,
    name: nameIn(r, language),
    amount: Number(r.amount ?? 0),
    status: 'DUE' as const,
    currencyCode: String(r.currencyCode ?? 'USD'),
  }));
}

export const totalOf = (fees: readonly LicenceFee[] | undefined): number => (fees ?? []).reduce((sum, fee) => sum + (fee.amount ?? 0), 0);

/** The catalogues' requirements and fees, with the applicant's ticks. */
async function followCatalogues(catalogues: CatalogueClient, model: LicenceDocument): Promise<void> {
  const { documentCode, subDocumentCode, requirements: sent } = model;
  model.requirements = [];
  model.fees = [];
  if (typeof documentCode !== 'string' || typeof subDocumentCode !== 'string') return;
  const [requirements, fees] = await Promise.all([
    settleRequirements(catalogues, documentCode, subDocumentCode, sent, ['accept', 'decline']),
    // Names are shown in the reader's language, whatever is stored.
    feesOf(catalogues, documentCode, subDocumentCode, 'en'),
  ]);
  model.requirements = requirements.map(({ id, accept, decline }) => ({ id, accept, decline, confirmed: false }));
  model.currencyCode = fees[0]?.currencyCode ?? model.currencyCode ?? 'USD';
  model.fees = fees.map(({ currencyCode: _same, ...fee }) => fee);
}

/**
 * Settles the lists of a body that says the whole licence: nothing is there twice, of a registered licence no file is lost, and until it is
 * registered the catalogues say what is required and what it costs. Changes the model in place.
 * @param before the stored licence, undefined before there is one
 */
export async function settleLists(catalogues: CatalogueClient, model: LicenceDocument, before: LicenceDocument | undefined): Promise<void> {
  const registered = Boolean(before?.serialReference);
  model.medias = withScans(before?.medias, model.medias, registered);
  model.directors = withoutRepeats(model.directors);
  if (!registered) await followCatalogues(catalogues, model);
}

/** Whether the caller may apply for this document. A new application is of a type for new applications. */
export async function choiceErrors(catalogues: CatalogueClient, model: LicenceDocument, { actor }: Call): Promise<Fault[]> {
  const errors: Fault[] = [];
  const record = model.documentCode ? await catalogues.find('documents', model.documentCode) : undefined;
  if (record && !mayApplyFor(record, actor, licenceBinder))
    errors.push({
      code: 'CHOICE',
      field: 'documentCode',
      message: L('Professional document: choose one from the list', 'Documento profissional: escolha um da lista'),
    });
  if (model.documentType && !model.documentType.includes(creationTypeFragment) && !model.renewalOf)
    errors.push({ code: 'CHOICE', field: 'documentType', message: L('Type: choose one from the list', 'Tipo: escolha um da lista') });
  return errors;
}
