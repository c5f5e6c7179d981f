/** The parts of an application that the catalogues define, which are its requirements and fees, and the checks on the applicant's choices. */
import { fieldAt, L, type Language } from '@portal/contract-kit';
import { type Call, type CatalogueClient, completeRequirements, type DocumentKit, type Fault, feesOf, mayApplyFor, requirementsOf } from '@portal/service-kit';
import {
  creationTypeFragment,
  documentFields,
  type LicenceDocument,
  type LicenceRequirement,
  licenceBinder,
  ProfessionalLicence,
} from '../../contract/index.ts';
import { distinctDirectors, withScans } from './licence.lists.ts';

/** Returns the requirements of a document and academic level, without ticks. */
export const licenceRequirements = (
  catalogues: CatalogueClient,
  day: string,
  documentCode: string,
  subDocumentCode: string,
  language: Language,
): Promise<LicenceRequirement[]> =>
  requirementsOf(catalogues, day, documentCode, subDocumentCode, language, () => ({ accept: false, decline: false, confirmed: false }));

/** Sets the requirements and fees of a day from the catalogues, with the applicant's ticks. */
async function fillFromCatalogues(catalogues: CatalogueClient, day: string, model: LicenceDocument): Promise<void> {
  const { documentCode, subDocumentCode, requirements: sent } = model;
  model.requirements = [];
  model.fees = [];
  if (typeof documentCode !== 'string' || typeof subDocumentCode !== 'string') return;
  const [requirements, fees] = await Promise.all([
    completeRequirements(catalogues, day, documentCode, subDocumentCode, sent, ['accept', 'decline']),
    // The stored language does not matter, because names are shown in the reader's language.
    feesOf(catalogues, day, documentCode, subDocumentCode, 'en', () => ({})),
  ]);
  model.requirements = requirements.map(({ id, accept, decline }) => ({ id, accept, decline, confirmed: false }));
  model.currencyCode = fees[0]?.currencyCode ?? model.currencyCode ?? 'USD';
  model.fees = fees.map(({ currencyCode: _same, ...fee }) => fee);
}

/**
 * Completes the lists of a body that contains the whole licence: no row occurs twice, a registered licence loses no file, and until registration the catalogues
 * define the requirements and fees. Changes the model in place.
 * @param before the stored licence, undefined for a new one
 */
export async function completeLists(
  { catalogues, calendar }: Pick<DocumentKit, 'catalogues' | 'calendar'>,
  model: LicenceDocument,
  before: LicenceDocument | undefined,
): Promise<void> {
  const registered = Boolean(before?.serialReference);
  model.medias = withScans(before?.medias, model.medias, registered);
  model.directors = distinctDirectors(model.directors);
  if (!registered) await fillFromCatalogues(catalogues, await calendar.dayOf(), model);
}

/** Checks that the caller may apply for this document, and that a new application has a type for new applications. */
export async function choiceErrors(catalogues: CatalogueClient, day: string, model: LicenceDocument, { actor }: Call): Promise<Fault[]> {
  const errors: Fault[] = [];
  const record = model.documentCode ? await catalogues.find('documents', model.documentCode, { day }) : undefined;
  if (record && !mayApplyFor(record, actor, licenceBinder))
    errors.push({
      code: 'CHOICE',
      field: 'documentCode',
      message: L('Professional document: choose one from the list', 'Documento profissional: escolha um da lista'),
    });
  if (typeof model.documentType === 'string' && model.documentType && !model.documentType.includes(creationTypeFragment) && !model.renewalOf)
    errors.push({ code: 'CHOICE', field: 'documentType', message: L('Type: choose one from the list', 'Tipo: escolha um da lista') });
  return errors;
}

/**
 * Checks that the type of application is unchanged, because it is fixed at registration. A different value is refused, not ignored. @param input the whole
 * licence with the values of the body
 */
export function fixedFieldErrors(licence: LicenceDocument, input: Readonly<Record<string, unknown>>): Fault[] {
  if (!licence.serialReference) return [];
  return documentFields
    .filter((field) => (input[field] ?? '') !== (licence[field] ?? ''))
    .map((field) => {
      const { en, pt } = fieldAt(ProfessionalLicence, field)?.label ?? { en: field, pt: field };
      return {
        code: 'CHOICE',
        field,
        message: { en: `${en} was fixed at registration and cannot be changed`, pt: `${pt} ficou fixado no registo e não pode ser alterado` },
      };
    });
}
