/** The kinds of documents that traces are made of: who calls, and what each action is called with. */
import { randomBytes, randomInt } from 'node:crypto';
import { developmentUsers } from '@portal/identity';
import { aDeparture, anArrival } from 'svc-declarations/testing';
import { aTrip, confirmed, dayFrom } from '../calls.ts';
import type { Model } from '../client.ts';
import type { Caller } from './model.ts';

/** What one step says beside its version and comment, and the status that this chooses. */
export interface Choice {
  body?: object;
  /** Where the table prints several statuses after the action: the one to which this leads. */
  status?: string;
}

export interface Kind {
  /** Where its table is printed: a service, and a heading of its page. */
  service: string;
  title: string;
  path: string;
  /** Nobody first, then people. */
  callers: Caller[];
  /** Who reads histories. */
  reader: string;
  /** What the public registers, and the agency of such a document. */
  body(): Record<string, unknown>;
  agency(model: Model & { agencyCode?: string; documentDetails?: { agencyCode?: string } }): string;
  /** @param pick one of three possibilities @param status of the document before */
  choice(action: string, model: Model, pick: number, status: string): Choice;
  /** Actions that need more than the table prints: a group, an open question, a change that waits, a step that can still be undone. */
  needsMore: ReadonlySet<string>;
  /** Actions that make another document. */
  leftOut: ReadonlySet<string>;
  /** The status in which something is to be paid, and the one after the payment. */
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
  // Issued once; a change waits for the second officer, and there is one at a time.
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
