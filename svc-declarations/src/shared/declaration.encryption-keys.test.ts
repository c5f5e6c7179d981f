import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListResult } from '@portal/contract-kit';
import {
  AuditSequencer,
  BlindIndex,
  Database,
  type DataKeysFile,
  DocumentVersionRow,
  databaseOptions,
  Encryption,
  type Environment,
  newKey,
  ReEncryption,
  type RunningService,
  readDataKeys,
  verifyAudit,
} from '@portal/service-kit';
import { eq, type StubServices, startStubServices, type TestBackend, testBackends } from '@portal/service-kit/testing';
import { ArrivalRow } from '../arrival/arrival.row.ts';
import { createService, describeService } from '../index.ts';
import { anArrival, catalogues } from '../testing/bodies.ts';
import { arrival, type Model, q } from '../testing/desk.ts';

describe.each(testBackends())('a change of keys on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let folder: string;
  let environment: Environment;
  let officer: string;
  let service: RunningService;
  const first: DataKeysFile = { keys: [newKey('k1')], indexKeys: [newKey('i1')] };
  const second: DataKeysFile = { keys: [newKey('k2'), ...first.keys], indexKeys: [newKey('i2'), ...first.indexKeys] };

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices(catalogues);
    officer = await around.token({
      sub: 'officer',
      roles: ['traveller-declaration-search', 'traveller-declaration-read', 'traveller-declaration-arrival'],
      agencies: ['CUSTOMS'],
    });
    folder = mkdtempSync(join(tmpdir(), 'portal-keys-'));
    environment = { ...backend.env, ...around.env, DATA_KEYS: join(folder, 'keys.json') };
  });
  afterAll(async () => {
    await service?.close();
    await around.close();
    await backend.remove();
    rmSync(folder, { recursive: true });
  });

  const startWith = async (keys: DataKeysFile): Promise<void> => {
    await service?.close();
    writeFileSync(environment.DATA_KEYS as string, JSON.stringify(keys));
    service = await createService(environment);
  };
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json', 'idempotency-key': `keys-${Math.random()}` } : {}), authorization: officer },
      body: body && JSON.stringify(body),
    });
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  let passports = 0;
  const arrive = async (): Promise<Model> =>
    (await call<{ model: Model }>('POST', `${arrival}/`, anArrival({ travellerCode: `KEYS${String(++passports).padStart(6, '0')}` }))).model;
  const load = async (id: string): Promise<Model> => (await call<{ model: Model }>('GET', `${arrival}/${id}/document`)).model;
  const found = async (travellerCode: string, operation: 'EQ' | 'CONTAINS' = 'EQ'): Promise<string[]> =>
    (await call<ListResult<Model>>('GET', `${arrival}/search${q([eq('travellerCode', travellerCode, 'TEXT', operation)])}`)).records.map((r) => r.id);
  /** Rotates keys like `npm run keys:rotate`: with its own database connections, while the service runs. */
  async function rotate<T>(work: (reEncryption: ReEncryption) => Promise<T>): Promise<T> {
    const options = describeService(environment);
    const keys = readDataKeys(JSON.parse(readFileSync(environment.DATA_KEYS as string, 'utf8')));
    const database = await Database.open(options.settings, databaseOptions(options));
    try {
      return await work(new ReEncryption(database, new Encryption(keys), new BlindIndex(keys), options));
    } finally {
      await database.close();
    }
  }
  const keyUsage = () => rotate((reEncryption) => reEncryption.keyUsage(['k2', 'k1']));

  it('loses no data, not even writes during the rotation, and the old keys can then be removed', async () => {
    await startWith(first);
    const before = await Promise.all(Array.from({ length: 30 }, arrive));
    // These declarations are stored unencrypted, as an earlier release left them.
    const old = before.slice(0, 5);
    const [oldest] = old as [Model];
    const passportOf = (n: number) => before[n]?.travellerCode as string;
    const db = service.app.get(Database);
    for (const { id, version: _v, documentStatus: _s, ...body } of old)
      await db.write(async (tx) => {
        await tx.update(ArrivalRow, { id }, { body, travellerCode: body.travellerCode, travellerCodeParts: null } as never);
        await tx.update(DocumentVersionRow, { documentId: id }, { body } as never);
        await tx.query(`update document_action set userMobile = '67077000000' where documentId = '${id}'`);
      });

    await startWith(second);
    expect(await found(passportOf(7))).toEqual([before[7]?.id]);
    expect(await found(passportOf(8).slice(3), 'CONTAINS')).toEqual([before[8]?.id]);
    expect((await keyUsage()).find((c) => c.table === 'arrival_declaration')).toMatchObject({ rows: 30, keys: { k1: 25, k2: 0, clear: 5 }, left: 30 });

    const acted = before.slice(10, 20);
    const [changed, , during] = await Promise.all([
      rotate((reEncryption) => reEncryption.run()),
      Promise.all(acted.map(async ({ id, version }) => call('POST', `${arrival}/${id}/actions/arrival`, { version }))),
      Promise.all(Array.from({ length: 10 }, arrive)),
    ]);
    expect(changed).toBeGreaterThan(30);
    await rotate((reEncryption) => reEncryption.run());
    for (const { left, keys } of await keyUsage()) expect([left, keys.k1, keys.clear]).toEqual([0, 0, 0]);
    expect(await rotate((reEncryption) => reEncryption.run())).toBe(0);
    const [{ n }] = (await service.app.get(Database).reader.query('select count(*) as n from document_action where userMobile is not null')) as [
      { n: unknown },
    ];
    expect(Number(n)).toBe(0);

    await startWith({ keys: second.keys.slice(0, 1), indexKeys: second.indexKeys.slice(0, 1) });
    for (const model of [...before, ...during]) {
      const now = await load(model.id);
      const moved = acted.some(({ id }) => id === model.id);
      expect(now).toMatchObject({ travellerCode: model.travellerCode, emailAddress: model.emailAddress, address: model.address, version: moved ? 2 : 1 });
      expect(await found(model.travellerCode as string)).toEqual([model.id]);
      expect((await call<{ model: Model }>('GET', `${arrival}/${model.id}/1/version`)).model.travellerCode).toBe(model.travellerCode);
    }
    expect(await found(passportOf(0).slice(2), 'CONTAINS')).toContain(oldest.id);
    await service.app.get(AuditSequencer).appendPending(0);
    expect((await verifyAudit(service.app.get(Database))).broken).toBeUndefined();
  });
});
