import type { SearchQuery } from '@portal/contract-kit';
import { actionFor, asProblem, fetchPrepared, findDocuments, loadDocument, performAction, readHistory, searchDocuments } from '@portal/web-kit';
import { finderQuery } from '@portal/web-kit/forms';
import {
  arrayContaining,
  contractBetween,
  eachLike,
  fromProviderState,
  given,
  integer,
  likeEach,
  offered,
  refusal,
  regex,
  searchQuery,
  string,
  timeline,
} from '@portal/web-kit/testing';
import type { ArrivalRow } from './arrival/arrival.api.ts';
import { check } from './scan/scan.api.ts';
import { arrivals, type DeclarationKind, declarationPath, departures } from './shared/declaration.api.ts';
import { finderFields } from './shared/finder-fields.ts';
import { loadQuestions } from './shared/question-sets.ts';
import { loadTravelDates } from './shared/travel-dates.ts';

// The decoder of codes runs in a web worker of the browser. The calls only send its text.
jest.mock('@portal/web-kit/scan', () => ({ tokenIn: (text: string) => /^[\w-]+\.[\w-]+\.[\w-]+$/.exec(text)?.[0] }));

const expects = contractBetween('mf-declarations', 'svc-declarations');

const id = '01900000-0000-7000-8000-000000000001';
const calendar: [string] = ['the calendar'];
const tomorrow = given('tomorrow', '2026-05-02');
const later = given('later', '2026-05-16');

const person = {
  travellerCode: 'CX998877',
  nationalityCode: 'PT',
  expiryDate: '2035-12-31',
  emailAddress: 'joao@example.org',
  phoneNumber: '351912345678',
  firstName: 'JOÃO',
  lastName: 'SILVA',
  birthDate: '1985-11-02',
  gender: 'M',
  occupation: 'ENGINEER',
  reason: 'OBJ01',
  currencyStatus: 'NO',
  flightDetails: { code: 'DIL' },
  entryPointCode: 'DIL',
  embarkationPortCode: 'DPS',
  flightNumber: 'QG500',
};

/** Required content of a declaration. The days come from the service's calendar. */
const declarations: Record<
  DeclarationKind['roleName'],
  { days: object; body: Record<string, unknown>; kind: DeclarationKind; code: string; status: string; action: string; print: string }
> = {
  traveller: {
    code: 'ARR',
    kind: arrivals,
    action: 'arrival',
    status: 'ARRIVED',
    print: 'print-form',
    days: { arrivalDate: tomorrow, departureDate: later },
    body: {
      ...person,
      agencyCode: 'CUSTOMS',
      documentCode: 'ARR',
      flightCode: 'QG500',
      typeDetails: { code: 'VIS' },
      originCode: 'PT',
      stayLength: 14,
      returnTicket: 'TKT-42',
      accommodationType: 'HTL',
      accommodationName: 'Hotel Timor',
      address: 'Avenida dos Mártires, Dili',
      declarations: [{ id: 'ARR-D1', rank: 1, answer: 'NO' }],
      declarationsConfirmed: 'YES',
      numberOfBaggages: 2,
      hasMerchandise: 'NO',
      questions: [{ id: 'ARR-Q1', rank: 1, answer: 'NO' }],
      questionsConfirmed: 'YES',
      title: 'MR',
      birthCityName: 'Lisboa',
      birthNationalityCode: 'PT',
      declaredStatus: 'YES',
    },
  },
  departure: {
    code: 'DEP',
    kind: departures,
    action: 'verification',
    status: 'VERIFIED',
    print: 'print-declaration',
    days: { departureDate: tomorrow },
    body: {
      ...person,
      agencyCode: 'IMMIGRATION',
      documentCode: 'DEP',
      flightCode: 'QG501',
      destinationCode: 'PT',
      questions: [
        { id: 'DEP-Q1', rank: 1, accepted: false, declined: true },
        { id: 'DEP-Q2', rank: 2, accepted: true, declined: false },
      ],
      requirements: [
        { id: 'DEP-PASSPORT', accepted: true },
        { id: 'DEP-TICKET', accepted: true },
      ],
    },
  },
};
const exampleDays = { traveller: { arrivalDate: '2026-05-02', departureDate: '2026-05-16' }, departure: { departureDate: '2026-05-02' } };

describe.each(['traveller', 'departure'] as const)('%s', (kind) => {
  const { body, days, code, status, action, print, kind: declaredKind } = declarations[kind];
  const path = (id: string) => declarationPath(declaredKind, id);
  const base = `/v1/${kind}/declaration`;
  const of = (rest: string) => fromProviderState(`${base}/\${id}/${rest}`, `${path(id)}/${rest}`);
  const doing = (name: string, mode = name) => offered(name, 'POST', regex(`^${base}/[^/]+/actions/${name}$`, `${path(id)}/actions/${name}`), mode);
  const reference = regex(`^${code}-\\d{4}-\\d{7}$`, `${code}-2026-0000001`);
  const register = { name: 'register', method: 'POST', url: `${base}/` } as never;
  const created: [string, Record<string, string>] = ['a declaration', { kind, status: 'CREATED' }];
  const settled: [string, Record<string, string>] = ['a declaration', { kind, status }];

  const declaration = {
    ...likeEach({ travellerCode: 'CX998877', firstName: 'JOÃO', lastName: 'SILVA', nationalityName: 'Portuguese', flightNumber: 'QG500' }),
    flightDetails: { code: string('DIL'), description: string('Dili airport') },
    questions: eachLike({ id: string(`${code}-Q1`), rank: integer(1), description: string('Prohibited goods?') }),
    id: string(id),
    version: integer(1),
    documentStatus: 'CREATED',
    serialReference: { reference, date: string('2026-05-01') },
    documentCreatedAt: string('2026-05-01T10:00:00'),
    ...(kind === 'traveller' ? { lane: regex('^(RED|GREEN)$', 'GREEN') } : {}),
  };

  expects(`${code}: gives a blank declaration and the way to register it`, {
    path: `${base}/info`,
    answer: {
      status: 200,
      body: {
        model: { id: '', documentCode: code, ...(kind === 'traveller' ? { arrivalWizard: regex('^(five|three)$', 'five') } : {}) },
        actions: arrayContaining(offered('register', 'POST', `${base}/`, 'register')),
      },
    },
    call: async (api) => expect(actionFor((await loadDocument(api, base)).actions, 'register', 'register')?.url).toBe(`${base}/`),
  });

  expects(`${code}: offers days`, {
    path: `${base}/getDates`,
    answer: {
      status: 200,
      body: { records: eachLike({ code: regex('^\\d{4}-\\d\\d-\\d\\d$', '2026-05-02'), name: string('2 May 2026') }), totalRecords: integer(8) },
    },
    call: async (api) => expect((await loadTravelDates(api, kind)).records[0]?.code).toBe('2026-05-02'),
  });

  expects(`${code}: publishes its questions`, {
    path: `${base}/${code}/searchDeclaration`,
    answer: {
      status: 200,
      body: {
        records: eachLike({ id: string(`${code}-Q1`), rank: integer(1), description: string('Q'), descriptions: { en: string('Q'), pt: string('P') } }),
        totalRecords: integer(1),
      },
    },
    call: async (api) => expect((await loadQuestions(api, kind)).records[0]?.rank).toBe(1),
  });

  expects(`${code}: registers a declaration`, {
    given: [calendar],
    method: 'POST',
    path: `${base}/`,
    once: true,
    body: { ...body, ...days } as never,
    answer: { status: 201, body: { model: declaration, actions: arrayContaining(doing('update')) } },
    call: async (api) => expect((await performAction(api, register, { ...body, ...exampleDays[kind] }, `contract ${kind}`)).model.version).toBe(1),
  });

  expects(`${code}: names every field of a declaration that cannot be registered`, {
    given: [calendar],
    method: 'POST',
    path: `${base}/`,
    once: true,
    body: { ...body, ...days, lastName: '', nationalityCode: 'XX' } as never,
    answer: { status: 422, body: refusal(422, { field: 'lastName', code: 'REQUIRED' }, { field: 'nationalityCode', code: string('UNKNOWN_CODE') }) },
    call: async (api) => {
      const wrong = { ...body, ...exampleDays[kind], lastName: '', nationalityCode: 'XX' };
      expect(asProblem(await performAction(api, register, wrong, `contract ${kind}`).catch((error) => error)).has('REQUIRED')).toBe(true);
    },
  });

  expects(`${code}: opens a declaration for whoever holds its address`, {
    given: [created],
    path: of('document'),
    answer: { status: 200, body: { model: declaration, actions: arrayContaining(doing('update')) } },
    call: async (api) => expect(actionFor((await loadDocument(api, base, id)).actions, 'update', 'update')?.method).toBe('POST'),
  });

  expects(`${code}: opens a declaration for an officer with what the officer may do`, {
    given: [created],
    as: 'border-officer',
    path: of('document'),
    answer: { status: 200, body: { model: declaration, actions: arrayContaining(doing(action)) } },
    call: async (api) => expect(actionFor((await loadDocument(api, base, id)).actions, action, action)?.kind).toBe('submit'),
  });

  expects(`${code}: shows the steps of a declaration`, {
    given: [created],
    as: 'border-officer',
    method: 'POST',
    path: of('history'),
    body: timeline.request,
    answer: { status: 200, body: timeline.answer },
    call: async (api) => expect((await readHistory(api, `${path(id)}/history`, timeline.request)).order).toBe('ASC'),
  });

  expects(`${code}: says that a print is still being drawn`, {
    given: [created, ['a print that is not drawn yet']],
    path: of(print),
    answer: { status: 503, headers: { 'Retry-After': regex('^\\d+$', '1') }, body: { status: 503, title: string('Not yet') } },
    call: async (api) =>
      expect(asProblem(await fetchPrepared(api, { url: `${path(id)}/${print}` }, { patience: 0 }).catch((error) => error)).retryAfter).toBe(1),
  });

  const list: SearchQuery = { criteria: [], paging: { page: 1, size: 25 } };
  const row = {
    id: string(id),
    serialReference: { reference },
    firstName: string('JOÃO'),
    lastName: string('SILVA'),
    documentStatus: string('CREATED'),
    flightNumber: string('QG500'),
    documentCreatedAt: string('2026-05-01T10:00:00'),
  };
  expects(`${code}: lists declarations for officers`, {
    given: [created],
    as: 'border-officer',
    path: `${base}/search`,
    query: searchQuery(list),
    answer: { status: 200, body: { records: eachLike(row), totalRecords: integer(1) } },
    call: async (api) => expect((await searchDocuments<ArrivalRow>(api, `${base}/search`, list)).records[0]?.lastName).toBe('SILVA'),
  });

  expects(`${code}: finds the declaration of a typed reference`, {
    given: [created],
    as: 'border-officer',
    method: 'POST',
    path: '/v1/gate/check',
    body: { text: fromProviderState(`\${reference}`, `${code}-2026-0000001`) as never },
    answer: { status: 200, body: { finding: 'TYPED', id: string(id), name: string('JOÃO SILVA'), screen: string(`/other/${kind}/declaration/view/${id}`) } },
    call: async (api) => expect(await check(api, `${code}-2026-0000001`)).toMatchObject({ verdict: 'found', screen: expect.stringContaining(id) }),
  });

  const finder = finderQuery(finderFields, { travellerCode: 'NOBODY', birthDate: '1900-01-01', nationalityCode: 'PT' });
  expects(`${code}: finds nothing of a stranger`, {
    method: 'POST',
    path: `${base}/find`,
    body: finder as never,
    answer: { status: 200, body: { records: [], totalRecords: 0 } },
    call: async (api) => expect((await findDocuments(api, `${base}/find`, finder)).totalRecords).toBe(0),
  });

  expects(`${code}: does an officer's action`, {
    given: [created],
    as: 'border-officer',
    method: 'POST',
    path: of(`actions/${action}`),
    once: true,
    body: { version: 1 },
    answer: { status: 200, body: { model: { id: string(id), version: integer(2), documentStatus: status }, actions: eachLike({ name: string('view') }) } },
    call: async (api) =>
      expect((await performAction<object>(api, { method: 'POST', url: `${path(id)}/actions/${action}` }, { version: 1 })).model.version).toBe(2),
  });

  const groupReference = regex('^GRP-\\d{4}-\\d{7}$', 'GRP-2026-0000001');
  const members = eachLike({
    ...likeEach({ id, name: 'JOÃO SILVA', documentStatus: 'CREATED', mayAnswer: true }),
    reference,
    ...(kind === 'traveller' ? { lane: regex('^(RED|GREEN)$', 'GREEN') } : {}),
  });
  const group = {
    id: string(id),
    serialReference: { reference: groupReference },
    ...likeEach({ name: 'JOÃO SILVA', flightNumber: 'QG500', travelDate: '2026-05-02' }),
    members,
  };
  const groups = (rest: string) => fromProviderState(`${base}/group/\${id}/${rest}`, `${base}/group/${id}/${rest}`);
  const ofGroup = (name: string, rest = name) => offered(name, 'POST', regex(`^${base}/group/[^/]+/${rest}$`, `${base}/group/${id}/${rest}`), '*');

  expects(`${code}: registers persons who travel together, and says what may be done with the group`, {
    given: [calendar],
    method: 'POST',
    path: `${base}/group`,
    once: true,
    body: { shared: { ...body, ...days }, travellers: [{ travellerCode: 'CX1' }, { travellerCode: 'CX2' }] } as never,
    answer: {
      status: 201,
      body: { model: { ...group, version: 1, size: 2 }, actions: arrayContaining(ofGroup('members'), ofGroup('leave', 'actions/leave')) },
    },
    call: async (api) => {
      const sent = { shared: { ...body, ...exampleDays[kind] }, travellers: [{ travellerCode: 'CX1' }, { travellerCode: 'CX2' }] };
      expect((await performAction<{ size: number }>(api, { method: 'POST', url: `${base}/group` }, sent)).model.size).toBe(2);
    },
  });

  expects(`${code}: shows a group`, {
    given: [['a group', { kind }]],
    path: groups('document'),
    answer: {
      status: 200,
      body: {
        model: { ...group, version: integer(1), size: integer(2) },
        actions: arrayContaining(offered('print-form', 'GET', regex(`^${base}/group/[^/]+/print-form$`, `${base}/group/${id}/print-form`), '*')),
      },
    },
    call: async (api) => expect((await loadDocument<{ size: number }>(api, `${base}/group`, id)).model.size).toBe(2),
  });

  expects(`${code}: takes a person out of a group`, {
    given: [['a group', { kind }]],
    method: 'POST',
    path: groups('actions/leave'),
    once: true,
    body: { version: 1, members: [given('member', id)] } as never,
    answer: { status: 200, body: { model: { ...group, version: 2, size: 1 } } },
    call: async (api) =>
      expect(
        (await performAction<{ size: number }>(api, { method: 'POST', url: `${base}/group/${id}/actions/leave` }, { version: 1, members: [id] })).model.size,
      ).toBe(1),
  });

  expects(`${code}: says who was faster`, {
    given: [settled],
    as: 'border-officer',
    method: 'POST',
    path: of('actions/amendment'),
    once: true,
    body: { version: 1 },
    answer: {
      status: 409,
      body: { ...refusal(409, { field: '', code: 'STALE_VERSION' }), current: { version: integer(2), changedBy: string('The border-officer') } },
    },
    call: async (api) => {
      const late = { method: 'POST', url: `${path(id)}/actions/amendment` } as const;
      expect(asProblem(await performAction(api, late, { version: 1 }).catch((error) => error)).current?.version).toBe(2);
    },
  });
});

const foreignCode = `eyJhbGciOiJFZERTQSJ9.eyJrIjoieCJ9.${'A'.repeat(86)}`;
expects('does not take a foreign code for a genuine one', {
  as: 'border-officer',
  method: 'POST',
  path: '/v1/gate/check',
  body: { text: foreignCode },
  answer: { status: 200, body: { finding: 'NOT_GENUINE' } },
  call: async (api) => expect(await check(api, foreignCode)).toMatchObject({ verdict: 'notGenuine' }),
});
