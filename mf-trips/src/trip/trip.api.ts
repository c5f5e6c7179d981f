import type { DocumentEnvelope } from '@portal/contract-kit';
import { type Api, type BlankForm, documentPath, useBlankDocument, useDocument } from '@portal/web-kit';
import { loadDemands, useDemands } from '@portal/web-kit/forms';
import type { FeeRow, QuestionRow, RequirementRow, TripDetails, TripDocument, TripMode } from 'svc-trips/contract';
import { tripModes } from 'svc-trips/contract';

export type TripEnvelope = DocumentEnvelope<TripDocument>;
/** Values of the form: the document while it is filled in. */
export type TripValues = Partial<TripDocument> & Record<string, unknown>;
export type TripListRow = Partial<TripDocument> & { id: string };

/** The addresses of the public's pages and of the officers' pages. */
export const publicBase = '/eservice/triptic/trip';
export const staffBase = '/triptic/trip';

/** Address of the list of all trips, of both movements. */
export const allLink = `${staffBase}/search`;

/** Returns the address of the list for a movement: outbound if the movement is unset or E, otherwise inbound. */
export const searchLink = (movement?: string): string => `${staffBase}/search-${!movement || movement === 'E' ? 'outbound' : 'inbound'}`;

const scopes = ['default', 'trip', 'ope', 'professional', 'profile'] as const;
/** Returns the scope for attachments that the address names, if it is a known one. */
export const mediaScopeIn = (params: URLSearchParams): string | undefined => scopes.find((scope) => scope === params.get('mediaScope'));

export const tripKind = '/v1/triptic/trip';
export const tripPath = (id: string): string => documentPath(tripKind, id);
export const useTrip = (id?: string, version?: string) => useDocument<TripDocument>(tripKind, id, version);

/** Returns the blank form at once, before the service answers. It is what the service would return, without its lists. */
export const useBlankTrip = (): BlankForm<TripDocument> =>
  useBlankDocument<TripDocument>(tripKind, {
    documentDetails: {},
    subDocumentDetails: {},
    centerDetails: {},
    goods: [],
    questions: [],
    requirements: [],
    fees: [],
    accountDetails: { totalFee: 0 },
    accounts: [],
    medias: [],
  });

/** Returns a mode in the form used in addresses, such as `returnValidation`. */
export const modeInAddress = (mode: string): string => mode.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
/** Returns the mode that an address names in either form; undefined for an unknown mode. */
export const modeOf = (address: string): TripMode | undefined => tripModes.find((mode) => mode === address || modeInAddress(mode) === address);

export const loadQuestions = loadDemands<QuestionRow>(tripKind, 'searchDeclaration');
export const loadRequirements = loadDemands<RequirementRow>(tripKind, 'searchRequirement');
export const loadFees = loadDemands<FeeRow>(tripKind, 'searchFee');

/** Loads the questions, requirements and fees of a document and sub-document. @param of id of the registered trip that the form changes */
export const useTripDemands = (documentCode: string | undefined, subDocumentCode: string | undefined, enabled: boolean, of: string | undefined) => {
  const load = async (api: Api, [code, subCode]: [string, string], signal: AbortSignal) => {
    const [questions, requirements, fees] = await Promise.all([
      loadQuestions(api, [code], signal, of),
      loadRequirements(api, [code, subCode], signal, of),
      loadFees(api, [code, subCode], signal, of),
    ]);
    return { questions: questions.records, requirements: requirements.records, fees: fees.records };
  };
  return useDemands(tripKind, documentCode, subDocumentCode, enabled, load, of);
};

/** Loads the validity of a trip by its id, QR token or reference. With the vehicle number the answer also contains the fields for comparison. */
export const loadValidity = (api: Api, lookup: string, vehicleNumber = '', signal?: AbortSignal): Promise<TripDetails> =>
  api.get<TripDetails>(`${tripPath(lookup)}/details`, { query: { vehicleNumber }, signal });
