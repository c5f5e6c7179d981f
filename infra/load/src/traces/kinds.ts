/** The kinds of documents for which traces are made: their callers, and the input of each action. */
import { randomBytes, randomInt } from 'node:crypto';
import { developmentUsers } from '@portal/identity';
import { aDeparture, anArrival } from 'svc-declarations/testing';
import { aTrip, confirmed, dayFrom } from '../calls.ts';
import type { Model } from '../client.ts';
import type { Caller } from './model.ts';

/** The input of a step in addition to version and comment, and the status to which it leads. */
export interface Choice {
  body?: object;
  /** The resulting status, if the printed table lists several for the action. */
  status?: string;
}

export interface Kind {
  /** The service and the heading of its WORKFLOWS.md under which the table is printed. */
  service: string;
  title: string;
  path: string;
  /** The callers: the public first, then users. */
  callers: Caller[];
  /** The user who reads histories. */
  reader: string;
  /** Returns a document as the public registers it. `agency` returns the agency of such a document. */
  body(): Record<string, unknown>;
  agency(model: Model & { agencyCode?: string; documentDetails?: { agencyCode?: string } }): string;
  /** Returns the input of an action. @param pick chooses one of three possibilities @param status status of the document before the action */
  choice(action: string, model: Model, pick: number, status: string): Choice;
  /** Actions that need more than the table says: a group, an open question, a waiting change, a step that can still be undone. */
  needsMore: ReadonlySet<string>;
  /** Actions that create another document. Traces leave them out. */
  leftOut: ReadonlySet<string>;
  /** The statuses in which something must be paid, each with the status after the payment. */
  paid: Readonly<Record<string, string>>;
}

const person = (name: string): Caller => {
  const user = developmentUsers.find(({ username }) => username === name);
  if (!user) throw new Error(`There is no development user ${name}`);
  return user;
};
const callers = (...names: string[]): Caller[] => [{ roles: [], agencies: [] }, ...names.map(person)];
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const code = (): string => `P${hex(6)}`.toUpperCase();

const declaration = (title: string, path: string, body: (changes: Record<string, unknown>) => Record<string, unknown>): Kind => ({
  service: 'svc-declarations',
  title,
  path,
  callers: callers('applicant', 'border-officer', 'border-supervisor', 'agent', 'trip-border', 'licence-approver'),
  reader: 'border-supervisor',
  body: () => body({ travellerCode: code() }),
  agency: ({ agencyCode }) => String(agencyCode ?? body({}).agencyCode),
  choice(action, _model, pick) {
    if (action === 'update' || action === 'amendment') return { body: body({ occupation: `Trade ${hex(3)}` }) };
    if (action === 'lane') return { body: { lane: pick === 0 ? 'GREEN' : 'RED' } };
    const decision = ['CLEARED', 'REFERRED', 'DETAINED'][pick];
    return action === 'decision' ? { body: { decision }, status: decision } : {};
  },
  needsMore: new Set(['leave', 'feedback', 'lane', 'undo']),
  leftOut: new Set(),
  paid: {},
});

const anApplication = (): Record<string, unknown> => ({
  agencyCode: 'MOH',
  documentCode: 'MEDIB',
  subDocumentCode: 'MED-LIC',
  documentType: 'IBN',
  birthDate: '1985-04-03',
  holderCode: code(),
  indentityCode: 'BI',
  holderName: `Maria ${hex(3)}`,
  holderMobile: '+670 7700 0001',
  holderEmail: 'maria@example.org',
  gender: 'F',
  nationalityCode: 'TL',
});

const licence: Kind = {
  service: 'svc-licences',
  title: 'Professional licence',
  path: '/api/licences/v1/professional',
  callers: callers(
    'applicant',
    'licence-clerk',
    'licence-verifier',
    'licence-assessor',
    'licence-approver',
    'licence-approver-2',
    'trip-verifier',
    'border-supervisor',
  ),
  reader: 'licence-approver',
  body: anApplication,
  agency: ({ agencyCode }) => String(agencyCode ?? 'MOH'),
  choice(action, model, pick, status) {
    if (action === 'verification') return { body: { bankCode: 'BNU', requirements: confirmed(model) } };
    if (action === 'recommendation')
      return pick === 0 ? { body: { decision: 'RETURN' }, status: 'RETURNED' } : { body: { decision: 'RECOMMEND' }, status: 'RECOMMENDED' };
    if (action === 'approval') return { status: status === 'RECOMMENDED' ? 'SENT FOR APPROVAL' : 'APPROVED' };
    if (action === 'adjustment' || action === 'modification') return { body: { holderName: `Maria ${hex(3)}` } };
    return {};
  },
  // A licence is issued once. A change waits for the second officer, and there is only one change at a time.
  needsMore: new Set([
    'issuance',
    'adjustment',
    'adjustment-confirmation',
    'adjustment-refusal',
    'modification',
    'modification-confirmation',
    'modification-refusal',
  ]),
  leftOut: new Set(['renewal']),
  paid: {},
};

const trip = (title: string, movement: 'E' | 'I', paid: Record<string, string>): Kind => {
  const body = () => aTrip(movement === 'E' ? 'TIBE' : 'TIBI', { entryDate: dayFrom(0), expectedDate: dayFrom(20) });
  return {
    service: 'svc-trips',
    title,
    path: '/api/trips/v1/triptic/trip',
    callers: callers('applicant', 'trip-agent', 'trip-verifier', 'trip-approver', 'trip-border', 'cashier', 'border-officer', 'licence-approver'),
    reader: 'trip-approver',
    body,
    agency: ({ agencyCode, documentDetails }) => String(agencyCode ?? documentDetails?.agencyCode),
    choice(action, model) {
      if (action === 'verification')
        return { body: { requirements: confirmed(model), ...(movement === 'E' ? { authoriserDetails: { code: 'AUT-01' } } : {}) } };
      if (action === 'confirmation') return { body: { crossingDate: dayFrom(0), ...(movement === 'I' ? { authoriserDetails: { code: 'AUT-05' } } : {}) } };
      if (action === 'return-confirmation') return { body: { actualDate: dayFrom(0) } };
      if (action === 'modification') return { body: { entryDate: dayFrom(0), expectedDate: dayFrom(randomInt(1, 20)) } };
      if (action === 'transfer-ownership') return { body: { ownerName: `Joana ${hex(3)}`, ownerAddress: 'Rua de Baucau 3' } };
      if (action === 'edit' || action === 'amendment') return { body: { ...body(), driverName: `Joana ${hex(3)}` } };
      return {};
    },
    needsMore: new Set(['feedback']),
    leftOut: new Set(),
    paid,
  };
};

export const kinds: Kind[] = [
  declaration('Arrival declaration', '/api/declarations/v1/traveller/declaration', anArrival),
  declaration('Departure declaration', '/api/declarations/v1/departure/declaration', aDeparture),
  licence,
  trip('Movement E: a vehicle leaves and returns', 'E', { 'VERIFIED FOR EXIT': 'PAID FOR APPROVAL', 'APPROVED TO EXIT': 'PAID TO EXIT' }),
  trip('Movement I: a foreign vehicle enters and leaves', 'I', { 'VERIFIED FOR ENTRY': 'PAID FOR APPROVAL' }),
];
