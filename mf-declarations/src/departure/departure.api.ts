import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { type Api, submitOnce } from '@portal/web-kit';
import type { DepartureDeclaration, DepartureDeclarationBody } from 'svc-declarations/contract';

/** What the form holds: the declaration's own fields, and what a loaded one brings along. */
export type DepartureValues = DepartureDeclarationBody & Partial<Pick<DepartureDeclaration, 'id' | 'version' | 'documentStatus' | 'serialReference'>>;
export type DepartureEnvelope = DocumentEnvelope<DepartureDeclaration>;
/** A row of a list or of the finder. */
export type DepartureRow = Pick<DepartureDeclaration, 'id'> & Partial<DepartureDeclaration>;

/** Registers or updates: method and address are the offered action's own. */
export const sendDeparture = (api: Api, action: OfferedAction, body: object, scope: string): Promise<DepartureEnvelope> =>
  submitOnce<DepartureEnvelope>(api, { scope, method: action.method, url: action.url, body });

export const departurePath = (id: string): string => `/v1/departure/declaration/${encodeURIComponent(id)}`;
