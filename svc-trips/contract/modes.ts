import { movementOf } from './statuses.ts';

/** The modes of the trip form, and which sections are shown and can be edited in each (specification section 4). */
export const tripModes = [
  'new',
  'register',
  'edit',
  'view',
  'return-view',
  'verification',
  'approval',
  'validation',
  'confirmation',
  'return-validation',
  'return-confirmation',
  'modification',
  'submission',
  'amendment',
  'termination',
  'print',
  'transfer-ownership',
] as const;

export type TripMode = (typeof tripModes)[number];

interface TripState {
  documentStatus?: string;
  documentDetails?: { movement?: string; confirmation?: boolean };
  /** Missing until the trip is registered. */
  serialReference?: { serial?: string };
}

/** Whether the applicant's fields can be edited. */
export const applicationEditable = (mode: TripMode): boolean => ['new', 'register', 'edit', 'submission', 'amendment'].includes(mode);
/** Whether the dates and crossing points can be edited. */
export const movementEditable = (mode: TripMode): boolean => applicationEditable(mode) || mode === 'modification';
export const ownerEditable = (mode: TripMode): boolean => applicationEditable(mode) || mode === 'transfer-ownership';
/**
 * Whether the questions must be answered: in every mode that sends the whole application. These are the modes of the specification, and the two that change or
 * submit a stored application.
 */
export const questionsEditable = (mode: TripMode): boolean => applicationEditable(mode);
export const requirementsEditable = (mode: TripMode): boolean => applicationEditable(mode) || mode === 'modification';
export const requirementsConfirmable = (mode: TripMode): boolean => mode === 'verification';
/** Whether the goods are an editable list. In all other modes they are a table. */
export const goodsEditable = (mode: TripMode): boolean => ['register', 'new', 'edit', 'modification'].includes(mode);
/** Whether files can be added: in the modes in which the specification shows that they can be deleted. */
export const scansEditable = (mode: TripMode): boolean => applicationEditable(mode) || ['verification', 'modification', 'transfer-ownership'].includes(mode);
/** A file can be deleted until the trip is registered. */
export const scansDeletable = (mode: TripMode, trip: TripState): boolean => scansEditable(mode) && !trip.serialReference;
/** Whether a wrong file can be replaced, which is possible after registration. Earlier versions of the trip keep the old file. */
export const scansReplaceable = (mode: TripMode, trip: TripState): boolean => scansEditable(mode) && Boolean(trip.serialReference);

/** Whether the form shows the Authoriser section. */
export function authoriserShown(mode: TripMode, trip: TripState): boolean {
  const { documentStatus = '', documentDetails = {} } = trip;
  switch (mode) {
    case 'verification':
      return documentDetails.confirmation !== true;
    case 'approval':
      return true;
    case 'modification':
      return ['CONFIRMED FOR ENTRY', 'VERIFIED FOR EXIT', 'PAID TO EXIT'].includes(documentStatus);
    case 'confirmation':
      return documentDetails.movement === 'I';
    default:
      return false;
  }
}

/** Whether the form shows the payment details: on the approval of an exit that is paid or approved. */
export const paymentShown = (mode: TripMode, trip: TripState): boolean =>
  mode === 'approval' && movementOf(trip) === 'E' && ['PAID FOR APPROVAL', 'APPROVED TO EXIT', 'PAID TO EXIT'].includes(trip.documentStatus ?? '');

/** Returns the filter for the authorisers that can be chosen: those of the sub-document if the document requires it, otherwise those of the document. */
export const authorisersOf = (trip: {
  documentDetails?: { code?: string; forceOnSubDocument?: boolean };
  subDocumentDetails?: { code?: string };
}): { type: 1 | 2; documentCode: string; status: 1 } =>
  trip.documentDetails?.forceOnSubDocument === true
    ? { type: 2, documentCode: trip.subDocumentDetails?.code ?? '', status: 1 }
    : { type: 1, documentCode: trip.documentDetails?.code ?? '', status: 1 };
