import type { DocumentEnvelope } from '@portal/contract-kit';
import { type BlankForm, documentPath, useBlankDocument, useDocument } from '@portal/web-kit';
import { loadDemands, useDemands } from '@portal/web-kit/forms';
import type { LicenceDocument, LicenceFee, LicenceRequirement } from 'svc-licences/contract';

export type LicenceEnvelope = DocumentEnvelope<LicenceDocument>;
/** Values of the form: the document, and the dates that an issuance or a modification sets. */
export type LicenceValues = Partial<LicenceDocument> & Record<string, unknown>;

/** A row of the officers' list. */
export type LicenceListRow = Partial<LicenceDocument> & { id: string };

export interface FeeRow extends LicenceFee {
  currencyCode?: string;
}

/** The addresses of the public's pages and of the officers' pages. */
export const publicBase = '/eservice/medical/professional';
export const staffBase = '/licenser/professional';

export const licenceKind = '/v1/professional';
export const licencePath = (id: string): string => documentPath(licenceKind, id);
export const useLicence = (id?: string) => useDocument<LicenceDocument>(licenceKind, id);

/** Returns the blank form at once, before the service answers. It is what the service would return. */
export const useBlankLicence = (): BlankForm<LicenceDocument> =>
  useBlankDocument<LicenceDocument>(licenceKind, { requirements: [], fees: [], medias: [], directors: [], totalFee: 0 });

export const loadRequirements = loadDemands<LicenceRequirement>(licenceKind, 'searchRequirement');
export const loadFees = loadDemands<FeeRow>(licenceKind, 'searchFee');

/** Loads the requirements and fees of a document and academic level. */
export const useLicenceDemands = (documentCode: string | undefined, subDocumentCode: string | undefined, enabled: boolean) =>
  useDemands(licenceKind, documentCode, subDocumentCode, enabled, async (api, codes, signal) => {
    const [requirements, fees] = await Promise.all([loadRequirements(api, codes, signal), loadFees(api, codes, signal)]);
    return { requirements: requirements.records, fees: fees.records };
  });
