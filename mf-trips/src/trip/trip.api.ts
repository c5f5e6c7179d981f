import type { DocumentEnvelope, ListResult, OfferedAction } from '@portal/contract-kit';
import { useApi, useLanguage, useQuery } from '@portal/web-kit';
import type { FeeRow, QuestionRow, RequirementRow, TripDocument, TripMode } from 'svc-trips/contract';
import { tripModes } from 'svc-trips/contract';

export type TripEnvelope = DocumentEnvelope<TripDocument>;
/** The form's values: the document as it is being filled in. */
export type TripValues = Partial<TripDocument> & Record<string, unknown>;
export type TripListRow = Partial<TripDocument> & { id: string };

/** Where the public's pages and the officers' pages stand. */
export const publicBase = '/eservice/triptic/trip';
export const staffBase = '/triptic/trip';

/** The list that a page's header leads to: outbound while the movement is unset or E, otherwise inbound. */
export const searchLink = (movement?: string): string => `${staffBase}/search-${!movement || movement === 'E' ? 'outbound' : 'inbound'}`;

const scopes = ['default', 'trip', 'ope', 'professional', 'profile'] as const;
/** The scope that an address asks attachments to be kept in; the trip form's own unless it names one. */
export const mediaScopeIn = (params: URLSearchParams): string | undefined => scopes.find((scope) => scope === params.get('mediaScope'));

export const tripPath = (id: string): string => `/v1/triptic/trip/${encodeURIComponent(id)}`;
export const tripKey = (id?: string, version?: string): string[] => ['trips', id ?? 'info', version ?? ''];

/** Addresses write a mode in one word: `returnValidation`. */
export const modeInAddress = (mode: string): string => mode.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
/** The mode of an address, written either way; undefined where there is none. */
export const modeOf = (address: string): TripMode | undefined => tripModes.find((mode) => mode === address || modeInAddress(mode) === address);

/** A trip by its id (and version), or a blank one with the actions that register it. */
export function useTrip(id?: string, version?: string) {
  const api = useApi();
  const path = id ? `${tripPath(id)}/${version ? `${encodeURIComponent(version)}/version` : 'document'}` : '/v1/triptic/trip/info';
  return useQuery({
    queryKey: tripKey(id, version),
    queryFn: ({ signal }) => api.get<TripEnvelope>(path, { signal }),
    // What was typed into a form must not be replaced behind its reader's back.
    staleTime: id ? 0 : Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

/** What is asked of a document and sub-document: declarations, requirements, fees. */
export function useAsked(documentCode: string | undefined, subDocumentCode: string | undefined, enabled: boolean) {
  const api = useApi();
  const { language } = useLanguage();
  const place = `/v1/triptic/trip/${encodeURIComponent(documentCode ?? '')}`;
  return useQuery({
    queryKey: ['trips', 'asked', documentCode, subDocumentCode, language],
    queryFn: async ({ signal }) => {
      const [questions, requirements, fees] = await Promise.all([
        api.get<ListResult<QuestionRow>>(`${place}/searchDeclaration`, { signal }),
        api.get<ListResult<RequirementRow>>(`${place}/${encodeURIComponent(subDocumentCode ?? '')}/searchRequirement`, { signal }),
        api.get<ListResult<FeeRow>>(`${place}/${encodeURIComponent(subDocumentCode ?? '')}/searchFee`, { signal }),
      ]);
      return { questions: questions.records, requirements: requirements.records, fees: fees.records };
    },
    enabled: enabled && Boolean(documentCode && subDocumentCode),
    staleTime: 600_000,
  });
}

/** The offered action of a name, in a mode of the form. */
export const actionFor = (actions: readonly OfferedAction[] | undefined, name: string, mode: string): OfferedAction | undefined =>
  actions?.find((action) => action.name === name && (action.modes.includes(mode) || action.modes.includes('*')));
