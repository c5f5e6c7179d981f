/** The workflow of a trip as one table, for both movements. Every action that can be done is one entry. */
import { L } from '@portal/contract-kit';
import { type ActionRule, NEW, ReceiptInput, systemRole, type Workflow } from '@portal/service-kit';
import {
  ApprovalInput,
  ConfirmationInput,
  isClosed,
  ModificationInput,
  type Movement,
  OwnershipInput,
  paths,
  ReturnInput,
  TripBody,
  type TripDocument,
  type TripDocumentStatus,
  tripModes,
  tripStatuses,
  VerificationInput,
} from '../../contract/index.ts';
import { approve, confirmCrossing, confirmReturn, modify, transferOwnership, verify } from './trip.effects.ts';
import { passOver, recordReceipt } from './trip.receipt.ts';

type Rule = ActionRule<TripDocumentStatus, TripDocument>;

export const path = '/v1/triptic/trip';
export const rolePrefix = 'triptic-trip';

/** The movement that a trip was registered for; before that the movement of the chosen document. */
export const movementOf = (trip: Pick<TripDocument, 'documentDetails'> & { serialReference?: { serial?: string } }): Movement =>
  (trip.serialReference?.serial ?? trip.documentDetails?.movement) === 'I' ? 'I' : 'E';

/** The printed papers of a trip. */
export const tripPrints = [
  'print-form',
  'print-invoice',
  'print-validated-exit',
  'print-confirmed-exit',
  'print-validated-entry',
  'print-confirmed-entry',
] as const;
export type TripPrint = (typeof tripPrints)[number];

const registered = tripStatuses.filter((status) => status !== 'STORED');
const open = registered.filter((status) => status !== 'TERMINATED');
const isOpen = (trip: TripDocument): boolean => !isClosed(movementOf(trip), trip.documentStatus);

/**
 * A step of the main path: the status before it and the status it leads to, for each movement that has the step.
 * A status such as VALIDATED FOR EXIT is a step of both movements, but not the same one. A paying step with nothing to pay is passed over.
 */
function step(statuses: Partial<Record<Movement, readonly [before: TripDocumentStatus, after: TripDocumentStatus]>>): Pick<Rule, 'from' | 'to' | 'available'> {
  return {
    from: [...new Set(Object.values(statuses).map(([before]) => before))],
    to: (trip) => passOver(statuses[movementOf(trip)]?.[1] ?? trip.documentStatus, trip),
    available: (trip) => statuses[movementOf(trip)]?.[0] === trip.documentStatus,
  };
}

/** Who applies: the signed in, and staff who register at the counter. Once there is a document, it is its author's alone. */
const applicantOrCounter = { role: `${rolePrefix}-submit`, owner: true } as const;
const applicant = { owner: true } as const;

/** In which modes the papers of an applicant show, and those of a border check. */
const anyMode = ['*'] as const;
const lookingModes = ['view', 'return-view', 'print'] as const;
const paperReaders = { role: [`${rolePrefix}-read`, `${rolePrefix}-print`], owner: true } as const;
/** The papers of an entry: a foreign vehicle has them on its way in, a national one on its way back. */
const hasEnteredBy =
  (...returned: TripDocumentStatus[]): Rule['available'] =>
  (trip) =>
    movementOf(trip) === 'I' || returned.includes(trip.documentStatus);

const actions = {
  // The applicant.
  store: {
    label: L('Save draft', 'Guardar rascunho'),
    from: [NEW, 'STORED'],
    to: 'STORED',
    who: applicantOrCounter,
    modes: ['new', 'register', 'edit'],
    input: TripBody,
    draft: true,
    hideOnSubmit: true,
  },
  register: {
    label: L('Register', 'Registar'),
    from: [NEW],
    to: 'SUBMITTED',
    who: { public: 'new' },
    modes: ['register'],
    input: TripBody,
    require: ['contract'],
    render: ['print-form'],
    hideOnSubmit: true,
    estimatedMinutes: 15,
  },
  'direct-submit': {
    label: L('Submit', 'Submeter'),
    from: [NEW],
    to: 'SUBMITTED',
    who: { public: 'new' },
    modes: ['new'],
    input: TripBody,
    require: ['contract'],
    render: ['print-form'],
    hideOnSubmit: true,
    url: `${path}/`,
    estimatedMinutes: 15,
  },
  submission: {
    label: L('Submit', 'Submeter'),
    from: ['STORED'],
    to: 'SUBMITTED',
    who: applicant,
    modes: ['submission', 'edit'],
    input: TripBody,
    partial: true,
    require: ['contract'],
    render: ['print-form'],
    hideOnSubmit: true,
    estimatedMinutes: 15,
  },
  edit: {
    label: L('Save changes', 'Guardar alterações'),
    from: ['SUBMITTED'],
    to: 'unchanged',
    who: applicant,
    modes: ['edit'],
    input: TripBody,
    require: ['contract'],
    render: ['print-form'],
    estimatedMinutes: 15,
  },
  amendment: {
    label: L('Amend', 'Corrigir'),
    from: ['SUBMITTED'],
    to: 'unchanged',
    who: applicant,
    modes: ['amendment'],
    input: TripBody,
    require: ['contract'],
    render: ['print-form'],
    estimatedMinutes: 15,
  },

  // The main path: the office, receipts that svc-reference announces (see trip.receipt.ts), and the border.
  verification: {
    label: L('Verify', 'Verificar'),
    ...step({ E: ['SUBMITTED', 'VERIFIED FOR EXIT'], I: ['SUBMITTED', 'VERIFIED FOR ENTRY'] }),
    who: { role: true },
    modes: ['verification'],
    input: VerificationInput,
    change: verify,
    estimatedMinutes: 60,
  },
  payment: {
    label: L('Permit fee paid', 'Taxa da licença paga'),
    ...step({ E: ['VERIFIED FOR EXIT', 'PAID FOR APPROVAL'], I: ['VERIFIED FOR ENTRY', 'PAID FOR APPROVAL'] }),
    who: { role: systemRole },
    modes: [],
    input: ReceiptInput,
    change: recordReceipt,
    estimatedMinutes: 1_440,
  },
  approval: {
    label: L('Approve', 'Aprovar'),
    ...step({ E: ['PAID FOR APPROVAL', 'APPROVED TO EXIT'], I: ['PAID FOR APPROVAL', 'APPROVED TO ENTER'] }),
    who: { role: true },
    differentFrom: ['verification'],
    modes: ['approval'],
    input: ApprovalInput,
    change: approve,
    render: ['print-form'],
    estimatedMinutes: 120,
  },
  'exit-payment': {
    label: L('Exit fee paid', 'Taxa de saída paga'),
    ...step({ E: ['APPROVED TO EXIT', 'PAID TO EXIT'] }),
    who: { role: systemRole },
    modes: [],
    input: ReceiptInput,
    change: recordReceipt,
    estimatedMinutes: 1_440,
  },
  // Money that comes early, late or in part is recorded wherever the trip stands.
  receipt: {
    label: L('Receipt recorded', 'Recibo registado'),
    from: '*',
    to: 'unchanged',
    who: { role: systemRole },
    modes: [],
    input: ReceiptInput,
    change: recordReceipt,
  },
  validation: {
    label: L('Validate', 'Validar'),
    ...step({ E: ['PAID TO EXIT', 'VALIDATED FOR EXIT'], I: ['APPROVED TO ENTER', 'VALIDATED FOR ENTRY'] }),
    who: { role: true },
    modes: ['validation'],
    estimatedMinutes: 30,
  },
  confirmation: {
    label: L('Confirm', 'Confirmar'),
    ...step({ E: ['VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT'], I: ['VALIDATED FOR ENTRY', 'CONFIRMED FOR ENTRY'] }),
    who: { role: true },
    modes: ['confirmation'],
    input: ConfirmationInput,
    change: confirmCrossing,
    estimatedMinutes: 30,
  },
  'return-validation': {
    label: L('Validate return', 'Validar regresso'),
    ...step({ E: ['CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN'], I: ['CONFIRMED FOR ENTRY', 'VALIDATED FOR EXIT'] }),
    who: { role: true },
    modes: ['return-validation'],
    estimatedMinutes: 30,
  },
  'return-confirmation': {
    label: L('Confirm return', 'Confirmar regresso'),
    ...step({ E: ['VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'], I: ['VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT'] }),
    who: { role: true },
    modes: ['return-confirmation'],
    input: ReturnInput,
    change: confirmReturn,
    estimatedMinutes: 30,
  },

  // Beside the path.
  modification: {
    label: L('Modify', 'Modificar'),
    from: open,
    to: 'unchanged',
    available: isOpen,
    who: { role: true },
    // Who approved a permit may not alone give it other dates.
    differentFrom: ['approval'],
    modes: ['modification'],
    input: ModificationInput,
    partial: true,
    change: modify,
    render: ['print-form'],
    estimatedMinutes: 30,
  },
  'transfer-ownership': {
    label: L('Transfer ownership', 'Transferir propriedade'),
    from: open,
    to: 'unchanged',
    available: isOpen,
    who: { role: true },
    // The permit passes to somebody else: not by whoever took the application in.
    differentFrom: ['register', 'direct-submit', 'submission'],
    modes: ['transfer-ownership'],
    input: OwnershipInput,
    change: transferOwnership,
    render: ['print-form'],
    estimatedMinutes: 30,
  },
  termination: {
    label: L('Terminate', 'Terminar'),
    from: open,
    to: 'TERMINATED',
    available: isOpen,
    // One officer is enough: a stolen vehicle is stopped at once. The reason is for staff.
    who: { role: true },
    modes: ['termination'],
    comment: true,
    estimatedMinutes: 10,
  },

  // Papers.
  'print-form': {
    label: L('Print the permit', 'Imprimir a licença'),
    from: '*',
    to: 'unchanged',
    who: { public: true },
    modes: anyMode,
    kind: 'download',
    url: `${path}/{id}/print-form`,
  },
  'print-invoice': {
    label: L('Print invoice', 'Imprimir fatura'),
    from: registered,
    to: 'unchanged',
    who: { public: true },
    modes: anyMode,
    kind: 'download',
    url: `${path}/{id}/print-invoice`,
  },
  'print-validated-exit': {
    label: L('Print validated exit', 'Imprimir saída validada'),
    from: ['VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'],
    to: 'unchanged',
    who: paperReaders,
    modes: [...lookingModes, 'confirmation', 'return-confirmation'],
    kind: 'download',
    url: `${path}/{id}/print-validated-exit`,
  },
  'print-confirmed-exit': {
    label: L('Print confirmed exit', 'Imprimir saída confirmada'),
    from: ['CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'],
    to: 'unchanged',
    who: paperReaders,
    modes: [...lookingModes, 'return-validation', 'return-confirmation'],
    kind: 'download',
    url: `${path}/{id}/print-confirmed-exit`,
  },
  'print-validated-entry': {
    label: L('Print validated entry', 'Imprimir entrada validada'),
    from: ['VALIDATED FOR ENTRY', 'CONFIRMED FOR ENTRY', 'VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'],
    to: 'unchanged',
    available: hasEnteredBy('VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'),
    who: paperReaders,
    modes: [...lookingModes, 'confirmation', 'return-confirmation'],
    kind: 'download',
    url: `${path}/{id}/print-validated-entry`,
  },
  'print-confirmed-entry': {
    label: L('Print confirmed entry', 'Imprimir entrada confirmada'),
    from: ['CONFIRMED FOR ENTRY', 'VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT', 'CONFIRMED FOR RETURN'],
    to: 'unchanged',
    available: hasEnteredBy('CONFIRMED FOR RETURN'),
    who: paperReaders,
    modes: [...lookingModes, 'return-validation', 'return-confirmation'],
    kind: 'download',
    url: `${path}/{id}/print-confirmed-entry`,
  },
} satisfies Record<string, Rule>;

/** The way from the view to the form of an action: open to whoever may do the action, where it may be done. */
function formOf(name: keyof typeof actions, more: Partial<Rule> = {}): Rule {
  const { label, from, who, available, differentFrom } = actions[name] as Rule;
  // `role: true` would ask for a role of the navigation's own name.
  const role = who.role === true ? `${rolePrefix}-${name}` : who.role;
  return {
    label,
    from,
    to: 'unchanged',
    who: { ...who, ...(role ? { role } : {}) },
    ...(available ? { available } : {}),
    ...(differentFrom ? { differentFrom } : {}),
    modes: ['view'],
    kind: 'navigate',
    url: `${path}/{id}/document`,
    ...more,
  };
}

const navigations: Record<string, Rule> = {
  'open-submission': formOf('submission'),
  // The form that changes what was submitted is also where a draft is completed.
  'open-edit': formOf('edit', { label: L('Edit', 'Editar'), from: ['STORED', 'SUBMITTED'] }),
  'open-amendment': formOf('amendment'),
  'open-verification': formOf('verification'),
  'open-approval': formOf('approval'),
  'open-validation': formOf('validation'),
  'open-confirmation': formOf('confirmation'),
  'open-return-validation': formOf('return-validation'),
  'open-return-confirmation': formOf('return-confirmation'),
  'open-modification': formOf('modification'),
  'open-transfer-ownership': formOf('transfer-ownership'),
  'open-termination': formOf('termination'),
  view: {
    label: L('Back to the document', 'Voltar ao documento'),
    from: '*',
    to: 'unchanged',
    who: { public: true },
    modes: tripModes.filter((mode) => !['view', 'new', 'register'].includes(mode)),
    kind: 'navigate',
    url: `${path}/{id}/document`,
  },
};

export const tripWorkflow: Workflow<TripDocumentStatus, TripDocument> = {
  statuses: tripStatuses,
  actions: { ...actions, ...navigations },
  mainPath: paths.E,
  pathOf: (trip) => paths[movementOf(trip)],
};
