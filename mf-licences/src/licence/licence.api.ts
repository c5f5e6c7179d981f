import type { DocumentEnvelope, ListResult } from '@portal/contract-kit';
import { type Api, documentPath, useApi, useDocument, useQuery } from '@portal/web-kit';
import type { LicenceDocument, LicenceFee, LicenceRequirement } from 'svc-licences/contract';

export type LicenceEnvelope = DocumentEnvelope<LicenceDocument>;
/** The form's values: the document, and the dates that an issuance or a modification sets. */
export type LicenceValues = Partial<LicenceDocument> & Record<string, unknown>;

/** A row of the staff list. */
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

const asked =
  <Row>(what: string) =>
  (api: Api, codes: string[], signal?: AbortSignal): Promise<ListResult<Row>> =>
    api.get<ListResult<Row>>(`/v1/professional/${codes.map(encodeURIComponent).join('/')}/${what}`, { signal });

export const loadRequirements = asked<LicenceRequirement>('searchRequirement');
export const loadFees = asked<FeeRow>('searchFee');

/** The requirements and fees of a document and academic level. */
export function useAsked(documentCode: string | undefined, subDocumentCode: string | undefined, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['licences', 'asked', documentCode, subDocumentCode],
    queryFn: async ({ signal }) => {
      const codes = [documentCode ?? '', subDocumentCode ?? ''];
      const [requirements, fees] = await Promise.all([loadRequirements(api, codes, signal), loadFees(api, codes, signal)]);
      return { requirements: requirements.records, fees: fees.records };
    },
    enabled: enabled && Boolean(documentCode && subDocumentCode),
    staleTime: 600_000,
  });
}
