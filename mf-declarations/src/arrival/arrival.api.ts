import type { DocumentEnvelope } from '@portal/contract-kit';
import type { ArrivalDeclaration, ArrivalDeclarationBody, ArrivalWizard } from 'svc-declarations/contract';
import { arrivals, useDeclaration } from '../shared/declaration.api.ts';

/** The form's values: the declaration's own fields, and what a loaded declaration brings along. */
export type ArrivalValues = ArrivalDeclarationBody & Partial<Pick<ArrivalDeclaration, 'id' | 'version' | 'lane' | 'documentStatus' | 'serialReference'>>;
export type ArrivalEnvelope = DocumentEnvelope<ArrivalDeclaration>;
/** A row of the list or of the finder. */
export type ArrivalRow = Pick<ArrivalDeclaration, 'id'> & Partial<ArrivalDeclaration>;

/** An arrival by its id, or a blank one. The blank one says how many steps the wizard has. */
export const useArrival = (id?: string) => useDeclaration<ArrivalDeclaration & { arrivalWizard?: ArrivalWizard }>(arrivals, id);
