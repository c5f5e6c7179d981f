import type { DocumentEnvelope, OfferedAction } from '@portal/contract-kit';
import { type Api, submitOnce } from '@portal/web-kit';
import type { ArrivalDeclaration, ArrivalDeclarationBody, ArrivalWizard } from 'svc-declarations/contract';

/** What the form holds: the declaration's own fields, and what a loaded one brings along. */
export type ArrivalValues = ArrivalDeclarationBody & Partial<Pick<ArrivalDeclaration, 'id' | 'version' | 'lane' | 'documentStatus' | 'serialReference'>>;
export type ArrivalEnvelope = DocumentEnvelope<ArrivalDeclaration>;

/** What `info` says besides the document: how the wizard is read here. */
export type ArrivalInfo = DocumentEnvelope<ArrivalDeclaration & { arrivalWizard?: ArrivalWizard }>;

/** Registers or updates: method and address are the offered action's own. */
export const sendArrival = (api: Api, action: OfferedAction, body: object, scope: string): Promise<ArrivalEnvelope> =>
  submitOnce<ArrivalEnvelope>(api, { scope, method: action.method, url: action.url, body });

export const arrivalPath = (id: string): string => `/v1/traveller/declaration/${encodeURIComponent(id)}`;

/** A row of a list or of the finder. */
export type ArrivalRow = Pick<ArrivalDeclaration, 'id'> & Partial<ArrivalDeclaration>;
