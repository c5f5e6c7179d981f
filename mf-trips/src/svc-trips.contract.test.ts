import type { OfferedAction, SearchQuery } from '@portal/contract-kit';
import {
  type Api,
  actionFor,
  asProblem,
  eq,
  exportDocuments,
  fetchPrepared,
  loadDocument,
  performAction,
  readHistory,
  searchDocuments,
  submitOnce,
} from '@portal/web-kit';
import {
  arrayContaining,
  contractBetween,
  eachLike,
  fromProviderState,
  integer,
  likeEach,
  offered,
  refusal,
  regex,
  searchQuery,
  string,
  timeline,
} from '@portal/web-kit/testing';
import type { TripDocument } from 'svc-trips/contract';
import { loadFees, loadQuestions, loadRequirements, loadValidity, type TripEnvelope, type TripListRow, tripKind, tripPath } from './trip/trip.api.ts';

const expects = contractBetween('mf-trips', 'svc-trips');

const loadTrip = (api: Api, id?: string, version?: string) => loadDocument<TripDocument>(api, tripKind, id, version);
const id = '01900000-0000-7000-8000-000000000001';
const of = (rest: string) => fromProviderState(`/v1/triptic/trip/\${id}/${rest}`, `${tripPath(id)}/${rest}`);
const doing = (name: string, mode = name) => offered(name, 'POST', regex(`^/v1/triptic/trip/[^/]+/actions/${name}$`, `${tripPath(id)}/actions/${name}`), mode);
const reference = regex('^TIBE-\\d{4}-\\d{7}$', 'TIBE-2026-0000001');

/** The required fields of a registration. */
const application = {
  documentDetails: { code: 'TIBE' },
  subDocumentDetails: { code: 'TIBE-PRI' },
  vehicleNumber: 'TL 123-45',
  chasisNumber: 'JTD123',
  engineNumber: '2GD-7',
  categoryCode: 'CAR',
  manufactureYear: 2019,
  modelDetails: 'HILUX',
  engineCapacity: 2400,
  ownerName: 'Maria da Silva',
  ownerAddress: 'Rua de Dili 1',
  entryDate: '2026-05-10',
  expectedDate: '2026-06-10',
  destinationCode: 'TIBE-ATB',
  driverName: 'Joao da Silva',
  identityNumber: 'C123456',
  licenseNumber: 'DL-9',
  contactNumber: '+670 7700',
  localAddress: 'RUA DE DILI 1',
  foreignAddress: 'JALAN ATAMBUA 2',
};

/** An answer to each question of the document. */
const answers = [
  { id: 'TIBE-Q1', accepted: true, declined: false },
  { id: 'TIBE-Q2', accepted: false, declined: true },
];

/** Returns a trip as the form shows it. */
const trip = (status: string) => ({
  ...likeEach(application),
  id: string(id),
  version: integer(1),
  documentStatus: status,
  documentDetails: { code: 'TIBE', name: string('Temporary exit'), movement: 'E', movementName: string('Exports') },
  questions: eachLike({ id: string('TIBE-Q1'), rank: integer(1), description: string('Does it carry goods?') }),
  serialReference: { reference, date: string('2026-05-01') },
  fees: eachLike({ code: string('TIBE-PERMIT'), name: string('Permit'), amount: integer(1000), currencyCode: string('USD'), status: string('DUE') }),
  accountDetails: { totalFee: integer(1500) },
  actions: eachLike({ operation: string('Register'), dateTime: string('2026-05-01T10:00:00'), user: { name: string('Public') } }),
});

const sent: [string, Record<string, string>] = ['a trip', { status: 'SUBMITTED' }];

describe('applying', () => {
  expects('gives a blank trip and the ways to register it', {
    path: '/v1/triptic/trip/info',
    answer: {
      status: 200,
      body: {
        model: {
          id: '',
          documentDetails: {},
          subDocumentDetails: {},
          centerDetails: {},
          accounts: eachLike({ bankName: string('Bank'), accountNumber: string('1') }),
        },
        actions: arrayContaining(offered('direct-submit', 'POST', '/v1/triptic/trip/', 'new'), offered('register', 'POST', '/v1/triptic/trip/', 'register')),
      },
    },
    call: async (api) => expect(actionFor((await loadTrip(api)).actions, 'direct-submit', 'new')?.url).toBe('/v1/triptic/trip/'),
  });

  expects('says what is asked of a document', {
    path: '/v1/triptic/trip/TIBE/searchDeclaration',
    answer: {
      status: 200,
      body: { records: eachLike({ id: string('TIBE-Q1'), rank: integer(1), description: string('Does it carry goods?') }), totalRecords: integer(1) },
    },
    call: async (api) => expect((await loadQuestions(api, ['TIBE'])).records[0]?.id).toBe('TIBE-Q1'),
  });

  expects('says what has to be provided', {
    path: '/v1/triptic/trip/TIBE/TIBE-PRI/searchRequirement',
    answer: {
      status: 200,
      body: { records: eachLike({ id: string('TIBE-REG'), description: string('Registration'), quantity: integer(1) }), totalRecords: integer(1) },
    },
    call: async (api) => expect((await loadRequirements(api, ['TIBE', 'TIBE-PRI'])).records[0]?.quantity).toBe(1),
  });

  expects('says what it costs', {
    path: '/v1/triptic/trip/TIBE/TIBE-PRI/searchFee',
    answer: {
      status: 200,
      body: {
        records: eachLike({ code: string('TIBE-PERMIT'), name: string('Permit'), amount: integer(1000), currencyCode: string('USD') }),
        totalRecords: integer(1),
      },
    },
    call: async (api) => expect((await loadFees(api, ['TIBE', 'TIBE-PRI'])).records[0]?.amount).toBe(1000),
  });

  const answered = { ...application, questions: answers };
  const incomplete = { ...application, questions: answers.slice(1), vehicleNumber: '', destinationCode: 'NOWHERE' };
  const registering = (body: object) => ({ scope: `contract ${Object.keys(body).length}`, url: '/v1/triptic/trip/', body });

  expects('registers a trip', {
    method: 'POST',
    path: '/v1/triptic/trip/',
    once: true,
    body: answered,
    answer: { status: 201, body: { model: trip('SUBMITTED'), actions: arrayContaining(doing('edit')) } },
    call: async (api) => expect((await submitOnce<TripEnvelope>(api, registering(answered))).model.serialReference?.reference).toBe('TIBE-2026-0000001'),
  });

  expects('names every field of a trip that cannot be registered', {
    method: 'POST',
    path: '/v1/triptic/trip/',
    once: true,
    body: incomplete,
    answer: {
      status: 422,
      body: refusal(
        422,
        { field: 'vehicleNumber', code: 'REQUIRED' },
        { field: 'destinationCode', code: string('UNKNOWN_CODE') },
        { field: 'questions.0', code: 'QUESTION_UNANSWERED' },
      ),
    },
    call: async (api) => {
      const problem = asProblem(await submitOnce(api, registering(incomplete)).catch((error) => error));
      expect(problem.errors.map(({ field }) => field)).toEqual(['vehicleNumber', 'destinationCode', 'questions.0']);
    },
  });
});

describe('reading', () => {
  expects('opens a trip for whoever holds its address', {
    given: [sent],
    path: of('document'),
    answer: {
      status: 200,
      body: {
        model: trip('SUBMITTED'),
        actions: arrayContaining(doing('edit'), offered('print-form', 'GET', regex('^/v1/triptic/trip/[^/]+/print-form$', `${tripPath(id)}/print-form`))),
      },
    },
    call: async (api) => expect((await loadTrip(api, id)).model.vehicleNumber).toBe('TL 123-45'),
  });

  expects('opens a trip for an officer with what the officer may do', {
    given: [sent],
    as: 'trip-verifier',
    path: of('document'),
    answer: { status: 200, body: { model: trip('SUBMITTED'), actions: arrayContaining(doing('verification'), doing('termination')) } },
    call: async (api) => expect(actionFor((await loadTrip(api, id)).actions, 'verification', 'verification')?.method).toBe('POST'),
  });

  expects('opens an earlier version', {
    given: [['a trip', { status: 'VERIFIED FOR EXIT' }]],
    as: 'trip-verifier',
    path: of('1/version'),
    answer: { status: 200, body: { model: trip('SUBMITTED') } },
    call: async (api) => expect((await loadTrip(api, id, '1')).model.documentStatus).toBe('SUBMITTED'),
  });

  expects('says that there is no such trip', {
    path: `${tripPath('01900000-0000-7000-8000-00000000ffff')}/document`,
    answer: { status: 404, body: refusal(404, { field: '', code: 'NOT_FOUND' }) },
    call: async (api) => expect(asProblem(await loadTrip(api, '01900000-0000-7000-8000-00000000ffff').catch((error) => error)).code).toBe('NOT_FOUND'),
  });

  expects('shows the steps of a trip', {
    given: [sent],
    as: 'trip-verifier',
    method: 'POST',
    path: of('history'),
    body: timeline.request,
    answer: { status: 200, body: timeline.answer },
    call: async (api) => expect((await readHistory(api, `${tripPath(id)}/history`, timeline.request)).documentActions).toHaveLength(2),
  });

  expects('says that a print is still being drawn', {
    given: [sent, ['a print that is not drawn yet']],
    path: of('print-form'),
    answer: { status: 503, headers: { 'Retry-After': regex('^\\d+$', '1') }, body: { status: 503, title: string('Not yet') } },
    call: async (api) =>
      expect(asProblem(await fetchPrepared(api, { url: `${tripPath(id)}/print-form` }, { patience: 0 }).catch((error) => error)).retryAfter).toBe(1),
  });

  expects('tells anybody whether a trip is valid', {
    given: [sent],
    path: of('details'),
    answer: { status: 200, body: { tripStatus: regex('^[A-Z]$', 'N'), vehicleNumber: string('TL 123-45') } },
    call: async (api) => expect((await loadValidity(api, id)).tripStatus).toBe('N'),
  });
});

describe('the officer', () => {
  const list: SearchQuery = { criteria: [eq('documentDetails.movement', 'E')], paging: { page: 1, size: 25 } };

  expects('lists trips', {
    given: [sent],
    as: 'trip-verifier',
    path: '/v1/triptic/trip/search',
    query: searchQuery(list),
    answer: {
      status: 200,
      body: {
        records: eachLike({
          id: string(id),
          serialReference: { reference, date: string('2026-05-01') },
          documentStatus: string('SUBMITTED'),
          documentDetails: { name: string('Temporary exit') },
          vehicleNumber: string('TL 123-45'),
          ownerName: string('Maria da Silva'),
          driverName: string('Joao da Silva'),
          entryDate: string('2026-05-10'),
        }),
        totalRecords: integer(1),
      },
    },
    call: async (api) => expect((await searchDocuments<TripListRow>(api, '/v1/triptic/trip/search', list)).records[0]?.ownerName).toBe('Maria da Silva'),
  });

  expects('takes a list away as a file', {
    given: [sent],
    as: 'trip-verifier',
    path: '/v1/triptic/trip/search',
    query: searchQuery(list),
    answer: { status: 200, text: 'text/csv' },
    call: async (api) => expect((await exportDocuments(api, '/v1/triptic/trip/search', list)).type).toMatch(/^text\/csv/),
  });

  expects('is told that the list is not for everybody', {
    path: '/v1/triptic/trip/search',
    query: searchQuery(list),
    answer: { status: 401, body: refusal(401, { field: '', code: 'UNAUTHENTICATED' }) },
    call: async (api) => expect(asProblem(await searchDocuments(api, '/v1/triptic/trip/search', list).catch((error) => error)).status).toBe(401),
  });

  const verification: Pick<OfferedAction, 'method' | 'url'> = { method: 'POST', url: `${tripPath(id)}/actions/verification` };

  expects('verifies a trip', {
    given: [sent],
    as: 'trip-verifier',
    method: 'POST',
    path: of('actions/verification'),
    once: true,
    body: { version: 1, comment: 'All is there' },
    answer: {
      status: 200,
      body: { model: { id: string(id), version: integer(2), documentStatus: 'VERIFIED FOR EXIT' }, actions: arrayContaining(doing('termination')) },
    },
    call: async (api) =>
      expect((await performAction<{ documentStatus: string }>(api, verification, { version: 1, comment: 'All is there' })).model.version).toBe(2),
  });

  expects('is told who was faster', {
    given: [['a trip', { status: 'VERIFIED FOR EXIT' }]],
    as: 'trip-verifier',
    method: 'POST',
    path: of('actions/modification'),
    once: true,
    body: { version: 1 },
    answer: {
      status: 409,
      body: {
        ...refusal(409, { field: '', code: 'STALE_VERSION' }),
        current: {
          version: integer(2),
          changedBy: string('Teresa'),
          changedAt: string('2026-05-01T10:00:00'),
          action: string('Verify'),
          documentStatus: string('VERIFIED FOR EXIT'),
        },
      },
    },
    call: async (api) => {
      const modification = { method: 'POST', url: `${tripPath(id)}/actions/modification` } as const;
      expect(asProblem(await performAction(api, modification, { version: 1 }).catch((error) => error)).current?.version).toBe(2);
    },
  });
});
