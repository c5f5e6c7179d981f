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

interface Standing {
  documentStatus?: string;
  documentDetails?: { movement?: string; confirmation?: boolean };
  /** Missing until the trip is registered. */
  serialReference?: object;
}

/** The applicant's own fields. */
export const fieldsEditable = (mode: TripMode): boolean => ['new', 'register', 'edit', 'submission', 'amendment'].includes(mode);
/** Dates and crossing points. */
export const movementEditable = (mode: TripMode): boolean => fieldsEditable(mode) || mode === 'modification';
export const ownerEditable = (mode: TripMode): boolean => fieldsEditable(mode) || mode === 'transfer-ownership';
/** The questions must be answered wherever the whole application is sent: in the specification's modes, and in the two that change or submit a stored one. */
export const questionsEditable = (mode: TripMode): boolean => fieldsEditable(mode);
export const requirementsEditable = (mode: TripMode): boolean => ['new', 'edit', 'submission', 'amendment', 'modification', 'register'].includes(mode);
export const requirementsConfirmable = (mode: TripMode): boolean => mode === 'verification';
/** Goods are an editable list in these modes and a table in all others. */
export const goodsEditable = (mode: TripMode): boolean => ['register', 'new', 'edit', 'modification'].includes(mode);
/** Files can be added in the modes in which the specification shows their deletion. */
export const attachmentsEditable = (mode: TripMode): boolean =>
  ['new', 'register', 'edit', 'submission', 'amendment', 'verification', 'modification', 'transfer-ownership'].includes(mode);
/** A file can be deleted until the trip is registered. */
export const attachmentsDeletable = (mode: TripMode, trip: Standing): boolean => attachmentsEditable(mode) && !trip.serialReference;
/** After that, a wrong file is replaced by another one. The old file stays with the versions that hold it. */
export const attachmentsReplaceable = (mode: TripMode, trip: Standing): boolean => attachmentsEditable(mode) && Boolean(trip.serialReference);

/** When the Authoriser section is shown. */
export function authoriserShown(mode: TripMode, trip: Standing): boolean {
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

/** When the payment details are shown: approval of an exit that is paid or approved. */
export const paymentShown = (mode: TripMode, trip: Standing): boolean =>
  mode === 'approval' &&
  trip.documentDetails?.movement === 'E' &&
  ['PAID FOR APPROVAL', 'APPROVED TO EXIT', 'PAID TO EXIT'].includes(trip.documentStatus ?? '');

/** Which authorisers can be chosen: the sub-document's where the document requires it, otherwise the document's. */
export const authorisersOf = (trip: {
  documentDetails?: { code?: string; forceOnSubDocument?: boolean };
  subDocumentDetails?: { code?: string };
}): { type: 1 | 2; documentCode: string; status: 1 } =>
  trip.documentDetails?.forceOnSubDocument === true
    ? { type: 2, documentCode: trip.subDocumentDetails?.code ?? '', status: 1 }
    : { type: 1, documentCode: trip.documentDetails?.code ?? '', status: 1 };
