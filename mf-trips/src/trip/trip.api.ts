import type { DocumentEnvelope, ListResult } from '@portal/contract-kit';
import { type Api, documentPath, useApi, useDocument, useLanguage, useQuery } from '@portal/web-kit';
import type { FeeRow, QuestionRow, RequirementRow, TripDetails, TripDocument, TripMode } from 'svc-trips/contract';
import { tripModes } from 'svc-trips/contract';

export type TripEnvelope = DocumentEnvelope<TripDocument>;
/** The form's values: the document as it is being filled in. */
export type TripValues = Partial<TripDocument> & Record<string, unknown>;
export type TripListRow = Partial<TripDocument> & { id: string };

/** The addresses of the public's pages and of the officers' pages. */
export const publicBase = '/eservice/triptic/trip';
export const staffBase = '/triptic/trip';

/** The list that a page's header leads to: outbound while the movement is unset or E, otherwise inbound. */
export const searchLink = (movement?: string): string => `${staffBase}/search-${!movement || movement === 'E' ? 'outbound' : 'inbound'}`;

const scopes = ['default', 'trip', 'ope', 'professional', 'profile'] as const;
/** The scope that an address asks attachments to be kept in; the trip form's own unless it names one. */
export const mediaScopeIn = (params: URLSearchParams): string | undefined => scopes.find((scope) => scope === params.get('mediaScope'));

export const tripKind = '/v1/triptic/trip';
export const tripPath = (id: string): string => documentPath(tripKind, id);
export const useTrip = (id?: string, version?: string) => useDocument<TripDocument>(tripKind, id, version);

/** Addresses write a mode in one word: `returnValidation`. */
export const modeInAddress = (mode: string): string => mode.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
/** The mode of an address, written either way; undefined where there is none. */
export const modeOf = (address: string): TripMode | undefined => tripModes.find((mode) => mode === address || modeInAddress(mode) === address);

const asked =
  <Row>(what: string) =>
  (api: Api, codes: string[], signal?: AbortSignal): Promise<ListResult<Row>> =>
    api.get<ListResult<Row>>(`/v1/triptic/trip/${codes.map(encodeURIComponent).join('/')}/${what}`, { signal });

export const loadQuestions = asked<QuestionRow>('searchDeclaration');
export const loadRequirements = asked<RequirementRow>('searchRequirement');
export const loadFees = asked<FeeRow>('searchFee');

/** The questions, requirements and fees of a document and sub-document. */
export function useAsked(documentCode: string | undefined, subDocumentCode: string | undefined, enabled: boolean) {
  const api = useApi();
  const { language } = useLanguage();
  return useQuery({
    queryKey: ['trips', 'asked', documentCode, subDocumentCode, language],
    queryFn: async ({ signal }) => {
      const [code, subCode] = [documentCode ?? '', subDocumentCode ?? ''];
      const [questions, requirements, fees] = await Promise.all([
        loadQuestions(api, [code], signal),
        loadRequirements(api, [code, subCode], signal),
        loadFees(api, [code, subCode], signal),
      ]);
      return { questions: questions.records, requirements: requirements.records, fees: fees.records };
    },
    enabled: enabled && Boolean(documentCode && subDocumentCode),
    staleTime: 600_000,
  });
}

/** The validity of a trip by its id, by its code, or by its reference; with the vehicle number its card. */
export const loadValidity = (api: Api, lookup: string, vehicleNumber = '', signal?: AbortSignal): Promise<TripDetails> =>
  api.get<TripDetails>(`${tripPath(lookup)}/details`, { query: { vehicleNumber }, signal });
