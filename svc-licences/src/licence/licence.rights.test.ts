import type { ListResult } from '@portal/contract-kit';
import { type RightsRow, type TestUser, testBackends, triesRights } from '@portal/service-kit/testing';
import type { LicenceFinderRow } from '../../contract/index.ts';
import openapi from '../../openapi.json';
import { anApplication } from '../testing/bodies.ts';
import { finderQuery, useDesk } from '../testing/desk.ts';

const role = (actions: string): string[] => actions.split(' ').map((action) => `professional-license-${action}`);
const everyAction =
  'store submit query verification assessment recommendation approval rejection issuance adjustment modification renewal suspension activation';

/** Officers have the Ministry of Health, which the licence belongs to, unless their name says otherwise. */
const callers: Record<string, TestUser | undefined> = {
  nobody: undefined,
  owner: { sub: 'owner', name: 'Olinda Owner' },
  neighbour: { sub: 'neighbour', name: 'Nuno Neighbour' },
  reader: { sub: 'reader', agencies: ['MOH'], roles: role('read search') },
  verifier: { sub: 'verifier', name: 'Vera Officer', agencies: ['MOH'], roles: role('read search query verification rejection') },
  'chief without the read role': { sub: 'blind chief', agencies: ['MOH'], roles: role(everyAction) },
  'chief of another ministry': { sub: 'foreign chief', agencies: ['MOE'], roles: role(`read search supervise ${everyAction}`) },
  'chief of no ministry': { sub: 'homeless chief', agencies: [], roles: role(`read search supervise ${everyAction}`) },
  supervisor: { sub: 'supervisor', agencies: ['MOH'], roles: role('read search supervise erasure') },
  'officer of other documents': { sub: 'stranger', agencies: ['MOH', 'CUSTOMS'], roles: ['traveller-declaration-read', 'triptic-trip-read'] },
};

/** The print of the identity card answers 409 until the licence is issued. */
const all = 'export history print print-form print-identity-card print-invoice qr thread version';
const no = (status: 401 | 403): Pick<RightsRow, 'sees' | 'reads' | 'may'> => ({ sees: String(status), reads: `${status}: ${all}`, may: '' });

const everything = 'facts contact files';
const printed = 'print print-form print-invoice qr thread version | ';
const card = ' | 409: print-identity-card';
const staff = `200: history ${printed}403: export${card}`;
/** These are the actions that the caller's rights allow in any status. The workflow decides which of them a status allows. */
const applicants = 'amendment edit feedback register renewal store submission withdrawal';
const chiefs =
  'activation adjustment adjustment-confirmation adjustment-refusal approval assessment edit issuance modification modification-confirmation modification-refusal query recommendation register rejection renewal store submission suspension verification';
const verifiers = 'query rejection verification';

/**
 * `public`: registered without an account, and queried by an officer. `owned`: registered by a signed-in person. `draft`: that person's draft. `found`: the
 * public document, opened with the key that the finder gives.
 */
const rows: RightsRow[] = [
  { caller: 'nobody', document: 'public', sees: everything, reads: `200: export ${printed}401: history${card}`, may: applicants },
  { caller: 'owner', document: 'public', sees: everything, reads: `200: export ${printed}403: history${card}`, may: applicants },
  { caller: 'neighbour', document: 'public', sees: everything, reads: `200: export ${printed}403: history${card}`, may: applicants },
  { caller: 'reader', document: 'public', sees: `${everything} officers`, reads: staff, may: '' },
  { caller: 'verifier', document: 'public', sees: `${everything} officers`, reads: staff, may: verifiers },
  { caller: 'chief without the read role', document: 'public', ...no(403), may: chiefs },
  { caller: 'chief of another ministry', document: 'public', ...no(403) },
  { caller: 'chief of no ministry', document: 'public', ...no(403) },
  { caller: 'supervisor', document: 'public', sees: `${everything} officers`, reads: staff, may: '' },
  { caller: 'officer of other documents', document: 'public', ...no(403) },

  { caller: 'nobody', document: 'owned', sees: everything, reads: `200: ${printed}401: export history${card}`, may: '' },
  { caller: 'owner', document: 'owned', sees: everything, reads: `200: export history ${printed}`.slice(0, -3) + card, may: applicants },
  { caller: 'neighbour', document: 'owned', sees: everything, reads: `200: ${printed}403: export history${card}`, may: '' },
  { caller: 'reader', document: 'owned', sees: everything, reads: staff, may: '' },
  { caller: 'verifier', document: 'owned', sees: everything, reads: staff, may: verifiers },
  { caller: 'chief without the read role', document: 'owned', ...no(403), may: chiefs },
  { caller: 'chief of another ministry', document: 'owned', ...no(403) },
  { caller: 'chief of no ministry', document: 'owned', ...no(403) },
  { caller: 'supervisor', document: 'owned', sees: everything, reads: staff, may: '' },
  { caller: 'officer of other documents', document: 'owned', ...no(403) },

  { caller: 'nobody', document: 'draft', ...no(401) },
  {
    caller: 'owner',
    document: 'draft',
    sees: everything,
    reads: '200: export history print print-form print-invoice thread version | 404: qr | 409: print-identity-card',
    may: applicants,
  },
  ...Object.keys(callers)
    .slice(2)
    .map((caller): RightsRow => ({ caller, document: 'draft', ...no(403) })),

  {
    caller: 'nobody',
    document: 'found',
    sees: 'facts',
    reads: '200: print-form qr | 401: export history print print-identity-card print-invoice thread version',
    may: '',
  },
  ...['owner', 'neighbour'].map(
    (caller): RightsRow => ({
      caller,
      document: 'found',
      sees: 'facts',
      reads: '200: print-form qr | 403: export history print print-identity-card print-invoice thread version',
      may: '',
    }),
  ),
  // The rights of officers follow from their roles and agencies, whatever key they use.
  { caller: 'reader', document: 'found', sees: `${everything} officers`, reads: staff, may: '' },
  { caller: 'supervisor', document: 'found', sees: `${everything} officers`, reads: staff, may: '' },
  { caller: 'verifier', document: 'found', sees: `${everything} officers`, reads: staff, may: verifiers },
  { caller: 'chief without the read role', document: 'found', ...no(403), may: chiefs },
  ...['chief of another ministry', 'chief of no ministry', 'officer of other documents'].map(
    (caller): RightsRow => ({ caller, document: 'found', ...no(403) }),
  ),
];

describe.each(testBackends().slice(-1))('the rights to a licence on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);

  triesRights(
    {
      path: '/v1/professional',
      openapi,
      groups: { facts: 'holderName', contact: 'holderMobile', files: 'photoInstance', officers: /Vasco Verifier/ },
      callers,
      rows,
    },
    async () => {
      const photoInstance = desk().addFile('photo-rights', { scope: 'profile' });
      const register = async (holderCode: string) => (await desk().register('public', { photoInstance, holderCode })).body.model.id;
      const open = await register('rights-1');
      await desk().act('licence-verifier', open, 'query', { comment: 'Which hospital?' });
      const authorization = await desk().around.token(callers.owner as TestUser);
      const own = async (path: string) =>
        (await desk().call('public', 'POST', `/v1/professional/${path}`, anApplication({ photoInstance }), { authorization })).body.model.id;
      const { records } = (await desk().call<ListResult<LicenceFinderRow>>('public', 'POST', '/v1/professional/find', finderQuery({ holderCode: 'rights-1' })))
        .body;
      return {
        url: desk().service.url,
        token: (user) => desk().around.token(user),
        documents: { public: open, owned: await own(''), draft: await own('actions/store'), found: records[0]?.id as string },
      };
    },
  );
});
