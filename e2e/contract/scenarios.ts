/** Calls of operations that need a certain state before them, such as a draft, a receipt or a one-time code. The portal must accept each of them. */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { until } from '@portal/service-kit/testing';
import { signedText } from 'svc-declarations/contract';
import { aList, aListRow } from 'svc-declarations/testing';
import type { Answered, Model, Plain } from './caller.ts';
import { aPassport, arrivals, departures } from './documents.ts';
import { documents, form, licences, onePicture, receipts, trips } from './fuzz/bodies.ts';

export interface Calls {
  /**
   * Makes a call that the portal must accept.
   * @param operation method and path as in the OpenAPI document, such as `GET /api/trips/v1/triptic/trip/{id}/document`
   * @param given the parameters of the path, and of the query
   * @param body if left out, one with the required fields
   * @throws Error if the call is refused
   */
  accept(who: string, operation: string, given?: Record<string, unknown>, body?: unknown): Promise<Answered>;
  /** Performs an action on a document. The body is the document as the action takes it, with a comment. @returns the changed document */
  act(who: string, kind: string, model: Model, action: string, changes?: Plain): Promise<Model>;
  /** Returns the one-time code in the newest message to an address. */
  codeSentTo(address: unknown): Promise<string>;
}

/** A day on which no other check registers documents. */
const later = '2099-01-01';
const words = { en: 'Words', pt: 'Palavras' };

/** Registers a valid document. */
const register = async ({ accept }: Calls, kind: string, who = 'public', changes: Plain = {}): Promise<Model> =>
  (await accept(who, `POST ${kind}`, {}, { ...documents[kind]?.body(), ...changes })).model;

const criterion = (fieldName: string, value: unknown, dataType = 'TEXT', operation = 'EQ'): Plain => ({ fieldName, operation, dataType, values: [value] });

/** Finds a document as the public does, and opens it with the code that is sent to its address. */
async function findAndOpen({ accept, codeSentTo }: Calls, kind: string, address: unknown, criteria: Plain[]): Promise<void> {
  await accept('public', `GET ${kind}/find`, { q: JSON.stringify({ criteria }) });
  const { records } = await accept('public', `POST ${kind}/find`, {}, { criteria });
  const id = records[0]?.id;
  await accept('public', `POST ${kind}/find/code`, {}, { id });
  await accept('public', `POST ${kind}/find/open`, {}, { id, code: await codeSentTo(address) });
}

/** An applicant asks that a document be erased, and the office answers. */
async function answerErasure(calls: Calls, kind: string, officer: string): Promise<void> {
  const { id } = await register(calls, kind, 'applicant');
  await calls.accept('applicant', `GET ${kind}/{id}/export`, { id });
  const { model } = await calls.accept('applicant', `POST ${kind}/{id}/erasure`, { id }, {});
  await calls.accept(officer, `GET ${kind}/erasure`);
  await calls.accept(officer, `POST ${kind}/erasure/{request}`, { request: model.id }, { decision: 'REFUSE', comment: 'The law asks us to keep it' });
}

/** An officer claims a document, and a supervisor assigns it to the officer. */
async function claimAndAssign(calls: Calls, kind: string, officer: string, supervisor: string): Promise<void> {
  const { id, version } = await register(calls, kind);
  await calls.accept(officer, `POST ${kind}/{id}/claim`, { id }, { version });
  await calls.accept(supervisor, `GET /api/${kind.split('/')[2]}/v1/account/colleagues`);
  await calls.accept(supervisor, `POST ${kind}/{id}/assign`, { id }, { assignee: officer });
}

/** Calls of both kinds of declarations. */
async function declarationsOf(calls: Calls, kind: string): Promise<void> {
  const { accept, act } = calls;
  const emailAddress = `${aPassport()}@example.org`;
  const model = await register(calls, kind, 'public', { emailAddress });
  const { id } = model;
  for (const part of ['', '/form']) await accept('public', `GET ${kind}/plain/{id}${part}`, { id });
  for (const part of ['watch', 'notes']) await accept('border-officer', `GET ${kind}/{id}/${part}`, { id });
  await findAndOpen(calls, kind, emailAddress, [
    criterion('travellerCode', model.travellerCode),
    criterion('birthDate', model.birthDate, 'DATE'),
    criterion('nationalityCode', model.nationalityCode),
  ]);
  const asked = await act('border-officer', kind, model, 'query');
  await act('public', kind, asked, 'feedback');
  await answerErasure(calls, kind, 'border-supervisor');
}

/** A group of declarations, to which persons are added and from which they are taken out. */
async function groupsOf({ accept }: Calls, kind: string): Promise<void> {
  const aTraveller = () => documents[kind]?.body();
  const group = `${kind}/group`;
  const { model } = await accept('public', `POST ${group}`, {}, { travellers: [aTraveller(), aTraveller()] });
  const added = await accept('public', `POST ${group}/{id}/members`, { id: model.id }, { ...aTraveller(), version: model.version });
  const { version, members } = added.model as Model & { members: Model[] };
  await accept('public', `POST ${group}/{id}/actions/{action}`, { id: model.id, action: 'leave' }, { version, members: [members[0]?.id] });
}

/** Takes a licence along the main path, to its issuance. */
async function issuedLicence(calls: Calls): Promise<Model> {
  const { act } = calls;
  let licence = await register(calls, licences, 'applicant');
  licence = await act('licence-verifier', licences, licence, 'verification');
  licence = await act('licence-assessor', licences, licence, 'assessment');
  licence = await act('licence-assessor', licences, licence, 'recommendation', { decision: 'RECOMMEND' });
  licence = await act('licence-approver', licences, licence, 'approval');
  licence = await act('licence-approver-2', licences, licence, 'approval');
  return act('licence-approver', licences, licence, 'issuance');
}

/** Pays what a trip has to pay. @returns the receipt */
async function pay({ accept }: Calls, trip: Model): Promise<Model> {
  const { reference, year, number, serial } = trip.serialReference;
  const invoice = { documentCode: reference.split('-')[0], year, serial: serial ?? 'A', number };
  const due = () => accept('cashier', `GET ${receipts}/{documentCode}/{year}/{serial}/{number}/searchDocumentToPay`, invoice);
  // The trip announces its invoice through the queue, and learns of the receipt through it.
  await until(async () => (await due()).records.length > 0);
  const { model } = await accept('cashier', `POST ${receipts}`, {}, { ...invoice, total: (await due()).records[0]?.total, payer: 'Maria' });
  const { id } = trip;
  await until(async () => (await accept('trip-verifier', `GET ${trips}/{id}/document`, { id })).model.version > trip.version);
  return model;
}

const loadTrip = async ({ accept }: Calls, { id }: Model): Promise<Model> => (await accept('trip-verifier', `GET ${trips}/{id}/document`, { id })).model;

/** The scenarios by what they are about. */
export const scenarios: Record<string, (calls: Calls) => Promise<void>> = {
  async catalogues({ accept }) {
    const [one, name] = ['/api/reference/v1/catalogue/{name}/{code}', 'vehicle-colours'];
    const code = aPassport();
    const at = { name, code };
    await accept('admin', 'POST /api/reference/v1/catalogue/{name}', { name }, { code, name: 'Ochre' });
    await accept('admin', `PUT ${one}`, at, { code, name: 'Sienna', version: 1 });
    await accept('admin', `POST ${one}/actions/revert`, at, { version: 2, to: 1 });
    await accept('admin', `POST ${one}/actions/retire`, at, { version: 3, reason: 'A mistake' });
    await accept('admin', `POST ${one}/actions/restore`, at, { version: 4 });
  },

  async proposals({ accept }) {
    for (const [who, action] of [
      ['admin-2', 'approve'],
      ['admin-2', 'reject'],
      ['admin', 'withdraw'],
    ] as const) {
      const fee = { code: aPassport(), name: 'Fee of a decree', documentCode: 'TIBE', amount: 1500, currencyCode: 'USD', stage: 'permit' };
      const body = { ...fee, effectiveFrom: later, reason: 'Decree 1' };
      const { model } = await accept('admin', 'POST /api/reference/v1/catalogue/{name}', { name: 'fees' }, body);
      await accept('admin', 'GET /api/reference/v1/catalogue-proposals/{id}', { id: model.id });
      await accept(who, `POST /api/reference/v1/catalogue-proposals/{id}/actions/${action}`, { id: model.id }, { version: 1, reason: 'Decree 2' });
    }
  },

  async tills({ accept }) {
    const shifts = '/api/reference/v1/payment/shift';
    const { model } = await accept('cashier-2', `POST ${shifts}`, {}, { floats: [{ currencyCode: 'USD', amount: 5000 }] });
    const counted = [{ method: 'CASH', currencyCode: 'USD', amount: 5000 }];
    await accept('cashier-2', `POST ${shifts}/{id}/actions/close`, { id: model.id }, { version: model.version, counted });
  },

  async lookups({ accept }) {
    const declaration = { product: 'customs', id: '0198c5a0-6b1e-7c30-9d44-2f1a6e50b001' };
    for (const part of ['simpleDocument', 'contentData'])
      await accept('border-officer', `GET /api/reference/v1/{product}/declaration/{id}/${part}`, declaration);
    const membership = { id: '0198c5a0-71d2-7f10-8a3b-5c0e9d70c001' };
    await accept('border-officer', 'GET /api/reference/v1/membership/registration/{id}/contentData', membership);
  },

  async departures(calls) {
    await declarationsOf(calls, departures);
  },

  async arrivals(calls) {
    await declarationsOf(calls, arrivals);
    const { id } = await register(calls, arrivals);
    await calls.accept('border-officer', 'POST /api/declarations/v1/arrival/transaction/{id}/history', { id });
    await calls.accept('border-supervisor', 'GET /api/declarations/v1/statistics/actions', { kind: 'arrival-declaration' });
    await calls.accept('public', 'GET /api/declarations/v1/public-numbers');
  },

  async groups(calls) {
    for (const kind of [departures, arrivals]) await groupsOf(calls, kind);
  },

  async 'lists of agents'({ accept }) {
    const place = `${arrivals}/import`;
    const { model } = await accept('agent', `POST ${place}`, {}, aList([aListRow(1, { travellerCode: aPassport() }), aListRow(2, { gender: 'Q' })]));
    const { id } = model;
    await until(async () => (await accept('agent', `GET ${place}/{id}`, { id })).model.status === 'DONE');
    for (const part of ['faults', 'refused', 'refused/file', 'people', 'codes']) await accept('agent', `GET ${place}/{id}/${part}`, { id });
  },

  async 'the gate'(calls) {
    const { accept } = calls;
    const gate = '/api/declarations/v1/gate';
    const { serialReference } = await register(calls, arrivals);
    const decision = { key: randomUUID(), decision: 'ARRIVAL' as const, reference: serialReference.reference, at: new Date().toISOString() };
    await accept('border-officer', `POST ${gate}/decisions`, {}, decision);
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { pass } = await accept('border-officer', `POST ${gate}/pass`, {}, { key: publicKey.export({ format: 'jwk' }) });
    const offline = { ...decision, key: randomUUID(), reference: 'ARR-2026-9999998', at: new Date().toISOString() };
    const signature = sign('sha256', Buffer.from(signedText(offline)), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    const body = { pass, sentAt: new Date().toISOString(), decisions: [{ ...offline, signature }] };
    await accept('border-officer', `POST ${gate}/reconciliation`, {}, body);
    await accept('border-supervisor', `POST ${gate}/cases/{key}/close`, { key: offline.key }, { comment: 'The reference was misread' });
  },

  async 'lane rules'({ accept }) {
    const one = '/api/declarations/v1/lane-rules/{id}';
    const rules = [{ when: ['>= 1000'], lane: 'RED', reason: words }];
    const table = { code: aPassport(), name: words, hitPolicy: 'FIRST', inputs: ['bags'], rules, order: 90, effectiveFrom: later };
    const { id, version } = (await accept('admin', 'POST /api/declarations/v1/lane-rules', {}, table)).model;
    const changed = await accept('admin', `PUT ${one}`, { id }, { ...table, order: 91, version });
    const forced = await accept('admin-2', `POST ${one}/actions/put-in-force`, { id }, { version: changed.model.version });
    await accept('admin-2', `POST ${one}/actions/withdraw`, { id }, { version: forced.model.version, reason: 'Checked' });
  },

  async 'watch lists'({ accept }) {
    const list = '/api/declarations/v1/watch-lists/{list}';
    const entries = [{ passport: aPassport() }, { passport: aPassport() }];
    const { records } = await accept('admin', `POST ${list}/entries`, { list: 'CONTRACT' }, { entries });
    await accept('admin', `POST ${list}/actions/remove`, { list: 'CONTRACT' }, { entries: entries.slice(1) });
    await accept('admin', `DELETE ${list}/entries/{id}`, { list: 'CONTRACT', id: records[0]?.id });
  },

  async views({ accept }) {
    for (const [service, who] of [
      ['declarations', 'border-officer'],
      ['licences', 'licence-verifier'],
      ['trips', 'trip-verifier'],
    ] as const) {
      const views = `/api/${service}/v1/views`;
      const { id } = (await accept(who, `POST ${views}`)).model;
      await accept(who, `PUT ${views}/{id}`, { id });
      await accept(who, `DELETE ${views}/{id}`, { id });
    }
  },

  async 'open data'({ accept }) {
    for (const service of ['declarations', 'licences', 'trips']) {
      const { records } = await accept('public', `GET /api/${service}/v1/open-data`);
      for (const end of ['csv', 'json']) await accept('public', `GET /api/${service}/v1/open-data/{name}.${end}`, { name: records[0]?.name });
    }
  },

  async 'applications for licences'(calls) {
    const { accept, act } = calls;
    const draft = (await accept('licence-clerk', `POST ${licences}/actions/store`, {}, documents[licences]?.body())).model;
    await act('licence-clerk', licences, draft, 'submission');
    const holderEmail = `${aPassport()}@example.org`;
    const found = await register(calls, licences, 'public', { holderEmail });
    await findAndOpen(calls, licences, holderEmail, [
      criterion('holderName', found.holderName, 'TEXT', 'CONTAINS'),
      criterion('birthDate', found.birthDate, 'DATE'),
      criterion('indentityCode', found.indentityCode),
      criterion('holderCode', found.holderCode),
    ]);
    await claimAndAssign(calls, licences, 'licence-verifier', 'licence-approver');
    await answerErasure(calls, licences, 'licence-approver');
  },

  async 'issued licences'(calls) {
    const { accept, act } = calls;
    let licence = await issuedLicence(calls);
    await accept('applicant', `GET ${licences}/{id}/print-identity-card`, { id: licence.id });
    // A change of the holder's name waits for a second officer.
    for (const change of ['adjustment', 'modification']) {
      for (const answer of ['confirmation', 'refusal']) {
        licence = await act('licence-approver', licences, licence, change, { holderName: `${change} ${answer}`.toUpperCase() });
        licence = await act('licence-approver-2', licences, licence, `${change}-${answer}`);
      }
    }
    licence = await act('licence-approver', licences, licence, 'suspension');
    licence = await act('licence-approver', licences, licence, 'activation');
    await act('applicant', licences, licence, 'renewal');
  },

  async trips(calls) {
    const { accept, act } = calls;
    const draft = (await accept('applicant', `POST ${trips}/actions/store`, {}, documents[trips]?.body())).model;
    await act('applicant', trips, draft, 'store');
    await claimAndAssign(calls, trips, 'trip-verifier', 'trip-approver');
    await answerErasure(calls, trips, 'trip-approver');
    let trip = await register(calls, trips, 'applicant');
    await accept('trip-verifier', 'POST /api/trips/v1/arrival/transaction/{id}/history', { id: trip.id });
    trip = await act('trip-verifier', trips, trip, 'query');
    trip = await act('applicant', trips, trip, 'feedback');
    trip = await act('trip-verifier', trips, trip, 'verification');
    const { id, version } = await pay(calls, trip);
    // The trip announces through the queue that the receipt may be voided.
    await until(async () => (await accept('cashier-supervisor', `GET ${receipts}/{id}/document`, { id })).actions.some(({ name }) => name === 'void'));
    await accept('cashier-supervisor', `POST ${receipts}/{id}/actions/void`, { id }, { version, comment: 'Wrong document' });
  },

  async 'trips that leave and return'(calls) {
    const { accept, act } = calls;
    let trip = await register(calls, trips, 'applicant');
    trip = await act('trip-verifier', trips, trip, 'verification');
    await pay(calls, trip);
    trip = await act('trip-approver', trips, await loadTrip(calls, trip), 'approval');
    if (trip.documentStatus === 'APPROVED TO EXIT') await pay(calls, trip);
    trip = await act('trip-border', trips, await loadTrip(calls, trip), 'validation');
    await accept('trip-border', `GET ${trips}/{id}/print-validated-exit`, { id: trip.id });
    trip = await act('trip-border', trips, trip, 'confirmation');
    trip = await act('trip-border', trips, trip, 'return-validation');
    await accept('trip-border', `GET ${trips}/{id}/print-validated-entry`, { id: trip.id });
  },

  async files({ accept }) {
    const { uid } = await accept('applicant', 'POST /api/media/v1/image/photoUpload', {}, form('photo.png', onePicture));
    for (const kind of ['photo', 'fileManager']) await accept('applicant', `GET /api/media/v1/${kind}/{id}/document`, { id: uid });
    await accept('applicant', 'GET /api/licences/v1/photo/{id}/document', { id: uid });
  },
};

const failed = 'Only a job or message that has failed for hours is accepted, and in these tests none has.';
const failedJobs = ['reference', 'declarations', 'licences', 'trips', 'media'].flatMap((service) =>
  ['jobs', 'jobs/messages'].flatMap((list) => ['retry', 'dismissal'].map((action) => `POST /api/${service}/v1/${list}/{id}/${action}`)),
);

/** Operations that accept no call in these tests, with the reason. */
export const exemptions: Record<string, string> = {
  ...Object.fromEntries(failedJobs.map((operation) => [operation, failed])),
};
