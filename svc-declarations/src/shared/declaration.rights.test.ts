import type { ListResult } from '@portal/contract-kit';
import { eq, type RightsRow, type TestUser, testBackends, triesRights } from '@portal/service-kit/testing';
import openapi from '../../openapi.json';
import { aDeparture, anArrival } from '../testing/bodies.ts';
import { arrival, departure, useDesk } from '../testing/desk.ts';

const role = (prefix: string, actions: string): string[] => actions.split(' ').map((action) => `${prefix}-declaration-${action}`);

/** Officers have both agencies that declarations belong to, unless their name says otherwise. */
const callersOf = (prefix: string, actions: string): Record<string, TestUser | undefined> => ({
  nobody: undefined,
  owner: { sub: 'owner', name: 'Olinda Owner' },
  neighbour: { sub: 'neighbour', name: 'Nuno Neighbour' },
  reader: { sub: 'reader', agencies: ['IMMIGRATION', 'CUSTOMS'], roles: role(prefix, 'read search') },
  officer: { sub: 'officer', agencies: ['IMMIGRATION', 'CUSTOMS'], roles: role(prefix, `read search create ${actions}`) },
  'officer without the read role': { sub: 'blind officer', agencies: ['IMMIGRATION', 'CUSTOMS'], roles: role(prefix, `create ${actions}`) },
  'supervisor of another agency': { sub: 'foreign', agencies: ['MOH'], roles: role(prefix, `read search create supervise ${actions}`) },
  'supervisor of no agency': { sub: 'homeless', agencies: [], roles: role(prefix, `read search create supervise ${actions}`) },
  'officer of other documents': {
    sub: 'stranger',
    agencies: ['IMMIGRATION', 'CUSTOMS'],
    roles: ['professional-license-read', ...role(prefix === 'departure' ? 'traveller' : 'departure', `read search ${actions}`)],
  },
});

/** The expected rights, written by hand. `form` is the kind's print, `does` are the actions of its officers. */
const rowsOf = (form: string, does: string): RightsRow[] => {
  const all = ['export', 'history', form, 'qr', 'thread', 'version'].sort().join(' ');
  const no = (status: 401 | 403): Pick<RightsRow, 'sees' | 'reads' | 'may'> => ({ sees: String(status), reads: `${status}: ${all}`, may: '' });
  const shown = [form, 'qr', 'thread', 'version'].sort().join(' ');
  const staff = `200: history ${shown} | 403: export`;
  const found = (status: 401 | 403) => `200: ${form} qr | ${status}: export history thread version`;
  const outsiders = ['supervisor of another agency', 'supervisor of no agency', 'officer of other documents'];
  return [
    // A document registered without an account and amended by an officer.
    { caller: 'nobody', document: 'public', sees: 'facts contact', reads: `200: export ${shown} | 401: history`, may: 'feedback update' },
    { caller: 'owner', document: 'public', sees: 'facts contact', reads: `200: export ${shown} | 403: history`, may: 'feedback update' },
    { caller: 'neighbour', document: 'public', sees: 'facts contact', reads: `200: export ${shown} | 403: history`, may: 'feedback update' },
    { caller: 'reader', document: 'public', sees: 'facts contact officers', reads: staff, may: '' },
    { caller: 'officer', document: 'public', sees: 'facts contact officers', reads: staff, may: does },
    { caller: 'officer without the read role', document: 'public', ...no(403), may: does },
    ...outsiders.map((caller): RightsRow => ({ caller, document: 'public', ...no(403) })),
    // A document registered by a signed-in person.
    { caller: 'nobody', document: 'owned', sees: 'facts contact', reads: `200: ${shown} | 401: export history`, may: '' },
    { caller: 'owner', document: 'owned', sees: 'facts contact', reads: `200: export history ${shown}`, may: 'feedback update' },
    { caller: 'neighbour', document: 'owned', sees: 'facts contact', reads: `200: ${shown} | 403: export history`, may: '' },
    { caller: 'reader', document: 'owned', sees: 'facts contact', reads: staff, may: '' },
    { caller: 'officer', document: 'owned', sees: 'facts contact', reads: staff, may: does },
    { caller: 'officer without the read role', document: 'owned', ...no(403), may: does },
    ...outsiders.map((caller): RightsRow => ({ caller, document: 'owned', ...no(403) })),
    // The public document, opened with the key that the finder gives. The rights of officers follow from their roles, whatever key they use.
    { caller: 'nobody', document: 'found', sees: 'facts', reads: found(401), may: '' },
    { caller: 'owner', document: 'found', sees: 'facts', reads: found(403), may: '' },
    { caller: 'neighbour', document: 'found', sees: 'facts', reads: found(403), may: '' },
    { caller: 'reader', document: 'found', sees: 'facts contact officers', reads: staff, may: '' },
    { caller: 'officer', document: 'found', sees: 'facts contact officers', reads: staff, may: does },
    { caller: 'officer without the read role', document: 'found', ...no(403), may: does },
    ...outsiders.map((caller): RightsRow => ({ caller, document: 'found', ...no(403) })),
  ];
};

const kinds = [
  {
    path: departure,
    prefix: 'departure',
    body: aDeparture,
    form: 'print-declaration',
    actions: 'verification amendment approval',
    does: 'amendment approval query undo verification',
  },
  {
    path: arrival,
    prefix: 'traveller',
    body: anArrival,
    form: 'print-form',
    actions: 'amendment arrival decision',
    does: 'amendment arrival decision lane query referral undo',
  },
];

describe.each(testBackends().slice(-1))('the rights to a declaration on %s', (_engine, makeBackend) => {
  const { desk } = useDesk(makeBackend);

  describe.each(kinds)('$prefix', ({ path, prefix, body, form, actions, does }) => {
    const callers = callersOf(prefix, actions);
    const table = {
      path,
      openapi,
      groups: { facts: 'firstName', contact: 'emailAddress', officers: /The border-officer/ },
      // These routes also accept a document code, and return the questions, not the answers.
      besides: ['searchDeclaration', 'getDeclarationDecision'],
      callers,
      rows: rowsOf(form, does),
    };
    triesRights(table, async () => {
      const open = (await desk().register(path, { travellerCode: 'RIGHTS1' })).model;
      await desk().done('border-officer', path, open, 'amendment', { ...body({ travellerCode: 'RIGHTS1' }), comment: 'Misspelt' });
      const authorization = await desk().around.token(callers.owner as TestUser);
      const owned = await desk().call('public', 'POST', `${path}/`, body(), { authorization });
      const criteria = [
        eq('travellerCode', 'RIGHTS1'),
        eq('birthDate', String(body().birthDate), 'DATE'),
        eq('nationalityCode', String(body().nationalityCode)),
      ];
      const { records } = (await desk().call<ListResult<{ id: string }>>('public', 'POST', `${path}/find`, { criteria })).body;
      return {
        url: desk().service.url,
        token: (user) => desk().around.token(user),
        documents: { public: open.id, owned: owned.body.model.id, found: records[0]?.id as string },
      };
    });
  });
});
