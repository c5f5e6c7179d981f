import { type RightsRow, TestClock, type TestUser, testBackends, triesRights } from '@portal/service-kit/testing';
import openapi from '../../openapi.json';
import { aTrip } from '../testing/bodies.ts';
import { Desk } from '../testing/desk.ts';

const role = (actions: string): string[] => actions.split(' ').map((action) => `triptic-trip-${action}`);
const everyAction = 'submit verification approval validation confirmation return-validation return-confirmation modification transfer-ownership termination';

/** Officers have the transport authority, which the trip belongs to, unless their name says otherwise. */
const callers: Record<string, TestUser | undefined> = {
  nobody: undefined,
  owner: { sub: 'owner', name: 'Olinda Owner' },
  neighbour: { sub: 'neighbour', name: 'Nuno Neighbour' },
  reader: { sub: 'reader', agencies: ['DNTT'], roles: role('read search') },
  verifier: { sub: 'verifier', agencies: ['DNTT'], roles: role('read search verification modification termination') },
  'chief without the read role': { sub: 'blind chief', agencies: ['DNTT'], roles: role(everyAction) },
  'chief of another agency': { sub: 'foreign chief', agencies: ['CUSTOMS'], roles: role(`read search supervise ${everyAction}`) },
  'chief of no agency': { sub: 'homeless chief', agencies: [], roles: role(`read search supervise ${everyAction}`) },
  'officer of other documents': { sub: 'stranger', agencies: ['DNTT'], roles: ['traveller-declaration-read', 'professional-license-read'] },
};

const prints = 'print-form print-invoice';
/** The prints of the border answer 409 until the border has validated or confirmed the crossing. */
const border = 'print-confirmed-entry print-confirmed-exit print-validated-entry print-validated-exit';
const all = ['export', 'history', 'qr', 'thread', 'version', ...prints.split(' '), ...border.split(' ')].sort().join(' ');
const no = (status: 401 | 403): Pick<RightsRow, 'sees' | 'reads' | 'may'> => ({ sees: String(status), reads: `${status}: ${all}`, may: '' });
const everything = 'facts contact';
const applicants = 'amendment edit feedback store submission';
const staff = `200: history ${prints} qr thread version | 403: export | 409: ${border}`;
const chiefs = 'approval confirmation modification query return-confirmation return-validation store termination transfer-ownership validation verification';
const verifiers = 'modification query termination verification';

/** `public`: registered without an account. `owned`: registered by a signed-in person. `draft`: that person's draft. */
const rows: RightsRow[] = [
  { caller: 'nobody', document: 'public', sees: everything, reads: `200: export ${prints} qr thread version | 401: history | 409: ${border}`, may: applicants },
  { caller: 'owner', document: 'public', sees: everything, reads: `200: export ${prints} qr thread version | 403: history | 409: ${border}`, may: applicants },
  {
    caller: 'neighbour',
    document: 'public',
    sees: everything,
    reads: `200: export ${prints} qr thread version | 403: history | 409: ${border}`,
    may: applicants,
  },
  { caller: 'reader', document: 'public', sees: `${everything} officers`, reads: staff, may: '' },
  { caller: 'verifier', document: 'public', sees: `${everything} officers`, reads: staff, may: verifiers },
  { caller: 'chief without the read role', document: 'public', ...no(403), may: chiefs },
  { caller: 'chief of another agency', document: 'public', ...no(403) },
  { caller: 'chief of no agency', document: 'public', ...no(403) },
  { caller: 'officer of other documents', document: 'public', ...no(403) },

  { caller: 'nobody', document: 'owned', sees: everything, reads: `200: ${prints} qr thread version | 401: export history ${border}`, may: '' },
  { caller: 'owner', document: 'owned', sees: everything, reads: `200: export history ${prints} qr thread version | 409: ${border}`, may: applicants },
  { caller: 'neighbour', document: 'owned', sees: everything, reads: `200: ${prints} qr thread version | 403: export history ${border}`, may: '' },
  { caller: 'reader', document: 'owned', sees: everything, reads: staff, may: '' },
  { caller: 'verifier', document: 'owned', sees: everything, reads: staff, may: verifiers },
  { caller: 'chief without the read role', document: 'owned', ...no(403), may: chiefs },
  { caller: 'chief of another agency', document: 'owned', ...no(403) },
  { caller: 'chief of no agency', document: 'owned', ...no(403) },
  { caller: 'officer of other documents', document: 'owned', ...no(403) },

  { caller: 'nobody', document: 'draft', ...no(401) },
  {
    caller: 'owner',
    document: 'draft',
    sees: everything,
    reads: `200: export history print-form thread version | 404: qr | 409: ${['print-invoice', ...border.split(' ')].sort().join(' ')}`,
    may: applicants,
  },
  ...Object.keys(callers)
    .slice(2)
    .map((caller): RightsRow => ({ caller, document: 'draft', ...no(403) })),
];

describe.each(testBackends().slice(-1))('the rights to a trip on %s', (_engine, makeBackend) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await Desk.open(await makeBackend(), new TestClock(new Date('2026-05-02T08:00:00Z')));
  });
  afterAll(() => desk?.close());

  const groups = { facts: 'vehicleNumber', contact: 'contactNumber', officers: /Teresa Verifier/ };
  triesRights({ path: '/v1/triptic/trip', openapi, groups, besides: ['searchDeclaration', 'details'], callers, rows }, async () => {
    const open = (await desk.register()).body.model.id;
    await desk.act('trip-verifier', open, 'modification', { crossCode: 'BTG', comment: 'As asked' });
    const authorization = await desk.around.token(callers.owner as TestUser);
    const own = async (path: string) => (await desk.call('public', 'POST', `/v1/triptic/trip/${path}`, aTrip('TIBE'), { authorization })).body.model.id;
    return {
      url: desk.service.url,
      token: (user) => desk.around.token(user),
      documents: { public: open, owned: await own(''), draft: await own('actions/store') },
    };
  });
});
