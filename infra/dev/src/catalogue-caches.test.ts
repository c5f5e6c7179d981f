import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Environment } from '@portal/service-kit';
import { type StubServices, startStubServices, type TestBackend, testBackends } from '@portal/service-kit/testing';

interface Running {
  url: string;
  close(): Promise<void>;
}

/** The time that the contract allows between the write of a record and its use by every instance. */
const longestMs = 2_000;
const services = ['declarations', 'licences', 'trips'] as const;
/** For each service, a call whose answer changes: the decree adds a fee, a question or a requirement. */
const asked = {
  declarations: '/v1/traveller/declaration/ARR/searchDeclaration',
  licences: '/v1/professional/MEDIB/MED-BSC/searchRequirement',
  trips: '/v1/triptic/trip/TIBE/TIBE-PRI/searchFee',
} as const;
const decree = (code: string) => ({
  questions: { code: `${code}-Q`, name: 'Asked by decree', documentCode: 'ARR', rank: 99 },
  requirements: { code: `${code}-R`, name: 'Demanded by decree', documentCode: 'MEDIB', rank: 99 },
  fees: { code: `${code}-F`, name: 'Charged by decree', documentCode: 'TIBE', amount: 1, currencyCode: 'USD', stage: 'permit' },
});
const expected = { declarations: 'Q', licences: 'R', trips: 'F' } as const;

/** Starts services with their own copies of the modules, as in another process, so that announcements of this process do not reach them. */
async function inAnotherProcess(start: () => Promise<Running[]>): Promise<Running[]> {
  let running: Running[] = [];
  await jest.isolateModulesAsync(async () => {
    running = await start();
  });
  return running;
}

const startServices = async (env: Environment, ...names: string[]): Promise<Running[]> =>
  Promise.all(names.map(async (name) => ((await import(`svc-${name}`)) as { createService(env: Environment): Promise<Running> }).createService(env)));

describe.each(testBackends())('a change of the catalogues on %s', (engine, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  const all: Running[] = [];
  let reference: Running;
  /** All instances of the services of the areas. */
  const instances: { name: (typeof services)[number]; at: string; url: string }[] = [];
  const tokens: string[] = [];

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices();
    const env = { ...backend.env, ...around.env };
    [reference] = (await startServices(env, 'reference')) as [Running];
    all.push(reference);
    const near = await startServices({ ...env, REFERENCE_URL: reference.url }, ...services);
    all.push(...near);
    for (const [i, name] of services.entries()) instances.push({ name, at: 'in the process of svc-reference', url: (near[i] as Running).url });
    // On a database server the other instances use another instance of svc-reference. The embedded engine allows only one, so each process has its own data.
    const isEmbedded = engine === 'embedded';
    const own = isEmbedded ? await makeBackend() : backend;
    // A service has the same key wherever its instances run.
    if (isEmbedded) symlinkSync(join(String(env.DATA_DIR), 'service-keys'), join(String(own.env.DATA_DIR), 'service-keys'));
    const far = await inAnotherProcess(async () => {
      const others = isEmbedded ? [] : await startServices(env, 'reference');
      const at = others[0]?.url ?? reference.url;
      return [...(await startServices({ ...own.env, ...around.env, REFERENCE_URL: at }, ...services)), ...others];
    });
    all.push(...(isEmbedded ? [{ url: '', close: () => own.remove() }] : []), ...far);
    for (const [i, name] of services.entries()) instances.push({ name, at: 'in another process', url: (far[i] as Running).url });
    for (const name of ['Ana', 'Bela']) tokens.push(await around.token({ sub: name, name, roles: ['reference-admin'] }));
  });
  afterAll(async () => {
    for (const each of all.reverse()) await each.close();
    await around?.close();
    await backend?.remove();
  });

  const post = async (token: number, path: string, body: object) => {
    const headers = { authorization: tokens[token] as string, 'content-type': 'application/json' };
    const response = await fetch(`${reference.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as { model: { id: string; version: number } } };
  };
  const uses = async ({ name, url }: (typeof instances)[number], code: string): Promise<boolean> =>
    JSON.stringify(await (await fetch(`${url}${asked[name]}`)).json()).includes(`${code}-${expected[name]}`);

  it('is used by every instance of every service within two seconds, whether it hears of it or not', async () => {
    // Every instance has filled its cache, so the test measures a change and not the first read.
    expect(await Promise.all(instances.map((instance) => uses(instance, 'D1')))).toEqual(instances.map(() => false));
    const slowest = new Map<string, { followed: number; call: number }>();
    for (const code of ['D1', 'D2', 'D3']) {
      const proposals = await Promise.all(Object.entries(decree(code)).map(([catalogue, record]) => post(0, `/v1/catalogue/${catalogue}`, record)));
      expect(proposals.map(({ status }) => status)).toEqual([202, 202, 202]);
      const approved = await Promise.all(proposals.map(({ body }) => post(1, `/v1/catalogue-proposals/${body.model.id}/actions/approve`, { version: 1 })));
      expect(approved.map(({ status }) => status)).toEqual([200, 200, 200]);
      const written = Date.now();
      await Promise.all(
        instances.map(async (instance) => {
          let call = 0;
          for (;;) {
            const began = Date.now();
            const isUsed = await uses(instance, code);
            call = Math.max(call, Date.now() - began);
            if (isUsed) break;
            if (Date.now() - written > 100_000) throw new Error(`svc-${instance.name} ${instance.at} does not use the record`);
            await new Promise((done) => setTimeout(done, 25));
          }
          const { followed = 0, call: before = 0 } = slowest.get(instance.at) ?? {};
          slowest.set(instance.at, { followed: Math.max(followed, Date.now() - written), call: Math.max(before, call) });
        }),
      );
    }
    // A busy machine answers late. The caches of svc-reference and of the service, and the call that shows the change, each wait at most as long as the slowest
    // call.
    for (const [at, { followed, call }] of slowest)
      expect([at, followed <= longestMs + 3 * call ? 'in time' : `${followed} ms, where a call takes ${call} ms`]).toEqual([at, 'in time']);
  });
});
