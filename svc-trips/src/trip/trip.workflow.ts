/** The workflow of both movements as one table; the movement of the document says which way it goes. */
import { type ActionRule, NEW, type Workflow } from '@portal/service-kit';
import {
  authoriserShown,
  BorderInput,
  DecisionInput,
  isClosed,
  ModificationInput,
  type Movement,
  OwnershipInput,
  paths,
  TripBody,
  type TripDocument,
  type TripDocumentStatus,
  type TripMode,
  tripModes,
  tripStatuses,
} from '../../contract/index.ts';
import { passOver, ReceiptInput, recordReceipt } from './fees.ts';

type Rule = ActionRule<TripDocumentStatus, TripDocument>;
type Input = Readonly<Record<string, unknown>>;

export const path = '/v1/triptic/trip';
export const rolePrefix = 'triptic-trip';
/** Held by the product alone: receipts move a trip, nobody's hand. */
export const systemRole = `${rolePrefix}-system`;

export const movementOf = (trip: Pick<TripDocument, 'documentDetails'>): Movement => (trip.documentDetails?.movement === 'I' ? 'I' : 'E');

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

const open = tripStatuses.filter((s) => s !== 'STORED' && s !== 'TERMINATED');
const stillOpen = (trip: TripDocument): boolean => !isClosed(trip.documentDetails?.movement, trip.documentStatus);

/** The steps of the main path, each from the status the step before it ended in. */
function step(action: string): Pick<Rule, 'from' | 'to' | 'available'> {
  const at = (movement: Movement): number => paths[movement].findIndex((s) => s.action === action);
  const before = (movement: Movement): TripDocumentStatus | undefined => paths[movement][at(movement) - 1]?.status;
  const movements = (['E', 'I'] as const).filter((m) => at(m) > 0);
  return {
    from: [...new Set(movements.map((m) => before(m) as TripDocumentStatus))],
    // A status such as VALIDATED FOR EXIT is a step of both movements, but not the same one.
    available: (trip) => before(movementOf(trip)) === trip.documentStatus,
    to: (trip) => passOver(paths[movementOf(trip)][at(movementOf(trip))]?.status as TripDocumentStatus, trip),
  };
}

/** Takes the authoriser that the officer chose, where the form asks for one. */
const authorised =
  (mode: TripMode): NonNullable<Rule['change']> =>
  (trip, input) => {
    const chosen = input.authoriserDetails as TripDocument['authoriserDetails'];
    return chosen?.code && authoriserShown(mode, trip) ? { ...trip, authoriserDetails: chosen } : trip;
  };

/** The officer confirms requirements; the applicant's answers stay. */
const confirmed: NonNullable<Rule['change']> = (trip, input, context) => {
  const ticks = new Map(((input as DecisionInput).requirements ?? []).map((r) => [r.id, r.confirmed === true]));
  return {
    ...authorised('verification')(trip, input, context),
    requirements: (trip.requirements ?? []).map((r) => (ticks.has(r.id) ? { ...r, confirmed: ticks.get(r.id) } : r)),
  };
};

const today = (now: Date): string => now.toISOString().slice(0, 10);

/** A border check out: the day of crossing is today unless the officer says otherwise. */
const crossed: Rule['change'] = (trip, input, context) => ({
  ...authorised('confirmation')(trip, input, context),
  crossingDate: (input as BorderInput).crossingDate ?? today(context.now),
});
/** A border check back. */
const returned: Rule['change'] = (trip, input, { now }) => ({ ...trip, actualDate: (input as BorderInput).actualDate ?? today(now) });

const modified: Rule['change'] = (trip, input, context) => {
  const { authoriserDetails: _chosen, goods, requirements, ...dates } = input as ModificationInput;
  const answers = new Map((requirements ?? []).map((r) => [r.id, r.accepted === true]));
  return {
    ...authorised('modification')(trip, input, context),
    ...dates,
    ...(goods ? { goods } : {}),
    requirements: (trip.requirements ?? []).map((r) => (answers.has(r.id) ? { ...r, accepted: answers.get(r.id) } : r)),
  };
};

function transferred(trip: TripDocument, input: Input): TripDocument {
  const { ownerName, ownerAddress, ownerDriver } = input as OwnershipInput;
  return {
    ...trip,
    ownerName,
    ownerAddress,
    ownerDriver: ownerDriver ?? false,
    ...(ownerDriver ? { driverName: ownerName, localAddress: ownerAddress?.toUpperCase() } : {}),
  };
}

const applicant = { role: `${rolePrefix}-submit`, owner: true } as const;
const registered = { require: ['contract'], render: ['print-form'], estimatedMinutes: 15 } as const satisfies Partial<Rule>;

const receipt = { who: { role: systemRole }, modes: [], input: ReceiptInput, change: recordReceipt } as const satisfies Partial<Rule>;

/** A paper that shows where a trip has got to; of one movement alone where the status says too little. */
const print = (name: TripPrint, label: string, from: Rule['from'], modes: readonly string[], available?: Rule['available']): Record<string, Rule> => ({
  [name]: {
    label,
    from,
    to: 'unchanged',
    who: { role: [`${rolePrefix}-read`, `${rolePrefix}-print`], owner: true },
    modes: ['view', 'return-view', 'print', ...modes],
    kind: 'download',
    url: `${path}/{id}/${name}`,
    ...(available ? { available } : {}),
  },
});
const returnOf =
  (...statuses: TripDocumentStatus[]): Rule['available'] =>
  (trip) =>
    movementOf(trip) === 'I' || statuses.includes(trip.documentStatus);

const actions: Record<string, Rule> = {
  store: { label: 'Save draft', from: [NEW, 'STORED'], to: 'STORED', who: applicant, modes: ['new', 'edit'], input: TripBody, draft: true, hideOnSubmit: true },
  register: { label: 'Register', from: [NEW], to: 'SUBMITTED', who: { public: true }, modes: ['register'], input: TripBody, hideOnSubmit: true, ...registered },
  'direct-submit': {
    label: 'Submit',
    from: [NEW],
    to: 'SUBMITTED',
    who: { public: true },
    modes: ['new'],
    input: TripBody,
    hideOnSubmit: true,
    url: `${path}/`,
    ...registered,
  },
  submission: {
    label: 'Submit',
    from: ['STORED'],
    to: 'SUBMITTED',
    who: applicant,
    modes: ['submission', 'edit'],
    input: TripBody,
    partial: true,
    hideOnSubmit: true,
    ...registered,
  },
  edit: { label: 'Save', from: ['SUBMITTED'], to: 'unchanged', who: applicant, modes: ['edit'], input: TripBody, ...registered },
  amendment: { label: 'Amend', from: ['SUBMITTED'], to: 'unchanged', who: applicant, modes: ['amendment'], input: TripBody, ...registered },
  verification: {
    label: 'Verify',
    ...step('verification'),
    who: { role: true },
    modes: ['verification'],
    input: DecisionInput,
    change: confirmed,
    estimatedMinutes: 60,
  },
  payment: { label: 'Permit fee paid', ...step('payment'), ...receipt, estimatedMinutes: 1_440 },
  approval: {
    label: 'Approve',
    ...step('approval'),
    who: { role: true },
    modes: ['approval'],
    input: DecisionInput,
    change: authorised('approval'),
    render: ['print-form'],
    estimatedMinutes: 120,
  },
  'exit-payment': { label: 'Exit fee paid', ...step('exit-payment'), ...receipt, estimatedMinutes: 1_440 },
  // Money that comes early or late is on file, wherever the trip stands.
  receipt: { label: 'Receipt recorded', from: '*', to: 'unchanged', ...receipt },
  validation: { label: 'Validate', ...step('validation'), who: { role: true }, modes: ['validation'], estimatedMinutes: 30 },
  confirmation: {
    label: 'Confirm',
    ...step('confirmation'),
    who: { role: true },
    modes: ['confirmation'],
    input: BorderInput,
    change: crossed,
    estimatedMinutes: 30,
  },
  'return-validation': { label: 'Validate return', ...step('return-validation'), who: { role: true }, modes: ['return-validation'], estimatedMinutes: 30 },
  'return-confirmation': {
    label: 'Confirm return',
    ...step('return-confirmation'),
    who: { role: true },
    modes: ['return-confirmation'],
    input: BorderInput,
    change: returned,
    estimatedMinutes: 30,
  },
  modification: {
    label: 'Modify',
    from: open,
    to: 'unchanged',
    available: stillOpen,
    who: { role: true },
    modes: ['modification'],
    input: ModificationInput,
    partial: true,
    change: modified,
    render: ['print-form'],
    estimatedMinutes: 30,
  },
  'transfer-ownership': {
    label: 'Transfer ownership',
    from: open,
    to: 'unchanged',
    available: stillOpen,
    who: { role: true },
    modes: ['transfer-ownership'],
    input: OwnershipInput,
    change: transferred,
    render: ['print-form'],
    estimatedMinutes: 30,
  },
  termination: {
    label: 'Terminate',
    from: open,
    to: 'TERMINATED',
    available: stillOpen,
    who: { role: true },
    modes: ['termination'],
    comment: true,
    estimatedMinutes: 10,
  },
  'print-form': { label: 'Print', from: '*', to: 'unchanged', who: { public: true }, modes: ['*'], kind: 'download', url: `${path}/{id}/print-form` },
  'print-invoice': {
    label: 'Print invoice',
    from: [...open, 'TERMINATED'],
    to: 'unchanged',
    who: { public: true },
    modes: ['*'],
    kind: 'download',
    url: `${path}/{id}/print-invoice`,
  },
  ...print(
    'print-validated-exit',
    'Print validated exit',
    ['VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'],
    ['confirmation', 'return-confirmation'],
  ),
  ...print(
    'print-confirmed-exit',
    'Print confirmed exit',
    ['CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'],
    ['return-validation', 'return-confirmation'],
  ),
  ...print(
    'print-validated-entry',
    'Print validated entry',
    ['VALIDATED FOR ENTRY', 'CONFIRMED FOR ENTRY', 'VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'],
    ['confirmation', 'return-confirmation'],
    returnOf('VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'),
  ),
  ...print(
    'print-confirmed-entry',
    'Print confirmed entry',
    ['CONFIRMED FOR ENTRY', 'VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT', 'CONFIRMED FOR RETURN'],
    ['return-validation', 'return-confirmation'],
    returnOf('CONFIRMED FOR RETURN'),
  ),
};

/** The ways from the view to the form of an action, and back. */
const withForm = [
  'submission',
  'edit',
  'amendment',
  'verification',
  'approval',
  'validation',
  'confirmation',
  'return-validation',
  'return-confirmation',
  'modification',
  'transfer-ownership',
  'termination',
] as const;
const address = `${path}/{id}/document`;
const navigations: Record<string, Rule> = {
  ...Object.fromEntries(
    withForm.map((name): [string, Rule] => {
      const { label, who, available, ...rule } = actions[name] as Rule;
      // The form that changes what was submitted is also where a draft is gone on with.
      const from: Rule['from'] = name === 'edit' ? ['STORED', 'SUBMITTED'] : rule.from;
      // `role: true` would ask for a role of the navigation's own name.
      const role = who.role === true ? `${rolePrefix}-${name}` : who.role;
      return [
        `open-${name}`,
        {
          label,
          from,
          to: 'unchanged',
          who: { ...who, ...(role ? { role } : {}) },
          ...(available ? { available } : {}),
          modes: ['view'],
          kind: 'navigate',
          url: address,
        },
      ];
    }),
  ),
  view: {
    label: 'Back to the document',
    from: '*',
    to: 'unchanged',
    who: { public: true },
    modes: tripModes.filter((m) => !['view', 'new', 'register'].includes(m)),
    kind: 'navigate',
    url: address,
  },
};

export const tripWorkflow: Workflow<TripDocumentStatus, TripDocument> = {
  statuses: tripStatuses,
  actions: { ...actions, ...navigations },
  mainPath: paths.E,
  pathOf: (trip) => paths[movementOf(trip)],
};
