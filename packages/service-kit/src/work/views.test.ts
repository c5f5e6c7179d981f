import 'reflect-metadata';
import { AuditRow } from '../database/kit.entities.ts';
import { CaseDesk, type CaseUser, eq, TestClock, testBackends } from '../testing/index.ts';
import type { SavedView } from './views.ts';
import { SavedViewRow } from './work.entities.ts';

type Told = { status: number; model?: SavedView; records?: SavedView[]; errors: string[] };

describe.each(testBackends())('saved views on %s', (_engine, makeBackend) => {
  let desk: CaseDesk;
  beforeAll(async () => {
    desk = await CaseDesk.open(await makeBackend(), new TestClock(CaseDesk.begins));
  });
  afterAll(() => desk?.close());
  afterEach(() => desk.cases.kit.db.write((tx) => tx.createQueryBuilder().delete().from(SavedViewRow).execute()));

  const call = async (by: CaseUser, method: string, path = '', body?: object, headers = {}): Promise<Told> => {
    const reply = await desk.call<{ model?: SavedView; records?: SavedView[]; errors?: { field: string; code: string }[] }>(
      by,
      method,
      `/v1/views${path}`,
      body,
      headers,
    );
    const errors = (reply.body.errors ?? []).map(({ field, code }) => `${field} ${code}`.trim());
    return { status: reply.status, model: reply.body.model, records: reply.body.records, errors };
  };
  const view = { name: 'Overdue', list: 'case', q: { criteria: [eq('assignee', 'NONE')] }, columns: ['holderName', 'dueAt'], density: 'compact' };
  const save = async (by: CaseUser, change: object = {}) => call(by, 'POST', '', { ...view, ...change });
  const namesOf = async (by: CaseUser, path = ''): Promise<string[]> => ((await call(by, 'GET', path)).records ?? []).map(({ name }) => name);

  it('are saved, read, changed and deleted by their owner', async () => {
    const { status, model } = await save('officer');
    expect([status, model]).toEqual([
      201,
      { id: expect.any(String), ...view, sharedWithRole: null, owner: { name: 'Official officer' }, mine: true, updatedAt: '2026-05-04T00:00:00' },
    ]);
    expect((await call('officer', 'GET')).records).toEqual([model]);
    expect([await namesOf('officer', '?list=case'), await namesOf('officer', '?list=other')]).toEqual([['Overdue'], []]);
    const changed = await call('officer', 'PUT', `/${model?.id}`, { ...view, name: 'Late', columns: undefined, density: null });
    expect([changed.status, changed.model?.name, changed.model?.columns, changed.model?.density]).toEqual([200, 'Late', [], null]);
    expect((await call('officer', 'DELETE', `/${model?.id}`)).status).toBe(204);
    expect([await namesOf('officer'), (await call('officer', 'DELETE', `/${model?.id}`)).status]).toEqual([[], 404]);
    const recorded = await desk.cases.kit.db.reader.findBy(AuditRow, { documentId: String(model?.id) });
    expect(recorded.map(({ action }) => action).sort()).toEqual(['view-changed', 'view-deleted', 'view-saved']);
  });

  it('are shared with those who have the role, and changed by their owner alone', async () => {
    const { model } = await save('supervisor', { sharedWithRole: 'case-approval' });
    const own = await save('supervisor', { name: 'Mine' });
    expect(await namesOf('supervisor')).toEqual(['Overdue', 'Mine']);
    expect((await call('officer', 'GET')).records?.map(({ name, mine, owner }) => [name, mine, owner.name])).toEqual([
      ['Overdue', false, 'Official supervisor'],
    ]);
    expect(await namesOf('reader')).toEqual([]);
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? view : undefined;
      const statuses = async (id: string | undefined, ...callers: CaseUser[]) =>
        Promise.all(callers.map(async (caller) => (await call(caller, method, `/${id}`, body)).status));
      expect(await statuses(model?.id, 'public', 'applicant', 'officer', 'reader')).toEqual([401, 403, 403, 404]);
      expect(await statuses(own.model?.id, 'officer', 'reader')).toEqual([404, 404]);
    }
    expect((await save('reader', { sharedWithRole: 'case-approval' })).errors).toEqual(['sharedWithRole CHOICE']);
    expect((await call('supervisor', 'PUT', `/${model?.id}`, { ...view, sharedWithRole: null })).model?.sharedWithRole).toBeNull();
    expect(await namesOf('officer')).toEqual([]);
  });

  it.each([
    ['public', 401],
    ['applicant', 403],
    ['officer of other documents', 200],
  ] as [CaseUser, number][])('answer the %s %d', async (caller, status) => expect((await call(caller, 'GET')).status).toBe(status));

  it.each([
    [{ name: ' ', list: undefined }, 'name REQUIRED, list REQUIRED'],
    [{ name: 'x'.repeat(81) }, 'name MAX_LENGTH'],
    [{ name: 'Mine\u202e' }, 'name TEXT'],
    [{ list: 'x'.repeat(201) }, 'list MAX_LENGTH'],
    [{ q: 'all' }, 'q OBJECT'],
    [{ q: { criteria: [], more: 'x'.repeat(10_000) } }, 'q MAX_LENGTH'],
    [{ q: { criteria: [eq('secret', 'x')] } }, 'secret UNKNOWN_FIELD'],
    [{ list: '/v1/case', q: { criteria: [eq('dueAt', 'soon', 'DATE')] } }, 'dueAt BAD_VALUE'],
    [{ columns: 'all' }, 'columns TEXT'],
    [{ columns: [1] }, 'columns TEXT'],
    [{ columns: Array(51).fill('a') }, 'columns MAX_ITEMS'],
    [{ density: 7 }, 'density TEXT'],
    [{ sharedWithRole: 'admin' }, 'sharedWithRole CHOICE'],
    [{ sharedWithRole: ['case-read'] }, 'sharedWithRole CHOICE'],
  ])('are refused where they are not right: %.60j is %s', async (change, expected) => {
    expect((await save('officer', change)).errors.join(', ')).toBe(expected);
    expect(await namesOf('officer')).toEqual([]);
  });

  it('are a hundred of one person at most, and saved once', async () => {
    const key = { 'idempotency-key': 'view-1' };
    const twice = [await call('officer', 'POST', '', view, key), await call('officer', 'POST', '', view, key)];
    expect(twice[0]).toEqual(twice[1]);
    for (let i = 1; i < 100; i++) expect((await save('officer')).status).toBe(201);
    expect((await save('officer')).errors).toEqual(['name MAX_ITEMS']);
    expect([(await namesOf('officer')).length, (await save('supervisor')).status]).toEqual([100, 201]);
  });

  it('answer a repeated call as the first one, though the view was changed or deleted since', async () => {
    const again = () => call('officer', 'POST', '', view, { 'idempotency-key': 'view-again' });
    const first = await again();
    expect(first.status).toBe(201);
    await call('officer', 'PUT', `/${first.model?.id}`, { ...view, name: 'Changed' });
    expect(await again()).toEqual(first);
    await call('officer', 'DELETE', `/${first.model?.id}`);
    expect(await again()).toEqual(first);
    expect(await namesOf('officer')).toEqual([]);
  });

  it('belong to an account, which a service tells its official', async () => {
    const account = async (by: CaseUser) => {
      const { status, body } = await desk.call<{ name?: string; userName?: string }>(by, 'GET', '/v1/account');
      return [status, body.name, body.userName];
    };
    expect(await account('second officer')).toEqual([200, 'Official second-officer', 'second-officer']);
    expect([(await account('public'))[0], (await account('applicant'))[0]]).toEqual([401, 403]);
  });

  it('belong to one of the accounts that supervisors can assign cases to', async () => {
    const names = async (by: CaseUser) => {
      const { status, body } = await desk.call<{ records?: { name: string; userName: string }[] }>(by, 'GET', '/v1/account/colleagues');
      return [status, body.records?.some(({ name, userName }) => name === 'Official officer' && userName === 'officer')];
    };
    await desk.call('officer', 'GET', '/v1/account');
    expect(await names('supervisor')).toEqual([200, true]);
    for (const [by, status] of [
      ['public', 401],
      ['applicant', 403],
      ['officer', 403],
    ] as [CaseUser, number][])
      expect(await names(by)).toEqual([status, undefined]);
  });

  it('are encrypted, because a query may name a person', async () => {
    await save('officer', { q: { criteria: [eq('passport', 'P1234567')] } });
    expect(JSON.stringify(await desk.cases.kit.db.reader.find(SavedViewRow))).not.toMatch(/P1234567|Overdue/);
  });

  it('keep each official’s chosen order and first tab, whatever the device', async () => {
    const tabs = async (by: CaseUser, method: string, body?: object) => {
      const reply = await desk.call<{ model?: object; errors?: { field: string }[] }>(by, method, `/v1/views/tabs${body ? '' : '?list=case'}`, body);
      return [reply.status, reply.body.model ?? reply.body.errors?.map(({ field }) => field)];
    };
    const chosen = { first: 'queue:MINE', order: ['b', 'a'] };
    expect(await tabs('officer', 'GET')).toEqual([200, { order: [] }]);
    expect(await tabs('officer', 'PUT', { list: 'case', ...chosen })).toEqual([200, chosen]);
    expect([await tabs('officer', 'GET'), await tabs('supervisor', 'GET')]).toEqual([
      [200, chosen],
      [200, { order: [] }],
    ]);
    expect(await tabs('officer', 'PUT', { list: 'case', order: [] })).toEqual([200, { order: [] }]);
    expect(await tabs('officer', 'GET')).toEqual([200, { order: [] }]);
    expect(await tabs('officer', 'PUT', { list: 'case', first: 7, order: [null] })).toEqual([422, ['first', 'order']]);
    expect(await tabs('officer', 'PUT', { order: [] })).toEqual([422, ['list']]);
    expect([(await tabs('applicant', 'GET'))[0], (await tabs('public', 'PUT', { list: 'case', order: [] }))[0]]).toEqual([403, 401]);
  });
});
