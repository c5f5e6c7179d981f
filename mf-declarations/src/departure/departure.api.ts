import type { DocumentEnvelope } from '@portal/contract-kit';
import { type BlankForm, useBlankDocument } from '@portal/web-kit';
import type { DepartureDeclaration, DepartureDeclarationBody } from 'svc-declarations/contract';
import { departures, useDeclaration } from '../shared/declaration.api.ts';

/** Values of the form: the fields of the declaration itself, and the further fields of a loaded declaration. */
export type DepartureValues = DepartureDeclarationBody & Partial<Pick<DepartureDeclaration, 'id' | 'version' | 'documentStatus' | 'serialReference'>>;
export type DepartureEnvelope = DocumentEnvelope<DepartureDeclaration>;
/** A row of the list or of the finder. */
export type DepartureRow = Pick<DepartureDeclaration, 'id'> & Partial<DepartureDeclaration>;

export const useDeparture = (id?: string) => useDeclaration<DepartureDeclaration>(departures, id);

/** Returns the blank form at once, before the service answers. It is what the service would return, without the requirements. */
export const useBlankDeparture = (): BlankForm<DepartureDeclaration> =>
  useBlankDocument<DepartureDeclaration>(departures.path, { flightDetails: {}, questions: [], requirements: [], goods: [] });
