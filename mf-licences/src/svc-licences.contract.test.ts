import type { SearchQuery } from '@portal/contract-kit';
import {
  type Api,
  actionFor,
  asProblem,
  fetchPrepared,
  findDocuments,
  loadDocument,
  oneOf,
  performAction,
  readHistory,
  searchDocuments,
  submitOnce,
} from '@portal/web-kit';
import { finderQuery } from '@portal/web-kit/forms';
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
import { finderColumns, finderFields, type LicenceDocument, type LicenceFinderRow } from 'svc-licences/contract';
import { type LicenceEnvelope, type LicenceListRow, licenceKind, licencePath, loadFees, loadRequirements } from './licence/licence.api.ts';

const expects = contractBetween('mf-licences', 'svc-licences');

const loadLicence = (api: Api, id?: string) => loadDocument<LicenceDocument>(api, licenceKind, id);
const id = '01900000-0000-7000-8000-000000000001';
const of = (rest: string) => fromProviderState(`/v1/professional/\${id}/${rest}`, `${licencePath(id)}/${rest}`);
const doing = (name: string, mode = name) =>
  offered(name, 'POST', regex(`^/v1/professional/[^/]+/actions/${name}$`, `${licencePath(id)}/actions/${name}`), mode);
const reference = regex('^MEDIB-\\d{4}-\\d{7}$', 'MEDIB-2026-0000001');

/** The required fields of an application. */
const application = {
  agencyCode: 'MOH',
  documentCode: 'MEDIB',
  subDocumentCode: 'MED-BSC',
  documentType: 'IBN',
  birthDate: '1980-02-29',
  holderCode: 'BI-123',
  indentityCode: 'BI',
  holderName: 'MARIA DA SILVA',
  holderMobile: '67077000001',
  gender: 'F',
  nationalityCode: 'TL',
};

/** Returns an application as the form shows it. */
const licence = (documentStatus: string) => ({
  ...likeEach(application),
  id: string(id),
  version: integer(1),
  documentStatus,
  documentName: string('Medical practitioner licence'),
  subDocumentName: string('Bachelor degree'),
  serialReference: { reference, date: string('2026-05-01') },
  requirements: eachLike({ id: string('MEDIB-IDENTITY'), description: string('Copy of an identity document') }),
  fees: eachLike({ code: string('MEDIB-APP'), name: string('Application fee'), amount: integer(2500), status: string('DUE') }),
  totalFee: integer(3000),
  currencyCode: string('USD'),
});

const sent: [string, Record<string, string>] = ['an application', { status: 'SUBMITTED' }];
const registering = (url: string, body: object) => ({ scope: `contract ${url}`, url, body });

describe('applying', () => {
  expects('gives a blank application and the way to send it', {
    path: '/v1/professional/info',
    answer: { status: 200, body: { model: { id: '', totalFee: 0 }, actions: arrayContaining(offered('register', 'POST', '/v1/professional/', 'register')) } },
    call: async (api) => expect(actionFor((await loadLicence(api)).actions, 'register', 'register')?.url).toBe('/v1/professional/'),
  });

  expects('offers a clerk to keep a draft', {
    as: 'licence-clerk',
    path: '/v1/professional/info',
    answer: { status: 200, body: { model: { id: '' }, actions: arrayContaining(offered('store', 'POST', '/v1/professional/actions/store', 'register')) } },
    call: async (api) => expect(actionFor((await loadLicence(api)).actions, 'store', 'register')).toBeDefined(),
  });

  expects('says what has to be provided', {
    path: '/v1/professional/MEDIB/MED-BSC/searchRequirement',
    answer: { status: 200, body: { records: eachLike({ id: string('MEDIB-IDENTITY'), description: string('Copy') }), totalRecords: integer(1) } },
    call: async (api) => expect((await loadRequirements(api, ['MEDIB', 'MED-BSC'])).records[0]?.id).toBe('MEDIB-IDENTITY'),
  });

  expects('says what it costs', {
    path: '/v1/professional/MEDIB/MED-BSC/searchFee',
    answer: {
      status: 200,
      body: {
        records: eachLike({ code: string('MEDIB-APP'), name: string('Fee'), amount: integer(2500), currencyCode: string('USD') }),
        totalRecords: integer(1),
      },
    },
    call: async (api) => expect((await loadFees(api, ['MEDIB', 'MED-BSC'])).records[0]?.amount).toBe(2500),
  });

  expects('registers an application', {
    method: 'POST',
    path: '/v1/professional/',
    once: true,
    body: application,
    answer: { status: 201, body: { model: licence('SUBMITTED'), actions: arrayContaining(doing('withdrawal')) } },
    call: async (api) => expect((await submitOnce<LicenceEnvelope>(api, registering('/v1/professional/', application))).model.totalFee).toBe(3000),
  });

  expects('keeps a draft that is not finished', {
    as: 'licence-clerk',
    method: 'POST',
    path: '/v1/professional/actions/store',
    once: true,
    body: { documentCode: 'MEDIB', holderName: 'MARIA' },
    answer: { status: 201, body: { model: { id: string(id), version: integer(1), documentStatus: 'STORED', holderName: string('MARIA') } } },
    call: async (api) => {
      const draft = { documentCode: 'MEDIB', holderName: 'MARIA' };
      expect((await submitOnce<LicenceEnvelope>(api, registering('/v1/professional/actions/store', draft))).model.documentStatus).toBe('STORED');
    },
  });

  expects('names every field of an application that cannot be registered', {
    method: 'POST',
    path: '/v1/professional/',
    once: true,
    body: { ...application, holderName: '', indentityCode: 'NONE' },
    answer: { status: 422, body: refusal(422, { field: 'holderName', code: 'REQUIRED' }, { field: 'indentityCode', code: string('UNKNOWN_CODE') }) },
    call: async (api) => {
      const problem = asProblem(
        await submitOnce(api, registering('/v1/professional/', { ...application, holderName: '', indentityCode: 'NONE' })).catch((e) => e),
      );
      expect(problem.errors.map(({ field }) => field)).toEqual(['holderName', 'indentityCode']);
    },
  });
});

describe('the public register', () => {
  const values = { holderName: 'MARIA', birthDate: '1980-02-29', indentityCode: 'BI', holderCode: 'BI-123' };
  const fields = finderFields.map((field) => ({ ...field, type: field.dataType === 'DATE' ? ('date' as const) : ('text' as const), label: field.name }));
  const query = finderQuery(fields, values, [...finderColumns]);

  expects('finds the licences of a holder', {
    given: [['an application', { status: 'ISSUED' }]],
    method: 'POST',
    path: '/v1/professional/find',
    body: query as never,
    answer: {
      status: 200,
      body: {
        records: eachLike({
          id: string(id),
          serialReference: { reference, date: string('2026-05-01') },
          holderName: string('MARIA DA SILVA'),
          indentityName: string('National identity card'),
          holderCode: string('BI-123'),
          beginDate: string('2026-05-01'),
          endDate: string('2027-05-01'),
          documentStatus: string('APPROVED'),
        }),
        totalRecords: integer(1),
      },
    },
    call: async (api) => expect((await findDocuments<LicenceFinderRow>(api, '/v1/professional/find', query)).records[0]?.holderCode).toBe('BI-123'),
  });

  const lacking = finderQuery(fields.slice(0, 3), values);
  expects('finds nothing for somebody who does not know everything', {
    method: 'POST',
    path: '/v1/professional/find',
    body: lacking as never,
    answer: { status: 422, body: refusal(422, { field: 'holderCode', code: 'REQUIRED' }) },
    call: async (api) => expect(asProblem(await findDocuments(api, '/v1/professional/find', lacking).catch((error) => error)).status).toBe(422),
  });
});

describe('reading', () => {
  expects('opens an application for whoever holds its address', {
    given: [sent],
    path: of('document'),
    answer: { status: 200, body: { model: licence('SUBMITTED'), actions: arrayContaining(doing('withdrawal')) } },
    call: async (api) => expect((await loadLicence(api, id)).model.holderName).toBe('MARIA DA SILVA'),
  });

  expects('opens an application for an officer with what the officer may do', {
    given: [sent],
    as: 'licence-verifier',
    path: of('document'),
    answer: { status: 200, body: { model: licence('SUBMITTED'), actions: arrayContaining(doing('verification'), doing('query'), doing('rejection')) } },
    call: async (api) => expect(actionFor((await loadLicence(api, id)).actions, 'verification', 'verification')?.method).toBe('POST'),
  });

  expects('says that there is no such application', {
    path: `${licencePath('01900000-0000-7000-8000-00000000ffff')}/document`,
    answer: { status: 404, body: refusal(404, { field: '', code: 'NOT_FOUND' }) },
    call: async (api) => expect(asProblem(await loadLicence(api, '01900000-0000-7000-8000-00000000ffff').catch((error) => error)).code).toBe('NOT_FOUND'),
  });

  expects('shows the steps of an application', {
    given: [sent],
    as: 'licence-verifier',
    method: 'POST',
    path: of('history'),
    body: timeline.request,
    answer: { status: 200, body: timeline.answer },
    call: async (api) => expect((await readHistory(api, `${licencePath(id)}/history`, timeline.request)).type).toBe('TIMELINE'),
  });

  expects('says that a print is still being drawn', {
    given: [sent, ['a print that is not drawn yet']],
    path: of('print-form'),
    answer: { status: 503, headers: { 'Retry-After': regex('^\\d+$', '1') }, body: { status: 503, title: string('Not yet') } },
    call: async (api) =>
      expect(asProblem(await fetchPrepared(api, { url: `${licencePath(id)}/print-form` }, { patience: 0 }).catch((e) => e)).retryAfter).toBe(1),
  });
});

describe('the officer', () => {
  const list: SearchQuery = { criteria: [oneOf('documentStatus', ['SUBMITTED', 'REPLIED'])], paging: { page: 1, size: 25 } };

  expects('lists the applications of a desk', {
    given: [sent],
    as: 'licence-verifier',
    path: '/v1/professional/search',
    query: searchQuery(list),
    answer: {
      status: 200,
      body: {
        records: eachLike({
          id: string(id),
          serialReference: { reference, date: string('2026-05-01') },
          documentName: string('Medical practitioner licence'),
          holderName: string('MARIA DA SILVA'),
          holderCode: string('BI-123'),
          documentStatus: string('SUBMITTED'),
          documentCreatedAt: string('2026-05-01T10:00:00'),
        }),
        totalRecords: integer(1),
      },
    },
    call: async (api) => expect((await searchDocuments<LicenceListRow>(api, '/v1/professional/search', list)).records[0]?.holderName).toBe('MARIA DA SILVA'),
  });

  const rejection = { method: 'POST', url: `${licencePath(id)}/actions/rejection` } as const;

  expects('rejects an application with a reason', {
    given: [sent],
    as: 'licence-verifier',
    method: 'POST',
    path: of('actions/rejection'),
    once: true,
    body: { version: 1, comment: 'Not a doctor' },
    answer: { status: 200, body: { model: { id: string(id), version: integer(2), documentStatus: 'REJECTED' }, actions: eachLike({ name: string('view') }) } },
    call: async (api) => expect((await performAction<object>(api, rejection, { version: 1, comment: 'Not a doctor' })).model.version).toBe(2),
  });

  expects('is told who was faster', {
    given: [['an application', { status: 'VERIFIED' }]],
    as: 'licence-verifier',
    method: 'POST',
    path: of('actions/rejection'),
    once: true,
    body: { version: 1, comment: 'Too late' },
    answer: {
      status: 409,
      body: {
        ...refusal(409, { field: '', code: 'STALE_VERSION' }),
        current: { version: integer(2), changedBy: string('Vasco'), changedAt: string('2026-05-01T10:00:00') },
      },
    },
    call: async (api) => expect(asProblem(await performAction(api, rejection, { version: 1, comment: 'Too late' }).catch((e) => e)).current?.version).toBe(2),
  });
});
