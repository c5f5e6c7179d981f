import type { DocumentEnvelope } from '@portal/contract-kit';
import { type BlankForm, pageChoice, useBlankDocument } from '@portal/web-kit';
import type { ArrivalDeclaration, ArrivalDeclarationBody, ArrivalWizard } from 'svc-declarations/contract';
import { arrivals, useDeclaration } from '../shared/declaration.api.ts';

/** Values of the form: the fields of the declaration itself, and the further fields of a loaded declaration. */
export type ArrivalValues = ArrivalDeclarationBody & Partial<Pick<ArrivalDeclaration, 'id' | 'version' | 'lane' | 'documentStatus' | 'serialReference'>>;
export type ArrivalEnvelope = DocumentEnvelope<ArrivalDeclaration>;
/** A row of the list or of the finder. */
export type ArrivalRow = Pick<ArrivalDeclaration, 'id'> & Partial<ArrivalDeclaration>;

/** Loads an arrival by its id. Without an id it loads a blank one, which includes the number of steps of the wizard. */
export const useArrival = (id?: string) => useDeclaration<ArrivalDeclaration & { arrivalWizard?: ArrivalWizard }>(arrivals, id);

type BlankArrival = ArrivalDeclaration & { arrivalWizard?: ArrivalWizard };

/** Returns the blank form at once, before the service answers. It is what the service would return, without the requirements. */
export const useBlankArrival = (): BlankForm<BlankArrival> =>
  useBlankDocument<BlankArrival>(arrivals.path, {
    typeDetails: {},
    flightDetails: {},
    contactDetails: {},
    addressDetails: {},
    sponsorDetails: {},
    goods: [],
    questions: [],
    requirements: [],
    arrivalWizard: pageChoice<ArrivalWizard>('arrival-wizard', ['five', 'three']),
  });
