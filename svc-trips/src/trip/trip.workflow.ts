/** The workflow of both movements as one table; the movement of the document says which way it goes. */
import { type ActionRule, NEW, type Workflow } from '@portal/service-kit';
import { BorderInput, DecisionInput, isClosed, ModificationInput, type Movement, OwnershipInput, paths, TripBody, type TripDocument, type TripDocumentStatus, tripStatuses } from '../../contract/index.ts';
import { passOver, ReceiptInput, recordReceipt } from './fees.ts';

type Rule = ActionRule<TripDocumentStatus, TripDocument>;
type Input = Readonly<Record<string, unknown>>;

export const path = '/v1/triptic/trip';
export const rolePrefix = 'triptic-trip';
/** Held by the product alone: receipts move a trip, nobody's hand. */
export const systemRole = `${rolePrefix}-system`;

export const movementOf = (trip: Pick<TripDocument, 'documentDetails'>): Movement => (trip.documentDetails?.movement === 'I' ? 'I' : 'E');

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

const withAuthoriser = (trip: TripDocument, input: Input): TripDocument => {
  const authoriserDetails = input.authoriserDetails as TripDocument['authoriserDetails'] | undefined;
  return authoriserDetails?.code ? { ...trip, authoriserDetails } : trip;
};

/** The officer confirms requirements; the applicant's answers stay. */
function confirmed(trip: TripDocument, input: Input): TripDocument {
  const ticks = new Map(((input.requirements as { id?: string; confirmed?: boolean }[] | undefined) ?? []).map((r) => [r.id, r.confirmed === true]));
  return { ...withAuthoriser(trip, input), requirements: (trip.requirements ?? []).map((r) => (ticks.has(r.id) ? { ...r, confirmed: ticks.get(r.id) } : r)) };
}

const today = (now: Date): string => now.toISOString().slice(0, 10);

/** A border check out: the day of crossing is today unless the officer says otherwise. */
const crossed: Rule['change'] = (trip, input, { now }) => ({ ...withAuthoriser(trip, input), crossingDate: (input.crossingDate as string | undefined) ?? today(now) });
/** A border check back. */
const returned: Rule['change'] = (trip, input, { now }) => ({ ...withAuthoriser(trip, input), actualDate: (input.actualDate as string | undefined) ?? today(now) });

function modified(trip: TripDocument, input: Input): TripDocument {
  const { authoriserDetails: _authoriser, goods, requirements, ...dates } = input as Partial<TripDocument>;
  const answers = new Map((requirements ?? []).map((r) => [r.id, r.accepted === true]));
  return {
    ...withAuthoriser(trip, input),
    ...dates,
    ...(goods ? { goods } : {}),
    requirements: (trip.requirements ?? []).map((r) => (answers.has(r.id) ? { ...r, accepted: answers.get(r.id) } : r)),
  };
}

function transferred(trip: TripDocument, input: Input): TripDocument {
  const { ownerName, ownerAddress, ownerDriver } = input as OwnershipInput;
  return { ...trip, ownerName, ownerAddress, ownerDriver: ownerDriver ?? false, ...(ownerDriver ? { driverName: ownerName, localAddress: ownerAddress?.toUpperCase() } : {}) };
}

const print = (label: string, modes: readonly string[], from: Rule['from'] = '*'): Rule => ({ label, from, to: 'unchanged', who: { role: [`${rolePrefix}-read`, `${rolePrefix}-print`], owner: true }, modes, kind: 'download' });
const printed = (name: string, rule: Rule): Rule => ({ ...rule, url: `${path}/{id}/${name}` });

const applicant = { role: `${rolePrefix}-submit`, owner: true } as const;
const border = ['view', 'print'] as const;

const actions: Record<string, Rule> = {
  store: { label: 'Save draft', from: [NEW, 'STORED'], to: 'STORED', who: applicant, modes: ['new', 'edit'], input: TripBody, draft: true, hideOnSubmit: true },
  register: { label: 'Register', from: [NEW], to: 'SUBMITTED', who: { public: true }, modes: ['register', 'new'], input: TripBody, require: ['contract'], hideOnSubmit: true, render: ['print-form'], estimatedMinutes: 15 },
  'direct-submit': { label: 'Submit', from: [NEW], to: 'SUBMITTED', who: { public: true }, modes: ['register', 'new'], input: TripBody, require: ['contract'], hideOnSubmit: true, render: ['print-form'], estimatedMinutes: 15 },
  submission: { label: 'Submit', from: ['STORED'], to: 'SUBMITTED', who: applicant, modes: ['submission', 'edit', 'view'], input: TripBody, partial: true, require: ['contract'], hideOnSubmit: true, render: ['print-form'], estimatedMinutes: 15 },
  edit: { label: 'Save', from: ['STORED', 'SUBMITTED'], to: 'unchanged', who: applicant, modes: ['edit'], input: TripBody, require: [], estimatedMinutes: 15 },
  amendment: { label: 'Amend', from: ['SUBMITTED'], to: 'unchanged', who: applicant, modes: ['amendment'], input: TripBody, require: ['contract'], render: ['print-form'], estimatedMinutes: 15 },
  verification: { label: 'Verify', ...step('verification'), who: { role: true }, modes: ['verification'], input: DecisionInput, change: confirmed, estimatedMinutes: 60 },
  payment: { label: 'Permit fee paid', ...step('payment'), who: { role: systemRole }, modes: [], input: ReceiptInput, change: recordReceipt, estimatedMinutes: 1_440 },
  approval: { label: 'Approve', ...step('approval'), who: { role: true }, modes: ['approval'], input: DecisionInput, change: confirmed, render: ['print-form'], estimatedMinutes: 120 },
  'exit-payment': { label: 'Exit fee paid', ...step('exit-payment'), who: { role: systemRole }, modes: [], input: ReceiptInput, change: recordReceipt, estimatedMinutes: 1_440 },
  receipt: { label: 'Receipt recorded', from: open, to: 'unchanged', who: { role: systemRole }, modes: [], input: ReceiptInput, change: recordReceipt },
  validation: { label: 'Validate', ...step('validation'), who: { role: true }, modes: ['validation'], input: BorderInput, change: withAuthoriser, estimatedMinutes: 30 },
  confirmation: { label: 'Confirm', ...step('confirmation'), who: { role: true }, modes: ['confirmation'], input: BorderInput, change: crossed, estimatedMinutes: 30 },
  'return-validation': { label: 'Validate return', ...step('return-validation'), who: { role: true }, modes: ['return-validation'], input: BorderInput, change: withAuthoriser, estimatedMinutes: 30 },
  'return-confirmation': { label: 'Confirm return', ...step('return-confirmation'), who: { role: true }, modes: ['return-confirmation'], input: BorderInput, change: returned, estimatedMinutes: 30 },
  modification: { label: 'Modify', from: open, to: 'unchanged', available: stillOpen, who: { role: true }, modes: ['modification'], input: ModificationInput, partial: true, change: modified, render: ['print-form'], estimatedMinutes: 30 },
  'transfer-ownership': { label: 'Transfer ownership', from: open, to: 'unchanged', available: stillOpen, who: { role: true }, modes: ['transfer-ownership'], input: OwnershipInput, change: transferred, render: ['print-form'], estimatedMinutes: 30 },
  termination: { label: 'Terminate', from: open, to: 'TERMINATED', available: stillOpen, who: { role: true }, modes: ['termination', 'view'], comment: true, estimatedMinutes: 10 },
  'print-form': printed('print-form', { ...print('Print', ['*']), who: { public: true } }),
  'print-invoice': printed('print-invoice', { ...print('Print invoice', [...border, 'approval', 'edit']), who: { public: true }, from: open }),
  'print-validated-exit': printed('print-validated-exit', { ...print('Print validated exit', [...border, 'validation', 'confirmation']), from: ['VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'] }),
  'print-confirmed-exit': printed('print-confirmed-exit', { ...print('Print confirmed exit', [...border, 'confirmation', 'return-confirmation']), from: ['CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'] }),
  'print-validated-entry': printed('print-validated-entry', {
    ...print('Print validated entry', [...border, 'validation', 'return-validation']),
    from: ['VALIDATED FOR ENTRY', 'CONFIRMED FOR ENTRY', 'VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT', 'VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'],
    available: (trip) => movementOf(trip) === 'I' || ['VALIDATED FOR RETURN', 'CONFIRMED FOR RETURN'].includes(trip.documentStatus),
  }),
  'print-confirmed-entry': printed('print-confirmed-entry', {
    ...print('Print confirmed entry', [...border, 'confirmation', 'return-confirmation']),
    from: ['CONFIRMED FOR ENTRY', 'VALIDATED FOR EXIT', 'CONFIRMED FOR EXIT', 'CONFIRMED FOR RETURN'],
    available: (trip) => movementOf(trip) === 'I' || trip.documentStatus === 'CONFIRMED FOR RETURN',
  }),
};

export const tripWorkflow: Workflow<TripDocumentStatus, TripDocument> = {
  statuses: tripStatuses,
  actions,
  mainPath: paths.E,
  pathOf: (trip) => paths[movementOf(trip)],
};
