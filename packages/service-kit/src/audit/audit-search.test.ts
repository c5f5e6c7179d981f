import type { AuditedPerson, AuditRecord } from '@portal/contract-kit';
import 'reflect-metadata';
import type { SearchCriterion, SearchFieldInfo } from '@portal/contract-kit';
import { CaseDesk, type CaseUser, everybody, q, TestClock, testBackends } from '../testing/index.ts';
import type { AuditStanding } from './audit-search.ts';

type Found = { records: AuditRecord[]; totalRecords: number; errors: { code: string; field: string }[] };

const hour = 3_600_000;

describe.each(testBackends())('the search of the audit log on %s', (_engine, makeBackend) => {
  const clock = new TestClock(CaseDesk.begins);
  let desk: CaseDesk;
  let id: string;
  let reference: string;
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), clock);
    const { id: registered, serialReference } = await desk.register();
    [id, reference] = [registered, serialReference?.reference ?? ''];
    clock.pass(hour);
    await desk.call('reader', 'GET', `/v1/case/${id}/document`, undefined, { 'x-request-id': 'request-of-the-reader' });
    clock.pass(hour);
    await desk.act('officer', id, 'verification');
  });
  afterAll(() => desk?.close());

  const search = (query: object, by: CaseUser = 'auditor') => desk.call<Found>(by, 'GET', `/v1/audit/search${q(query)}`);
  const by = (...criteria: Partial<SearchCriterion>[]) => search({ criteria: criteria.map((c) => ({ operation: 'EQ', ...c })) });
  const found = async (...criteria: Partial<SearchCriterion>[]) => {
    const { status, body } = await by(...criteria);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.records.map(({ userName, action }) => `${userName} ${action}`);
  };

  it.each(everybody.filter((who) => who !== 'auditor'))('is not for %s', async (who) => {
    const refused = who === 'public' ? 401 : 403;
    for (const path of ['search', 'search/fields', 'standing']) expect((await desk.call(who, 'GET', `/v1/audit/${path}`)).status).toBe(refused);
    for (const path of ['search', 'person']) expect((await desk.call(who, 'POST', `/v1/audit/${path}`, { number: 'P 123' })).status).toBe(refused);
  });

  it('tells who did what on a document, when and from which request, newest first', async () => {
    const { body } = await by({ fieldName: 'documentId', values: [id] });
    expect(body.totalRecords).toBe(body.records.length);
    expect(body.records.map(({ userName, action, at }) => [userName, action, at])).toEqual([
      ['Official officer', 'verification', '2026-05-04T02:00:00'],
      ['Official reader', 'view', '2026-05-04T01:00:00'],
      ['Public', 'register', '2026-05-04T00:00:00'],
    ]);
    expect(body.records[1]).toMatchObject({ documentId: id, reference, kind: 'case', userSub: 'reader', requestId: expect.stringMatching(/./) });
  });

  it.each<[string, () => Partial<SearchCriterion>[], string[]]>([
    ['an official by the account', () => [{ fieldName: 'userSub', values: ['officer'] }], ['Official officer verification']],
    ['an official by a part of the name', () => [{ fieldName: 'userName', operation: 'CONTAINS', values: ['L READ'] }], ['Official reader view']],
    ['an official by the name in another case', () => [{ fieldName: 'userName', values: ['OFFICIAL READER'] }], ['Official reader view']],
    [
      'several officials by names with accents',
      () => [{ fieldName: 'userName', operation: 'IN', values: ['Óffiçial reader', 'official OFFICER'] }],
      ['Official officer verification', 'Official reader view'],
    ],
    [
      'everybody but an official',
      () => [
        { fieldName: 'userName', operation: 'NEQ', values: ['OFFICIAL reader'] },
        { fieldName: 'documentId', values: [id] },
      ],
      ['Official officer verification', 'Public register'],
    ],
    ['nobody by dashes', () => [{ fieldName: 'userName', operation: 'CONTAINS', values: ['--'] }], []],
    ['nobody by a name that nobody has', () => [{ fieldName: 'userName', operation: 'CONTAINS', values: ['Zzz'] }], []],
    ...(
      [
        ['a reference', (text) => text],
        ['a reference in small letters', (text) => text.toLowerCase()],
        ['a reference with blanks', (text) => ` ${text.toLowerCase().replaceAll('-', '  ')} `],
        ['a reference without dashes', (text) => text.replaceAll('-', '')],
      ] satisfies [string, (text: string) => string][]
    ).map(([what, typed]): [string, () => Partial<SearchCriterion>[], string[]] => [
      what,
      () => [
        { fieldName: 'reference', values: [typed(reference)] },
        { fieldName: 'action', values: ['register'] },
      ],
      ['Public register'],
    ]),
    [
      'several references as they are typed',
      () => [
        { fieldName: 'reference', operation: 'IN', values: ['CAS-2026-9999999', reference.toLowerCase()] },
        { fieldName: 'action', values: ['register'] },
      ],
      ['Public register'],
    ],
    ['a span of time', () => [{ fieldName: 'at', operation: 'BETWEEN', values: ['2026-05-04T00:30:00', '2026-05-04T01:30:00'] }], ['Official reader view']],
    ['a day on which nothing was done', () => [{ fieldName: 'at', values: ['2026-05-03'] }], []],
    ['somebody else', () => [{ fieldName: 'userSub', values: ['nobody'] }], []],
  ])('finds %s', async (_what, criteria, expected) => {
    expect(await found(...criteria())).toEqual(expected);
  });

  it('finds a request by its number', async () => {
    const { body } = await by({ fieldName: 'userSub', values: ['reader'] });
    const { requestId } = body.records[0] as AuditRecord;
    expect(await found({ fieldName: 'requestId', values: [requestId] })).toEqual(['Official reader view']);
  });

  it('pages, and sorts by time', async () => {
    const page = async (query: object) => (await search(query)).body.records.map(({ at }) => at);
    const criteria = [{ fieldName: 'documentId', operation: 'EQ', values: [id] }];
    expect(await page({ criteria, paging: { page: 2, size: 2 } })).toEqual(['2026-05-04T00:00:00']);
    expect(await page({ criteria, sorting: [{ fieldName: 'at', direction: 'ASC' }], paging: { page: 1, size: 1 } })).toEqual(['2026-05-04T00:00:00']);
  });

  it('is recorded with what was looked for', async () => {
    await found({ fieldName: 'documentId', values: [id] });
    const { body } = await by({ fieldName: 'kind', values: ['audit'] }, { fieldName: 'userSub', values: ['auditor'] });
    expect(body.records[0]).toMatchObject({
      userName: 'Official auditor',
      action: 'search',
      details: { criteria: [{ field: 'documentId', operation: 'EQ', values: [id] }], found: 3 },
    });
  });

  it('is exported as CSV, and that is recorded', async () => {
    const query = q({ criteria: [{ fieldName: 'documentId', operation: 'EQ', values: [id] }] });
    const { headers, body } = await desk.call<string>('auditor', 'GET', `/v1/audit/search${query}`, undefined, { accept: 'text/csv' });
    expect(headers.get('content-type')).toContain('text/csv');
    const lines = body.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('Who,Account,Action');
    expect(lines[1]).toContain(`Official officer,officer,verification,case,${reference},${id}`);
    expect((await by({ fieldName: 'action', values: ['export'] })).body.records[0]).toMatchObject({ userName: 'Official auditor', kind: 'audit' });
  });

  it('is exported with the columns that are asked for, in their order', async () => {
    const query = q({ criteria: [{ fieldName: 'documentId', operation: 'EQ', values: [id] }], viewColumns: ['action', 'userName', 'details.version'] });
    const { body } = await desk.call<string>('auditor', 'GET', `/v1/audit/search${query}`, undefined, { accept: 'text/csv' });
    const [head, first] = body.trim().split('\r\n');
    expect([head, first]).toEqual(['Action,Who,details.version', 'verification,Official officer,2']);
  });

  it('names an unknown field, and one that is compared as a whole', async () => {
    expect((await by({ fieldName: 'mac', values: ['x'] })).body.errors).toEqual([expect.objectContaining({ code: 'UNKNOWN_FIELD', field: 'mac' })]);
    const { status, body } = await by({ fieldName: 'documentId', operation: 'CONTAINS', values: ['x'] });
    expect([status, body.errors[0]?.field]).toEqual([400, 'documentId']);
    const { records } = (await desk.call<{ records: SearchFieldInfo[] }>('auditor', 'GET', '/v1/audit/search/fields')).body;
    expect(records.map(({ fieldName }) => fieldName)).toEqual(['at', 'userSub', 'userName', 'action', 'kind', 'documentId', 'reference', 'requestId']);
  });

  it('tells whether the log is whole', async () => {
    const { body } = await desk.call<{ model: AuditStanding }>('auditor', 'GET', '/v1/audit/standing');
    expect(body.model).toMatchObject({ size: expect.any(Number), rootHash: expect.any(String) });
    expect(body.model.fault).toBeUndefined();
  });

  it('takes the query in the body too', async () => {
    const criteria = [{ fieldName: 'documentId', operation: 'IN', values: [id] }];
    const { status, body } = await desk.call<Found>('auditor', 'POST', '/v1/audit/search', { criteria, paging: { page: 1, size: 2 } });
    expect([status, body.totalRecords, body.records.length]).toEqual([200, 3, 2]);
    expect((await desk.call<Found>('auditor', 'POST', '/v1/audit/search', { criteria: 'x' })).status).toBe(400);
  });

  describe('of one person', () => {
    let theirs: string[];
    const person = (number: unknown, by: CaseUser = 'auditor') => desk.call<AuditedPerson & Found>(by, 'POST', '/v1/audit/person', { number });
    const trailOf = async (ids: string[]) =>
      (await desk.call<Found>('auditor', 'POST', '/v1/audit/search', { criteria: [{ fieldName: 'documentId', operation: 'IN', values: ids }] })).body.records;
    beforeAll(async () => {
      const one = await desk.register({ passport: 'XY 77-1234' });
      // A document of another agency, and a draft: auditors see what was done with every document.
      const other = await desk.register({ passport: 'xy771234', agency: 'HEALTH' });
      const { body: draft } = await desk.call<{ model: { id: string } }>('applicant', 'POST', '/v1/case/actions/store', {
        holderName: 'Draft',
        passport: 'XY771234',
      });
      await desk.register({ passport: 'XY771235' });
      theirs = [one.id, other.id, draft.model?.id].flatMap((each) => each ?? []);
    });

    it('finds the documents by the number in any spelling, of every agency, and tells nothing of what is in them', async () => {
      const { status, body } = await person('xy-77 1234');
      expect(status).toBe(200);
      expect(body.records.map(({ documentId }) => documentId).sort()).toEqual([...theirs].sort());
      expect(Object.keys(body.records[0] ?? {}).sort()).toEqual(['documentId', 'kind', 'others', 'reference', 'title']);
      expect((await person('XY77123')).body.records).toEqual([]);
    });

    it.each([undefined, 7, '', '- -', 'a1', 'x'.repeat(101)])('refuses the number %p', async (number) => {
      expect((await person(number)).status).toBe(400);
    });

    it('has who looked the number up, opened the document, and decided on it with which reason', async () => {
      const [first = ''] = theirs;
      clock.pass(hour);
      await desk.call('reader', 'POST', '/v1/lookup', { text: 'XY771234' });
      await desk.call('reader', 'GET', `/v1/case/${first}/document`);
      await desk.act('officer', first, 'rejection', { comment: 'The passport is not valid' });
      const records = (await trailOf(theirs)).filter(({ userSub }) => userSub === 'reader' || userSub === 'officer');
      expect(records.map(({ userName, action, reason }) => [userName, action, reason])).toEqual([
        ['Official officer', 'rejection', 'The passport is not valid'],
        ['Official reader', 'view', undefined],
        ['Official reader', 'lookup-found', undefined],
      ]);
    });

    it('is recorded with a digest of the number, which is nowhere in the log', async () => {
      await person('XY771234');
      await person('xy 77 1234');
      const { body } = await by({ fieldName: 'action', values: ['person'] });
      const [one, two] = body.records;
      expect(one).toMatchObject({ userName: 'Official auditor', details: { person: expect.stringMatching(/^\w+:/), found: 3 } });
      expect(two?.details).toEqual(one?.details);
      const all = await desk.call<string>('auditor', 'GET', `/v1/audit/search${q({})}`, undefined, { accept: 'text/csv' });
      expect(all.body.toUpperCase().replace(/[ -]/g, '')).not.toContain('XY771234');
    });
  });

  it('has every read of a document by the officer who registered it at the counter', async () => {
    const { id: registered = '' } = await desk.register({}, 'officer');
    expect((await desk.call('officer', 'GET', `/v1/case/${registered}/document`)).status).toBe(200);
    expect((await desk.on('officer', registered, 'history')).status).toBe(200);
    expect(await found({ fieldName: 'documentId', values: [registered] })).toEqual(
      ['history', 'view', 'register'].map((action) => `Official officer ${action}`),
    );
  });
});
