import 'reflect-metadata';
import { type AuditRecord, type ListResult, type Problem } from '@portal/contract-kit';
import { Database, type RunningService } from '@portal/service-kit';
import { q, type StubServices, startStubServices, type TestBackend, testBackends, until } from '@portal/service-kit/testing';
import { createService } from '../index.ts';
import type { KeyState } from './key-states.ts';
import type { LastRun } from './operations.controller.ts';

describe.each(testBackends())('what operators see and decide, on %s', (_engine, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  const tokens: Record<string, string> = {};

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices();
    service = await createService({ ...backend.env, ...around.env });
    for (const [name, role] of [
      ['ana', 'remotes-admin'],
      ['bia', 'jobs-admin'],
      ['caio', 'audit-read'],
      ['dora', 'reference-admin'],
    ] as const)
      tokens[name] = await around.token({ sub: name, name, roles: [role] });
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
  });

  const call = async <T>(who: string, method: string, path: string, body?: object, more: Record<string, string> = {}) => {
    const headers = { ...(tokens[who] ? { authorization: tokens[who] as string } : {}), ...(body ? { 'content-type': 'application/json' } : {}), ...more };
    const answer = await fetch(`${service.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    const text = await answer.text();
    return { status: answer.status, body: (text ? JSON.parse(text) : undefined) as T };
  };

  describe('a decision about an area', () => {
    const decision = { area: 'mf-trips', action: 'stop', version: '1.0.0-h1', why: 'wrong fees\nsee ticket 12' };
    const record = (who: string, body: object = decision, key = 'one') =>
      call<Problem>(who, 'POST', '/internal/area-decisions', body, { 'idempotency-key': key });

    it('is recorded in the name of who made it, once, whatever is repeated', async () => {
      for (let tries = 0; tries < 3; tries++) expect((await record('ana')).status).toBe(204);
      const search = () =>
        call<ListResult<AuditRecord>>('caio', 'GET', `/v1/audit/search${q({ criteria: [{ fieldName: 'action', operation: 'EQ', values: ['area-stop'] }] })}`);
      await until(async () => (await search()).body.totalRecords > 0);
      const { records, totalRecords } = (await search()).body;
      expect(totalRecords).toBe(1);
      expect(records[0]).toMatchObject({ action: 'area-stop', kind: 'area', reference: 'mf-trips', userName: 'ana' });
      expect(JSON.stringify(records[0])).toContain('wrong fees\\nsee ticket 12');
    });

    it('is not taken at an address that the gateway forwards', async () => {
      expect((await call('ana', 'POST', '/v1/area-decisions', decision)).status).toBe(404);
    });

    it('is taken from operators alone, with a reason and a known action', async () => {
      for (const who of ['', 'bia', 'caio', 'dora']) expect((await record(who, decision, who)).status).toBe(who ? 403 : 401);
      const { status, body } = await record('ana', { area: 'mf-trips', action: 'publish', version: '1' }, 'two');
      expect(status).toBe(422);
      expect(body.errors.map(({ field }) => field).sort()).toEqual(['action', 'why']);
    });
  });

  it('the ids and uses of the keys are told to operators of jobs alone, and no key', async () => {
    for (const path of ['keys', 'runs'])
      for (const who of ['', 'ana', 'caio', 'dora']) expect((await call(who, 'GET', `/v1/operations/${path}`)).status).toBe(who ? 403 : 401);
    const { records } = (await call<ListResult<KeyState>>('bia', 'GET', '/v1/operations/keys')).body;
    expect(records.map(({ purpose, use, ends }) => [purpose, use, ends])).toEqual(
      ['signing', 'encryption', 'index', 'audit'].map((purpose) => [purpose, 'current', null]),
    );
    for (const { id } of records) expect(id).toMatch(/^[\w-]{1,20}$/);
  });

  it('the last backup and the last drill are told with their age', async () => {
    const runs = async () => (await call<ListResult<LastRun>>('bia', 'GET', '/v1/operations/runs')).body.records;
    expect(await runs()).toEqual(['backup', 'drill'].map((kind) => ({ kind, endedAt: null, takenAt: null, seconds: null, note: null })));
    const insert = (id: string, kind: string, at: string) =>
      service.app
        .get(Database)
        .write((tx) =>
          tx.query('insert into operation_run (id, kind, endedAt, takenAt, seconds, note) values (?, ?, ?, ?, ?, ?)', [id, kind, at, at, 7, '10 rows']),
        );
    await insert('1', 'backup', '2026-11-24 01:00:00.000');
    await insert('2', 'backup', '2026-11-25 01:00:00.000');
    await insert('3', 'drill', '2026-11-01 01:00:00.000');
    expect(await runs()).toMatchObject([
      { kind: 'backup', endedAt: '2026-11-25T01:00:00', seconds: 7, note: '10 rows' },
      { kind: 'drill', endedAt: '2026-11-01T01:00:00' },
    ]);
  });
});
