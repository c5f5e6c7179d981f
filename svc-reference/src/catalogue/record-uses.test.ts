import type { UsesOfService } from '../../contract/index.ts';
import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListResult, Problem } from '@portal/contract-kit';
import { CallTokens, loadSettings, type RunningService, ServiceSettings } from '@portal/service-kit';
import { type StubServices, startStubServices, type TestBackend, testBackends, workingTime } from '@portal/service-kit/testing';
import { createService } from '../index.ts';

const title = { en: 'Trip', pt: 'Viagem' };

describe.each(testBackends())('where a record is used, on %s', (_name, makeBackend) => {
  let backend: TestBackend;
  let around: StubServices;
  let service: RunningService;
  const servers: Server[] = [];
  const asked: { of: string; url?: string; token?: unknown }[] = [];

  /** Starts a service that always gives this response; without a status it never responds. */
  async function startOther(of: string, status?: number, body?: object): Promise<string> {
    const server = createServer((request, response) => {
      asked.push({ of, url: request.url, token: request.headers['x-internal-token'] });
      if (status) response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    servers.push(server);
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  beforeAll(async () => {
    backend = await makeBackend();
    around = await startStubServices();
    const trips = await startOther('trips', 200, { records: [{ kind: 'trip', title, documents: 1_000_000, complete: true }], totalRecords: 1 });
    const urls = [
      `trips=${trips}`,
      `licences=${await startOther('licences', 500)}`,
      `declarations=${await startOther('declarations')}`,
      'permits=http://127.0.0.1:9',
    ];
    service = await createService({ ...backend.env, ...around.env, SERVICE_URLS: urls.join(',') });
  });
  afterAll(async () => {
    await service?.close();
    await around?.close();
    await backend?.remove();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  const ask = async (path: string, roles: string[] | null = ['reference-admin']) => {
    const authorization = roles && (await around.token({ sub: 'ana', name: 'Ana', roles }));
    const response = await fetch(`${service.url}/v1/catalogue/${path}/uses`, { headers: authorization ? { authorization } : {} });
    return { status: response.status, body: (await response.json()) as ListResult<UsesOfService> & Problem };
  };

  it('names what each service counts, and a service that fails, hangs or is away; the others are told', async () => {
    const passed = workingTime();
    const { status, body } = await ask('countries/TL');
    expect(status).toBe(200);
    expect(passed()).toBeLessThan(6_000);
    expect(body.records.map(({ service: name, answers }) => [name, answers])).toEqual([
      ['reference', true],
      ['trips', true],
      ['licences', false],
      ['declarations', false],
      ['permits', false],
    ]);
    expect(body.records[1]?.uses).toEqual([{ of: 'documents', name: 'trip', title, number: 1_000_000, complete: true }]);
    expect(body.records[0]?.uses).toEqual([{ of: 'records', name: 'airports', title: { en: 'Airports', pt: 'Aeroportos' }, number: 4, complete: true }]);
    const trips = await CallTokens.open(loadSettings(ServiceSettings, backend.env), 'svc-trips');
    const [call] = asked.filter(({ of, url }) => of === 'trips' && url === '/internal/catalogue-uses/countries/TL');
    expect(await trips.callerOf(call?.token)).toBe('svc-reference');
  });

  it('counts other records and receipts of its own', async () => {
    const own = async (path: string) => ((await ask(path)).body.records[0]?.uses ?? []).map(({ name, number }) => [name, number]);
    expect(Object.fromEntries(await own('documents/TIBE'))).toMatchObject({
      fees: expect.any(Number),
      questions: expect.any(Number),
      requirements: expect.any(Number),
    });
    expect(await own('payment-methods/CASH')).toEqual([['receipt', 0]]);
    expect(await own('genders/F')).toEqual([]);
  });

  it('is for administrators of catalogues alone, and for records that exist', async () => {
    expect((await ask('countries/TL', null)).status).toBe(401);
    expect((await ask('countries/TL', ['border-officer', 'reference-read'])).status).toBe(403);
    expect((await ask('countries/NOPE')).status).toBe(404);
    expect((await ask('nothing/TL')).status).toBe(404);
    // The records of this catalogue are personal data, so it is closed.
    expect((await ask('membership-registrations/1')).status).toBe(404);
  });
});
