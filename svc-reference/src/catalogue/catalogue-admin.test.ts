import type { CatalogueInfo, ImportPlan, Proposal, RecordVersion } from '../../contract/index.ts';
import 'reflect-metadata';
import type { CatalogueRecord, DocumentEnvelope, ListResult, Problem } from '@portal/contract-kit';
import { AuditRow, Database, type RunningService } from '@portal/service-kit';
import { callHeaders, type StubServices, startStubServices, type TestBackend, TestClock, testBackends } from '@portal/service-kit/testing';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { CatalogueProposalRow, CatalogueVersionRow, type RecordChange } from '../database/catalogue.entities.ts';
import { createService } from '../index.ts';
import { catalogueTitles, fieldLabels } from './catalogue-labels.ts';
import { catalogues } from './definitions.ts';
import type { RecordState } from './periods.ts';

type ProposalAnswer = DocumentEnvelope<Proposal>;
type Record_ = DocumentEnvelope<CatalogueRecord>;
const day = 86_400_000;
const fee = { code: 'DECREE', name: 'Fee of the decree', documentCode: 'TIBE', amount: 1500, currencyCode: 'USD', stage: 'permit' };

it('every open catalogue and each of its fields has a name', () => {
  const open = Object.entries(catalogues).filter(([, { closed }]) => !closed);
  expect(Object.keys(catalogueTitles).sort()).toEqual(open.map(([name]) => name).sort());
  expect(Object.keys(fieldLabels).sort()).toEqual([...new Set(open.flatMap(([, { fields }]) => Object.keys(fields)))].sort());
});

describe.each(testBackends())('the administration of catalogues on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  const clock = new TestClock(new Date('2026-11-20T10:00:00Z'));
  const tokens: Record<string, string> = {};

  async function as<T>(
    user: string,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: T & Problem }> {
    const file = typeof body === 'string' || Buffer.isBuffer(body);
    const type = Buffer.isBuffer(body) ? 'application/octet-stream' : file ? 'text/csv' : 'application/json';
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': type }), ...(tokens[user] ? { authorization: tokens[user] } : {}), ...headers },
      body: body === undefined ? undefined : file ? (body as BodyInit) : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as T & Problem };
  }
  const q = (query: object) => `q=${encodeURIComponent(JSON.stringify(query))}`;
  const criterion = (fieldName: string, value: string) => ({
    expressionType: 'SearchCriterion',
    operation: 'EQ',
    dataType: 'TEXT',
    fieldName,
    values: [value],
  });
  const found = async (name: string, ...criteria: object[]) =>
    (await as<ListResult<CatalogueRecord>>('public', 'GET', `/v1/catalogue/${name}/search?${q({ criteria, paging: { page: 1, size: 200 } })}`)).body.records;
  const load = async (name: string, code: string) => (await as<Record_>('ana', 'GET', `/v1/catalogue/${name}/${code}`)).body.model;
  const history = async (name: string, code: string) =>
    (await as<ListResult<RecordVersion>>('ana', 'GET', `/v1/catalogue/${name}/${code}/history`)).body.records;
  const propose = async (body: object = fee, user = 'ana') => (await as<ProposalAnswer>(user, 'POST', '/v1/catalogue/fees', body)).body.model;
  const decide = (user: string, id: string, action: string, body: object = { version: 1 }) =>
    as<ProposalAnswer>(user, 'POST', `/v1/catalogue-proposals/${id}/actions/${action}`, body);

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices();
    service = await createService({ ...backend.env, ...around.env }, { clock });
    for (const name of ['Ana', 'Bela']) tokens[name.toLowerCase()] = await around.token({ sub: name, name, roles: ['reference-admin'] });
    tokens.reader = await around.token({ sub: 'r', name: 'Rui', roles: ['reference-read'] });
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
  });

  it('is for administrators alone', async () => {
    for (const [method, path] of [
      ['GET', '/v1/catalogues'],
      ['GET', '/v1/form-preview?document=TIBE'],
      ['GET', '/v1/catalogue/fees/x/uses'],
      ['GET', '/v1/catalogue-proposals'],
      ['GET', '/v1/catalogue-proposals/x'],
      ['POST', '/v1/catalogue-proposals/x/actions/approve'],
      ['GET', '/v1/catalogue/fees/x/history'],
      ['POST', '/v1/catalogue/fees/x/actions/revert'],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      expect([path, (await as('public', method, path, body)).status, (await as('reader', method, path, body)).status]).toEqual([path, 401, 403]);
    }
  });

  it('describes every catalogue with its fields, in both languages', async () => {
    const { records } = (await as<ListResult<CatalogueInfo>>('ana', 'GET', '/v1/catalogues')).body;
    expect(records.map(({ name }) => name)).not.toContain('membership-registrations');
    expect(records.filter(({ approval }) => approval).map(({ name }) => name)).toEqual([
      'requirements',
      'questions',
      'declarations',
      'fees',
      'working-hours',
      'holidays',
    ]);
    const fees = records.find(({ name }) => name === 'fees');
    expect(fees).toMatchObject({ title: { en: 'Fees', pt: 'Taxas' }, waiting: 0 });
    expect(fees?.fields).toContainEqual({
      name: 'currencyCode',
      label: { en: 'Currency', pt: 'Moeda' },
      kind: 'text',
      required: true,
      max: 70,
      of: 'currencies',
    });
  });

  it('refuses another movement of a document, on which its references depend', async () => {
    const { id: _id, version, ...stored } = await load('documents', 'TIBE');
    const field = 'movement';
    const put = (body: object) => as('ana', 'PUT', '/v1/catalogue/documents/TIBE', { ...stored, version, ...body });
    for (const change of [{ movement: 'I' }, { movement: 'I', effectiveFrom: '2026-12-01' }])
      expect([change, (await put(change)).body]).toMatchObject([change, { status: 422, errors: [{ code: 'CHOICE', field }] }]);
    const row = (movement: string) => `TIBE,${stored.name},TRIPTIC,${stored.agencyCode},2,0,${movement}\n`;
    const send = <T>(movement: string, query: string) =>
      as<T>('ana', 'POST', `/v1/catalogue/documents/import${query}`, `code,name,binder,agencyCode,accessLevel,removed,movement\n${row(movement)}`);
    expect((await send<ImportPlan>('I', '?dryRun=true')).body).toMatchObject({
      refused: 1,
      faults: [{ code: 'TIBE', column: field, value: 'I', fault: 'CHOICE' }],
    });
    expect((await send('I', '')).body).toMatchObject({ status: 422, errors: [{ code: 'CHOICE', field: 'rows.2.movement' }] });
    expect(await load('documents', 'TIBE')).toMatchObject({ movement: 'E', version });
    expect((await send('E', '')).body).toEqual({ created: 0, changed: 0, unchanged: 1, retired: 0 });
    // A record without a movement is that of an exit. A version from before this rule may have another movement.
    expect((await put({ movement: '' })).status).toBe(200);
    const db = service.app.get(Database);
    const earlier = { catalogue: 'documents', code: 'TIBE', version };
    const { state } = (await db.reader.findOneByOrFail(CatalogueVersionRow, earlier)) as { state: RecordState };
    await db.write((tx) => tx.update(CatalogueVersionRow, earlier, { state: { ...state, values: { ...state.values, movement: 'I' } } } as never));
    const revert = await as('ana', 'POST', '/v1/catalogue/documents/TIBE/actions/revert', { to: version, version: version + 1 });
    expect(revert.body).toMatchObject({ status: 422, errors: [{ code: 'CHOICE', field }] });
  });

  describe('a second person', () => {
    it('makes the change that another has proposed, and not the writer', async () => {
      const made = await as<ProposalAnswer>('ana', 'POST', '/v1/catalogue/fees', { ...fee, reason: 'Decree 12' });
      expect(made).toMatchObject({
        status: 202,
        body: { model: { documentStatus: 'WAITING', code: 'DECREE', action: 'create', mine: true, reason: 'Decree 12' }, actions: [{ name: 'withdraw' }] },
      });
      expect(made.body.model.changes?.[0]?.differences).toContainEqual({ field: 'amount', before: null, after: 1500 });
      expect(await found('fees', criterion('code', 'DECREE'))).toEqual([]);
      const { id } = made.body.model;
      expect((await decide('ana', id, 'approve')).body).toMatchObject({ status: 403, errors: [{ code: 'FOUR_EYES' }] });
      expect((await decide('bela', id, 'withdraw')).status).toBe(403);
      expect((await as<ProposalAnswer>('bela', 'GET', `/v1/catalogue-proposals/${id}`)).body.actions.map(({ name }) => name)).toEqual(['approve', 'reject']);
      expect((await as<ListResult<CatalogueInfo>>('ana', 'GET', '/v1/catalogues')).body.records.find(({ name }) => name === 'fees')?.waiting).toBe(1);
      expect((await decide('bela', id, 'approve')).body.model).toMatchObject({ documentStatus: 'APPROVED', decidedBy: 'Bela', version: 2 });
      expect(await found('fees', criterion('code', 'DECREE'))).toMatchObject([{ code: 'DECREE', amount: 1500 }]);
      expect(await history('fees', 'DECREE')).toMatchObject([{ version: 1, action: 'create', changedBy: 'Ana', approvedBy: 'Bela', reason: 'Decree 12' }]);
      expect((await decide('bela', id, 'reject', { version: 2, reason: 'late' })).body).toMatchObject({
        status: 409,
        errors: [{ code: 'ACTION_NOT_ALLOWED' }],
      });
    });

    it('rejects with a reason; the writer may withdraw', async () => {
      const { id } = await propose({ ...fee, code: 'REJECTED' });
      expect((await decide('bela', id, 'reject')).body).toMatchObject({ status: 422, errors: [{ code: 'REQUIRED', field: 'reason' }] });
      expect((await decide('bela', id, 'reject', { version: 1, reason: 'Wrong amount' })).body.model).toMatchObject({
        documentStatus: 'REJECTED',
        decision: 'Wrong amount',
      });
      expect((await decide('bela', id, 'reject', { version: 2, reason: 'A\u0000B' })).body).toMatchObject({
        status: 422,
        errors: [{ code: 'TEXT', field: 'reason' }],
      });
      const other = await propose({ ...fee, code: 'TAKEN-BACK' });
      expect((await decide('ana', other.id, 'withdraw')).body.model.documentStatus).toBe('WITHDRAWN');
      expect((await as('ana', 'GET', '/v1/catalogue/fees/REJECTED')).status).toBe(404);
    });

    it('of many decisions at the same time exactly one counts', async () => {
      const { id } = await propose({ ...fee, code: 'AT-ONCE' });
      const answers = await Promise.all(
        [1, 2, 3, 4].map((n) => (n % 2 ? decide('bela', id, 'approve') : decide('bela', id, 'reject', { version: 1, reason: 'No' }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    });

    it('does not overwrite what was changed since', async () => {
      const [one, other] = await Promise.all(
        [1600, 1700].map(async (amount) => (await as<ProposalAnswer>('ana', 'PUT', '/v1/catalogue/fees/DECREE', { ...fee, amount, version: 1 })).body.model),
      );
      expect((await decide('bela', (one as Proposal).id, 'approve')).status).toBe(200);
      expect((await decide('bela', (other as Proposal).id, 'approve')).body).toMatchObject({ status: 409, errors: [{ code: 'STALE_VERSION' }] });
      expect((await as<ProposalAnswer>('ana', 'GET', `/v1/catalogue-proposals/${other?.id}`)).body.model.documentStatus).toBe('WAITING');
      expect((await load('fees', 'DECREE')).amount).toBe(1600);
    });

    it('approves nothing that the catalogues do not allow any more, and says what is wrong', async () => {
      const ofArrivals = { ...fee, documentCode: 'ARR' };
      const otherCurrency = { status: 422, errors: [{ code: 'CHOICE', field: 'currencyCode' }] };
      const [dollars, rupiah] = [await propose({ ...ofArrivals, code: 'ARR-USD' }), await propose({ ...ofArrivals, code: 'ARR-IDR', currencyCode: 'IDR' })];
      const again = await propose({ ...ofArrivals, code: 'ARR-USD' });
      expect((await decide('bela', dollars.id, 'approve')).status).toBe(200);
      expect((await decide('bela', rupiah.id, 'approve')).body).toMatchObject(otherCurrency);
      expect((await as<ProposalAnswer>('ana', 'GET', `/v1/catalogue-proposals/${rupiah.id}`)).body.model).toMatchObject({
        documentStatus: 'WAITING',
        version: 1,
      });
      expect((await decide('bela', again.id, 'approve')).body).toMatchObject({ status: 409, errors: [{ field: 'code' }] });
      // An earlier release may have stored a proposal with such faults.
      const reserved = await propose({ ...ofArrivals, code: 'ARR-MORE' });
      const db = service.app.get(Database);
      const { changes } = await db.reader.findOneByOrFail(CatalogueProposalRow, { id: reserved.id });
      const [change] = changes as [RecordChange];
      const values = { ...change.after.values, documentCode: 'GONE' };
      await db.write((tx) =>
        tx.update(CatalogueProposalRow, { id: reserved.id }, { changes: [{ ...change, code: 'search', after: { ...change.after, values } }] }),
      );
      expect((await decide('bela', reserved.id, 'approve')).body.errors.map(({ code, field }) => `${field} ${code}`)).toEqual([
        'code TEXT',
        'documentCode CHOICE',
      ]);
      await decide('bela', reserved.id, 'reject', { version: 1, reason: 'Reserved' });

      // Reverting a fee to another currency, or restoring one in it, is refused if a fee with a different currency was added meanwhile.
      const approved = async (path: string, body: object, method = 'POST') =>
        decide('bela', (await as<ProposalAnswer>('ana', method, `/v1/catalogue/fees${path}`, body)).body.model.id, 'approve');
      await approved('/ARR-USD', { ...ofArrivals, currencyCode: 'IDR', version: 1 }, 'PUT');
      const back = await as<ProposalAnswer>('ana', 'POST', '/v1/catalogue/fees/ARR-USD/actions/revert', { version: 2, to: 1 });
      expect((await decide('bela', rupiah.id, 'approve')).status).toBe(200);
      expect((await decide('bela', back.body.model.id, 'approve')).body).toMatchObject(otherCurrency);
      expect((await as('ana', 'POST', '/v1/catalogue/fees/ARR-USD/actions/revert', { version: 2, to: 1 })).body).toMatchObject(otherCurrency);
      await approved('/ARR-IDR/actions/retire', { version: 1 });
      expect((await decide('bela', back.body.model.id, 'approve')).status).toBe(200);
      expect((await as('ana', 'POST', '/v1/catalogue/fees/ARR-IDR/actions/restore', { version: 2 })).body).toMatchObject(otherCurrency);
    });

    it('leaves no document with fees in two currencies when two are approved at the same moment', async () => {
      const ofDepartures = { ...fee, documentCode: 'DEP' };
      const both = [await propose({ ...ofDepartures, code: 'DEP-USD' }), await propose({ ...ofDepartures, code: 'DEP-IDR', currencyCode: 'IDR' })];
      const answers = await Promise.all(both.map(({ id }) => decide('bela', id, 'approve')));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({ errors: [{ code: 'CHOICE', field: 'currencyCode' }] });
      expect(await found('fees', criterion('documentCode', 'DEP'))).toHaveLength(1);
    });

    it('is asked once for a repeated call', async () => {
      const send = () => as<ProposalAnswer>('ana', 'POST', '/v1/catalogue/fees', { ...fee, code: 'REPEATED' }, { 'idempotency-key': 'catalogue-repeated-1' });
      const [first, second] = [await send(), await send()];
      expect([first.status, second]).toEqual([202, first]);
      await decide('bela', first.body.model.id, 'reject', { version: 1, reason: 'Not now' });
      expect(await send()).toEqual(first);
    });

    it.each([
      ['bela', 'approve', 'APPROVED'],
      ['bela', 'reject', 'REJECTED'],
      ['ana', 'withdraw', 'WITHDRAWN'],
    ])('decides once for each idempotency key: %s, %s', async (user, action, documentStatus) => {
      const { id } = await propose({ ...fee, code: `ONCE-${action.toUpperCase()}` });
      const send = (reason: string) =>
        as<ProposalAnswer>(user, 'POST', `/v1/catalogue-proposals/${id}/actions/${action}`, { version: 1, reason }, { 'idempotency-key': `once-${id}` });
      const [first, second] = [await send('So'), await send('So')];
      expect([first.status, first.body.model]).toEqual([200, expect.objectContaining({ documentStatus, version: 2 })]);
      expect(second).toEqual(first);
      expect((await send('Another')).body).toMatchObject({ status: 409, errors: [{ code: 'IDEMPOTENCY_CONFLICT' }] });
    });

    it('finds the proposals in their list', async () => {
      const { records, totalRecords } = (await as<ListResult<Proposal>>('bela', 'GET', '/v1/catalogue-proposals?status=WAITING&catalogue=fees')).body;
      expect(totalRecords).toBe(records.length);
      expect(records.every(({ documentStatus, changes }) => documentStatus === 'WAITING' && changes === undefined)).toBe(true);
      expect((await as('ana', 'GET', '/v1/catalogue-proposals?status=OTHER')).body).toMatchObject({ status: 400, errors: [{ field: 'status' }] });
      for (const page of ['0', '1.5', 'x', '1e300'])
        expect((await as('ana', 'GET', `/v1/catalogue-proposals?page=${page}`)).body).toMatchObject({ status: 400, errors: [{ field: 'page' }] });
    });
  });

  describe('a retired record', () => {
    const centre = { code: 'CENTRE', name: 'Centre', agencyCode: 'GONE' };
    const ofCentre = (method: string, path: string, body: object) => as('ana', method, `/v1/catalogue/agency-centres${path}`, body);
    const retiredAgency = { status: 422, errors: [{ code: 'CHOICE', field: 'agencyCode', message: expect.stringContaining('GONE is retired') }] };

    it('is referred to by no new record and no changed one; who refers to it already keeps it', async () => {
      await as('ana', 'POST', '/v1/catalogue/agencies', { code: 'GONE', name: 'Gone' });
      const { code: other } = (await found('agencies'))[0] as CatalogueRecord;
      expect((await ofCentre('POST', '', centre)).status).toBe(201);
      expect((await ofCentre('POST', '', { ...centre, code: 'OTHER', agencyCode: other })).status).toBe(201);
      await as('ana', 'POST', '/v1/catalogue/agencies/GONE/actions/retire', { version: 1 });
      expect((await ofCentre('POST', '', { ...centre, code: 'NEW' })).body).toMatchObject(retiredAgency);
      expect((await ofCentre('PUT', '/OTHER', { ...centre, version: 1 })).body).toMatchObject(retiredAgency);
      expect((await ofCentre('PUT', '/CENTRE', { ...centre, name: 'Renamed', version: 1 })).status).toBe(200);
      expect((await ofCentre('POST', '/CENTRE/actions/retire', { version: 2 })).status).toBe(200);
      expect((await ofCentre('POST', '/CENTRE/actions/restore', { version: 3 })).status).toBe(200);
      const file = 'code,name,agencyCode\nCENTRE,Again,GONE\nOTHER,Other,GONE\nNEW,New,GONE\n';
      const plan = (await as<ImportPlan>('ana', 'POST', '/v1/catalogue/agency-centres/import?dryRun=true', file)).body;
      expect(plan.faults.map(({ row, column, fault }) => `${row} ${column} ${fault}`)).toEqual(['3 agencyCode CHOICE', '4 agencyCode CHOICE']);
      expect(plan.changed).toBe(1);
    });

    it('that is still to come can be prepared for', async () => {
      await as('ana', 'POST', '/v1/catalogue/agencies', { code: 'COMING', name: 'Coming', effectiveFrom: '2027-03-01' });
      expect((await ofCentre('POST', '', { ...centre, code: 'EARLY', agencyCode: 'COMING' })).status).toBe(201);
    });
  });

  describe('days', () => {
    it('let a record begin and end', async () => {
      await as('ana', 'POST', '/v1/catalogue/titles', { code: 'ENG', name: 'Engineer', effectiveFrom: '2026-12-01', effectiveTo: '2026-12-05' });
      expect(await load('titles', 'ENG')).toMatchObject({ standing: 'COMING', effectiveFrom: '2026-12-01', retired: true });
      const standing = async () => [(await found('titles', criterion('code', 'ENG'))).length, (await load('titles', 'ENG')).standing];
      expect(await standing()).toEqual([0, 'COMING']);
      expect((await found('titles', criterion('standing', 'COMING'))).map(({ code }) => code)).toEqual(['ENG']);
      clock.pass(11 * day);
      expect(await standing()).toEqual([1, undefined]);
      clock.pass(5 * day);
      expect(await standing()).toEqual([0, 'ENDED']);
      const anyStanding = { ...criterion('standing', ''), operation: 'ANY', values: [] };
      expect((await found('titles', criterion('code', 'ENG'), anyStanding)).map((record) => record.standing)).toEqual(['ENDED']);
      clock.pass(-16 * day);
      const wrong = await as('ana', 'POST', '/v1/catalogue/titles', { code: 'X', name: 'X', effectiveFrom: '2026-12-05', effectiveTo: '2026-12-01' });
      expect(wrong.body).toMatchObject({ status: 422, errors: [{ field: 'effectiveTo' }] });
      const never = await as('ana', 'POST', '/v1/catalogue/titles', { code: 'X', name: 'X', effectiveFrom: '2026-02-30' });
      expect(never.body).toMatchObject({ status: 422, errors: [{ field: 'effectiveFrom', code: 'DATE' }] });
    });

    it('begin at midnight where the offices are', async () => {
      await as('ana', 'POST', '/v1/catalogue/titles', { code: 'MID', name: 'Midnight', effectiveFrom: '2026-12-01', effectiveTo: '2026-12-01' });
      const chosen = async () => (await found('titles', criterion('code', 'MID'))).length;
      // The test clock starts at 10:00 UTC on 20 November; Dili is nine hours ahead of UTC.
      const to = (at: string) => clock.pass(Date.parse(at) - clock.now().getTime());
      const held: [string, number][] = [];
      for (const at of ['2026-11-30T14:59:59Z', '2026-11-30T15:00:00Z', '2026-12-01T14:59:59Z', '2026-12-01T15:00:00Z']) {
        to(at);
        held.push([at, await chosen()]);
      }
      to('2026-11-20T10:00:00Z');
      expect(held.map(([, number]) => number)).toEqual([0, 1, 1, 0]);
    });

    it('let a record say something else from a day on, and tell other services all of it', async () => {
      const { version } = (await load('agencies', 'MOH')) as unknown as { version: number };
      const { name } = await load('agencies', 'MOH');
      await as('ana', 'PUT', '/v1/catalogue/agencies/MOH', { name: 'Ministry of Care', version, effectiveFrom: '2026-12-01' });
      expect((await load('agencies', 'MOH')).name).toBe(name);
      const whole = await as<ListResult<CatalogueRecord>>('public', 'GET', '/internal/catalogue/agencies', undefined, {
        ...(await callHeaders(backend.env, 'svc-trips', 'svc-reference')),
      });
      const periods = whole.body.records.find(({ code }) => code === 'MOH')?.periods as CatalogueRecord[];
      expect(periods.map((period) => [period.effectiveFrom, period.name])).toEqual([
        [undefined, name],
        ['2026-12-01', 'Ministry of Care'],
      ]);
      clock.pass(11 * day);
      expect((await found('agencies', criterion('code', 'MOH')))[0]?.name).toBe('Ministry of Care');
      clock.pass(-11 * day);
    });

    /** Proposes a change of a fee and approves it. @returns its differences */
    const proposed = async (method: string, path: string, change: object) => {
      const { model } = (await as<ProposalAnswer>('ana', method, `/v1/catalogue/fees${path}`, { ...fee, code: path.slice(1), ...change })).body;
      expect((await decide('bela', model.id, 'approve')).status).toBe(200);
      return model.changes?.[0]?.differences;
    };

    it('leave the content in force as it is when that from the beginning is corrected', async () => {
      await proposed('POST', '', { code: 'PAST', amount: 1000 });
      await proposed('PUT', '/PAST', { amount: 2000, effectiveFrom: '2026-06-01', version: 1 });
      expect(await proposed('PUT', '/PAST', { amount: 1000, name: 'Old fee', effectiveFrom: null, version: 2 })).toEqual([
        { field: 'name', before: fee.name, after: 'Old fee' },
      ]);
      const periods = async () =>
        ((await load('fees', 'PAST')).periods as CatalogueRecord[]).map(({ effectiveFrom, name, amount }) => [effectiveFrom, name, amount]);
      expect(await periods()).toEqual([
        [undefined, 'Old fee', 1000],
        ['2026-06-01', fee.name, 2000],
      ]);
      // No day and an empty day stand for the content in force today.
      await proposed('PUT', '/PAST', { amount: 2500, version: 3 });
      await proposed('PUT', '/PAST', { amount: 3000, effectiveFrom: '', version: 4 });
      expect(await periods()).toEqual([
        [undefined, 'Old fee', 1000],
        ['2026-06-01', fee.name, 3000],
      ]);
    });

    it('that are still to come can be moved, and those that have begun stay', async () => {
      const planned = { ...fee, code: 'MOVED' };
      const amounts = async () => {
        const record = await load('fees', 'MOVED');
        return ((record.periods ?? [record]) as CatalogueRecord[]).map(({ effectiveFrom, amount }) => [effectiveFrom ?? null, amount]);
      };
      const put = (change: object) => as<ProposalAnswer>('ana', 'PUT', '/v1/catalogue/fees/MOVED', { ...planned, ...change });
      await proposed('POST', '', { code: 'MOVED', amount: 1000 });
      await proposed('PUT', '/MOVED', { amount: 2000, effectiveFrom: '2027-01-01', version: 1 });
      const moved = await proposed('PUT', '/MOVED', { amount: 2000, effectiveFrom: '2027-02-01', replaces: '2027-01-01', version: 2 });
      expect(moved).toContainEqual({ field: 'amount', from: '2027-01-01', before: 2000, after: null });
      expect(moved).toContainEqual({ field: 'amount', from: '2027-02-01', before: null, after: 2000 });
      expect(await amounts()).toEqual([
        [null, 1000],
        ['2027-02-01', 2000],
      ]);
      expect((await put({ amount: 2000, effectiveFrom: '2027-02-01', replaces: '2027-02-01', version: 3 })).body).toMatchObject({
        status: 409,
        errors: [{ code: 'ACTION_NOT_ALLOWED', message: 'This changes nothing: the record says it already' }],
      });
      expect((await put({ effectiveFrom: '2027-03-01', replaces: '2027-01-01', version: 3 })).body).toMatchObject({
        status: 422,
        errors: [{ code: 'CHOICE', field: 'replaces' }],
      });
      // The planned content begins before somebody approves that it is moved.
      const late = (await put({ amount: 2000, effectiveFrom: '2027-03-01', replaces: '2027-02-01', version: 3 })).body.model;
      clock.pass(80 * day);
      expect((await decide('bela', late.id, 'approve')).body).toMatchObject({ status: 409, errors: [{ code: 'STALE_VERSION' }] });
      await proposed('PUT', '/MOVED', { amount: 2500, effectiveFrom: '2027-03-01', replaces: '2027-02-01', version: 3 });
      expect(await amounts()).toEqual([
        [null, 1000],
        ['2027-02-01', 2000],
        ['2027-03-01', 2500],
      ]);
      clock.pass(-80 * day);
      await decide('ana', late.id, 'withdraw');
      // Without a day, a planned content holds at once.
      await proposed('PUT', '/MOVED', { amount: 2500, effectiveFrom: '', replaces: '2027-03-01', version: 4 });
      expect(await amounts()).toEqual([
        [null, 2500],
        ['2027-02-01', 2000],
      ]);
    });

    it('of a record that is still to come can be postponed or removed', async () => {
      const put = (change: object) => as('ana', 'PUT', '/v1/catalogue/titles/LATE', { name: 'Late', ...change });
      const firstDays = async () => {
        const record = await load('titles', 'LATE');
        return ((record.periods ?? [record]) as CatalogueRecord[]).map(({ effectiveFrom }) => effectiveFrom);
      };
      await as('ana', 'POST', '/v1/catalogue/titles', { code: 'LATE', name: 'Late', effectiveFrom: '2027-01-01' });
      await put({ effectiveFrom: '2027-02-01', replaces: '2027-01-01', version: 1 });
      expect(await firstDays()).toEqual(['2027-02-01']);
      await put({ effectiveFrom: '', replaces: '2027-02-01', version: 2 });
      expect(await firstDays()).toEqual([undefined]);
    });
  });

  describe('the form as it will be', () => {
    interface Preview {
      model: {
        questions: { id: string; description: string }[];
        fees: { code: string; amount: number }[];
        requirements: { id: string }[];
        options: null | { total: number; records: { code: string }[] };
        changed: string[];
        day: string;
      };
    }
    const preview = async (query: string, headers: Record<string, string> = {}, user = 'bela') =>
      as<Preview>(user, 'GET', `/v1/form-preview?${query}`, undefined, headers);

    it('has the change of a proposal from its day on, in the words of a language, and changes nothing', async () => {
      const question = { code: 'TIBE-QX', name: 'Is it insured?', names: { tet: 'Iha seguru?' }, documentCode: 'TIBE', rank: 99, effectiveFrom: '2026-12-01' };
      const { id, preview: where } = (await as<ProposalAnswer>('ana', 'POST', '/v1/catalogue/questions', question)).body.model;
      expect(where).toEqual({ document: 'TIBE', day: '2026-12-01' });
      const last = async (query: string, language = 'en') => (await preview(query, { 'accept-language': language })).body.model.questions.at(-1);
      expect(await last(`document=TIBE&day=2026-12-01&proposal=${id}`)).toMatchObject({ id: 'TIBE-QX', description: 'Is it insured?' });
      expect(await last(`document=TIBE&day=2026-12-01&proposal=${id}`, 'tet')).toMatchObject({ description: 'Iha seguru?' });
      expect((await last(`document=TIBE&day=2026-11-30&proposal=${id}`))?.id).not.toBe('TIBE-QX');
      expect((await last('document=TIBE&day=2026-12-01'))?.id).not.toBe('TIBE-QX');
      expect((await preview(`document=TIBE&proposal=${id}`)).body.model.changed).toEqual(['TIBE-QX']);
      // The changes of a rejected proposal are no longer shown.
      await decide('bela', id, 'reject', { version: 1, reason: 'No' });
      expect((await last(`document=TIBE&day=2026-12-01&proposal=${id}`))?.id).not.toBe('TIBE-QX');
    });

    it('has what is already in force on a day, without a proposal', async () => {
      await as('ana', 'POST', '/v1/catalogue/fees', { ...fee, code: 'PREVIEWED', effectiveFrom: '2026-12-01' }).then(({ body }) =>
        decide('bela', (body as unknown as ProposalAnswer).model.id, 'approve'),
      );
      const amounts = async (day: string) => (await preview(`document=TIBE&day=${day}`)).body.model.fees.filter(({ code }) => code === 'PREVIEWED');
      expect(await amounts('2026-11-30')).toEqual([]);
      expect(await amounts('2026-12-01')).toMatchObject([{ amount: 1500 }]);
    });

    it('is for administrators, and for what exists', async () => {
      expect([(await preview('document=TIBE', {}, 'public')).status, (await preview('document=TIBE', {}, 'reader')).status]).toEqual([401, 403]);
      expect((await preview('document=NONE')).status).toBe(404);
      expect((await preview('document=TIBE&subDocument=MED-BSC')).status).toBe(404);
      expect((await preview('document=TIBE&proposal=none')).status).toBe(404);
      expect((await preview('document=TIBE&day=2026-02-30')).body).toMatchObject({ status: 400, errors: [{ field: 'day' }] });
    });
  });

  describe('the history of a record', () => {
    it('says who changed what, and leads back', async () => {
      const before = (await load('genders', 'X')) as CatalogueRecord & { version: number };
      expect(await history('genders', 'X')).toMatchObject([{ action: 'before', changedBy: 'country pack' }]);
      await as('ana', 'PUT', '/v1/catalogue/genders/X', { name: 'Another', names: { pt: 'Outro', tet: 'Seluk' }, version: before.version, reason: 'Clearer' });
      const [last, first] = await history('genders', 'X');
      expect(last).toMatchObject({ action: 'change', changedBy: 'Ana', reason: 'Clearer', version: before.version + 1 });
      expect(last?.differences).toContainEqual({ field: 'name', before: before.name, after: 'Another' });
      expect(last?.differences).toContainEqual({ field: 'names.tet', before: null, after: 'Seluk' });
      expect(first).toMatchObject({ action: 'before', version: before.version });
      const back = await as<Record_>('bela', 'POST', '/v1/catalogue/genders/X/actions/revert', { version: before.version + 1, to: before.version });
      expect(back).toMatchObject({ status: 200, body: { model: { name: before.name, names: before.names, version: before.version + 2 } } });
      expect((await history('genders', 'X')).map(({ action }) => action)).toEqual(['revert', 'change', 'before']);
      expect((await as('bela', 'POST', '/v1/catalogue/genders/X/actions/revert', { version: before.version + 2, to: 99 })).status).toBe(404);
      expect((await as('bela', 'POST', '/v1/catalogue/genders/X/actions/revert', { version: 1, to: 1 })).body).toMatchObject({
        errors: [{ code: 'STALE_VERSION' }],
      });
      expect((await as('bela', 'POST', '/v1/catalogue/genders/X/actions/revert', { version: 1 })).body).toMatchObject({
        status: 422,
        errors: [{ field: 'to' }],
      });
    });
  });

  describe('an import', () => {
    const send = <T>(file: string | Buffer, query = '', name = 'vehicle-fuels', user = 'ana') =>
      as<T>(user, 'POST', `/v1/catalogue/${name}/import${query}`, file);

    it('is tried first: it tells what is added, changed, retired and refused, and changes nothing', async () => {
      const codes = (await found('vehicle-fuels')).map(({ code }) => code);
      const [kept, changed] = codes as [string, string];
      const file = `code,name,name_id\n${kept},${(await load('vehicle-fuels', kept)).name},\n${changed},New name,Nama\nHYD,Hydrogen,\n`;
      const { status, body } = await send<ImportPlan>(file, '?dryRun=true&retireMissing=true');
      expect([status, body.created, body.changed, body.unchanged, body.retired, body.refused]).toEqual([200, 1, 1, 1, codes.length - 2, 0]);
      expect(body.rows.find(({ code }) => code === changed)).toMatchObject({ row: 3, outcome: 'CHANGED' });
      expect(body.rows.find(({ code }) => code === changed)?.differences).toContainEqual({ field: 'names.id', before: null, after: 'Nama' });
      expect((await found('vehicle-fuels')).map(({ code }) => code)).toEqual(codes);
      const faulty = await send<ImportPlan>('code,name\n,No code\nHYD,\nA/B,Slash\n', '?dryRun=true');
      expect(faulty.body).toMatchObject({ refused: 3, totalFaults: 3, created: 0, rows: [] });
      expect(faulty.body.faults).toContainEqual({ row: 3, code: 'HYD', column: 'name', value: '', fault: 'REQUIRED', message: 'name is missing' });
      const inPortuguese = await as<ImportPlan>('ana', 'POST', '/v1/catalogue/vehicle-fuels/import?dryRun=true', 'code,name\nHYD,\n', {
        'accept-language': 'pt',
      });
      expect(inPortuguese.body.faults).toMatchObject([{ row: 2, column: 'name', message: 'Falta name' }]);
      // The import makes exactly the changes of the dry run, so it is refused if another person has changed the records meanwhile.
      await as('bela', 'POST', '/v1/catalogue/vehicle-fuels', { code: 'HYD', name: 'Hydrogen' });
      expect((await send(file, `?retireMissing=true&plan=${body.plan}`)).body).toMatchObject({ status: 409, errors: [{ code: 'STALE_VERSION' }] });
      const again = await send<ImportPlan>(file, '?dryRun=true&retireMissing=true');
      const done = await send(file, `?retireMissing=true&plan=${again.body.plan}`);
      expect(done).toMatchObject({ status: 200, body: { created: 0, changed: 1, retired: codes.length - 2 } });
      expect((await load('vehicle-fuels', changed)).names).toMatchObject({ id: 'Nama', pt: expect.any(String) });
    });

    it('is made once for a repeated call, and refuses the key for another file', async () => {
      const file = 'code,name,documentCode,amount,currencyCode,stage\nONCE,Fee,TIBI,100,USD,permit\n';
      const waiting = async () => (await as<ListResult<Proposal>>('bela', 'GET', '/v1/catalogue-proposals?status=WAITING&catalogue=fees')).body.totalRecords;
      const before = await waiting();
      const call = (name: string, text: string, query = '') =>
        as<ProposalAnswer & ImportPlan>('ana', 'POST', `/v1/catalogue/${name}/import${query}`, text, { 'idempotency-key': `import-${name}` });
      const [first, second] = [await call('fees', file), await call('fees', file)];
      expect([first.status, second, await waiting()]).toEqual([202, first, before + 1]);
      for (const other of [await call('fees', `${file}TWICE,Fee,TIBI,100,USD,permit\n`), await call('fees', file, '?reason=Another')])
        expect(other.body).toMatchObject({ status: 409, errors: [{ code: 'IDEMPOTENCY_CONFLICT' }] });
      await decide('bela', first.body.model.id, 'reject', { version: 1, reason: 'Not now' });
      expect(await call('fees', file)).toEqual(first);
      // A catalogue without approval answers with the numbers of the first call.
      const [made, again] = [await call('vehicle-makes', 'code,name\nONCE,Once\n'), await call('vehicle-makes', 'code,name\nONCE,Once\n')];
      expect([made.status, made.body.created, again]).toEqual([200, 1, made]);
    });

    it('retires only what can be chosen today: an export names neither what has ended nor what is to come', async () => {
      const days = { SOON: { effectiveFrom: '2026-12-01' }, OVER: { effectiveTo: '2026-11-19' }, NOW: { effectiveTo: '2026-12-24' } };
      for (const [code, dates] of Object.entries(days)) await as('ana', 'POST', '/v1/catalogue/vehicle-colours', { code, name: code, ...dates });
      const [kept] = await found('vehicle-colours');
      const file = `code,name\n${kept?.code},${kept?.name}\n`;
      const chosen = (await found('vehicle-colours')).map(({ code }) => code);
      expect(chosen).toContain('NOW');
      const { body } = await send<ImportPlan>(file, '?dryRun=true&retireMissing=true', 'vehicle-colours');
      expect([body.retired, body.rows.map(({ code }) => code).sort()]).toEqual([chosen.length - 1, chosen.filter((code) => code !== kept?.code).sort()]);
      expect((await send<ImportPlan>(file, '?retireMissing=true', 'vehicle-colours')).body.retired).toBe(chosen.length - 1);
      expect(await load('vehicle-colours', 'SOON')).toMatchObject({ version: 1, standing: 'COMING' });
      expect(await load('vehicle-colours', 'OVER')).toMatchObject({ version: 1, standing: 'ENDED' });
      expect(await load('vehicle-colours', 'NOW')).toMatchObject({ version: 2, retired: true });
    });

    it('leaves no document with fees in two currencies', async () => {
      const file = (...currencies: string[]) =>
        ['code,name,documentCode,amount,currencyCode,stage', ...currencies.map((currency, i) => `TWO-${i},Fee,TIBI,100,${currency},permit`)].join('\n');
      const faults = async (text: string, query: string) =>
        (await send<ImportPlan>(text, `?dryRun=true${query}`, 'fees')).body.faults.map(({ row, column, fault }) => `${row} ${column} ${fault}`);
      expect(await faults(file('IDR'), '')).toEqual(['2 currencyCode CHOICE']);
      expect(await faults(file('IDR', 'USD'), '&retireMissing=true')).toEqual(['2 currencyCode CHOICE', '3 currencyCode CHOICE']);
      expect(await faults(file('IDR', 'IDR'), '&retireMissing=true')).toEqual([]);
    });

    it('changes the currency of a document only together with its planned fees', async () => {
      const file = (codes: string[], currency: string, from = '') =>
        ['code,name,documentCode,amount,currencyCode,stage,effectiveFrom', ...codes.map((code) => `${code},Fee,TIBD,100,${currency},permit,${from}`)].join(
          '\n',
        );
      const approved = async (text: string) => (await decide('bela', (await send<ProposalAnswer>(text, '', 'fees')).body.model.id, 'approve')).status;
      expect([await approved(file(['D-NOW'], 'USD')), await approved(file(['D-NEXT'], 'USD', '2026-12-01'))]).toEqual([200, 200]);
      const refused = [{ code: 'CHOICE', field: 'currencyCode', message: 'The fee D-NEXT of this document is in USD' }];
      const ofFile = [{ ...refused[0], field: 'rows.2.currencyCode', message: 'Line 2: The fee D-NEXT of this document is in USD' }];
      expect((await send(file(['D-NOW'], 'IDR'), '?retireMissing=true', 'fees')).body).toMatchObject({ status: 422, errors: ofFile });
      const ofDocument = { ...fee, documentCode: 'TIBD' };
      const put = (body: object) => as<ProposalAnswer>('ana', 'PUT', '/v1/catalogue/fees/D-NOW', { ...ofDocument, version: 1, ...body });
      expect((await put({ currencyCode: 'IDR' })).body).toMatchObject({ status: 422, errors: refused });
      // Until the day of the change, the fees of today are changed in their own currency.
      expect(await approved(file(['D-NOW', 'D-NEXT'], 'IDR', '2027-01-01'))).toBe(200);
      const more = (days: object) => as<ProposalAnswer>('ana', 'POST', '/v1/catalogue/fees', { ...ofDocument, code: 'D-MORE', ...days });
      const answers = [await put({ version: 2 }), await more({ effectiveTo: '2026-12-31' }), await more({})];
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 422]);
      for (const { body } of answers.slice(0, 2)) await decide('bela', body.model.id, 'reject', { version: 1, reason: 'No' });
    });

    it('leaves no document whose fees are more together than their sum can be', async () => {
      const put = async (code: string, more: object) => {
        const largest = { ...fee, code, documentCode: 'TIBX', amount: 1_000_000_000 };
        const { status, body } = await as<ProposalAnswer>('ana', 'POST', '/v1/catalogue/fees', { ...largest, ...more });
        if (status !== 202) return body.errors.map(({ field, code: fault }) => `${field} ${fault}`);
        return (await decide('bela', body.model.id, 'approve')).status;
      };
      const refused = ['amount INTEGER'];
      expect([await put('TIBX-1', {}), await put('TIBX-2', { subDocumentCode: 'MED-BSC' })]).toEqual([200, 200]);
      // The fees of another sub-document are not added to these.
      expect(await put('TIBX-3', { subDocumentCode: 'MED-SPC' })).toBe(200);
      expect([await put('TIBX-4', {}), await put('TIBX-4', { amount: 147_483_648, subDocumentCode: 'MED-SPC' })]).toEqual([refused, refused]);
      expect(await put('TIBX-4', { amount: 147_483_647, effectiveTo: '2026-12-31' })).toBe(200);
      // Neither are those of other days.
      expect(await put('TIBX-5', { amount: 1, effectiveFrom: '2026-12-31' })).toEqual(refused);
      expect(await put('TIBX-5', { amount: 1, effectiveFrom: '2027-01-01' })).toBe(200);
      const file = 'code,name,documentCode,amount,currencyCode,stage,effectiveFrom\nTIBX-6,Fee,TIBX,147483647,USD,permit,2026-12-20\n';
      const { faults } = (await send<ImportPlan>(file, '?dryRun=true', 'fees')).body;
      expect(faults.map(({ row, column, fault }) => `${row} ${column} ${fault}`)).toEqual(['2 amount INTEGER']);
    });

    it.each(['dryRun=True', 'dryRun=1', 'dryRun=', 'dryRun=true&dryRun=true', 'retireMissing=yes', 'dryRun=true&retireMissing=TRUE'])(
      'is refused with ?%s and changes nothing',
      async (query) => {
        const { body } = await send('code,name\nUNTRIED,Not tried\n', `?${query}`);
        expect(body).toMatchObject({ status: 400, errors: [{ code: 'BAD_VALUE', field: query.includes('retire') ? 'retireMissing' : 'dryRun' }] });
        expect(await found('vehicle-fuels', criterion('code', 'UNTRIED'))).toEqual([]);
      },
    );

    it('takes a spreadsheet, with its days', async () => {
      const rows = [
        ['code', 'name', 'effectiveFrom'],
        ['TITLE-X', 'Title', new Date('2026-12-01T00:00:00Z')],
      ];
      const data = rows.map((row) => row.map((value) => (value instanceof Date ? { value, type: Date, format: 'yyyy-mm-dd' } : { value }))) as SheetData;
      const file = await writeXlsxFile([{ data, sheet: 'Titles' }]).toBuffer();
      expect(await send(file, '', 'titles')).toMatchObject({ status: 200, body: { created: 1 } });
      expect(await load('titles', 'TITLE-X')).toMatchObject({ effectiveFrom: '2026-12-01', standing: 'COMING' });
    });

    it('refuses a cell that stands in no column, in both kinds of file', async () => {
      const rows = [
        ['code', 'name'],
        ['HY2', 'Hydrogen', '', ' liquid '],
        ['HY3', 'Gas', '', ''],
      ];
      const sheet = await writeXlsxFile([{ data: rows.map((row) => row.map((value) => ({ value }))), sheet: 'Fuels' }]).toBuffer();
      for (const file of [rows.map((row) => row.join(',')).join('\n'), sheet]) {
        const message = 'There is no column for “liquid”. In CSV, a text with a comma or semicolon needs quotation marks';
        const { body } = await send<ImportPlan>(file, '?dryRun=true');
        expect([body.created, body.faults]).toEqual([1, [{ row: 2, code: 'HY2', column: '', value: '', fault: 'COLUMNS', message }]]);
        expect((await send(file)).body).toMatchObject({ status: 422, errors: [{ code: 'COLUMNS', field: 'rows.2', message: `Line 2: ${message}` }] });
      }
    });

    it('makes nothing of a file with a fault, also not of its rows without one', async () => {
      const file = 'code,name\nRIGHT,Hydrogen\nWRONG,\n';
      expect((await send<ImportPlan>(file, '?dryRun=true')).body).toMatchObject({ created: 1, refused: 1 });
      expect((await send(file)).body).toMatchObject({ status: 422, errors: [{ code: 'REQUIRED', field: 'rows.3.name' }] });
      expect(await found('vehicle-fuels', criterion('code', 'RIGHT'))).toEqual([]);
    });

    it('names what is wrong with a file', async () => {
      expect((await send('code;name;colour\nX;Y;red\n')).body).toMatchObject({ status: 422, errors: [{ code: 'COLUMNS', field: 'file' }] });
      expect((await send('name\nX\n')).body).toMatchObject({ errors: [{ code: 'COLUMNS' }] });
      expect((await send(Buffer.from('PK\u0003\u0004 no spreadsheet'))).status).toBe(415);
      expect((await send('code,name\n')).status).toBe(400);
      expect((await as('ana', 'POST', '/v1/catalogue/titles', 'code,name\nX,Y\n')).status).toBe(415);
    });

    it('of fees is one proposal', async () => {
      const file = 'code,name,documentCode,amount,currencyCode,stage\nIMP-1,One,TIBE,1,USD,permit\nIMP-2,Two,TIBE,2,USD,permit\n';
      const { status, body } = await send<ProposalAnswer>(file, '?reason=Decree%2013', 'fees');
      expect(status).toBe(202);
      expect(body.model).toMatchObject({ action: 'import', size: 2, code: null, reason: 'Decree 13' });
      expect(await found('fees', criterion('code', 'IMP-1'))).toEqual([]);
      await decide('bela', body.model.id, 'approve');
      expect(await found('fees', criterion('code', 'IMP-2'))).toMatchObject([{ amount: 2 }]);
    });
  });

  it('writes each change, proposal and decision into the audit log', async () => {
    const rows = await service.app.get(Database).reader.find(AuditRow);
    const actions = rows.filter(({ kind }) => kind?.startsWith('catalogue')).map(({ action, userName }) => `${userName} ${action}`);
    for (const action of ['Ana propose', 'Bela approve', 'Bela create', 'Bela reject', 'Ana withdraw', 'Ana change', 'Bela revert', 'Ana import'])
      expect(actions).toContain(action);
  });
});
