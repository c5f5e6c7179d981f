import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { CatalogueClient } from './catalogue-client.ts';
import { catalogueChanged } from './catalogue-events.ts';

describe('catalogues held by another service', () => {
  let server: Server;
  let client: CatalogueClient;
  let codes = ['A'];
  let asked = 0;

  beforeEach(async () => {
    asked = 0;
    codes = ['A'];
    server = createServer((request, response) => {
      asked += 1;
      const etag = `"${codes.join()}"`;
      const same = request.headers['if-none-match'] === etag;
      response.writeHead(same ? 304 : 200, { etag }).end(same ? undefined : JSON.stringify({ records: codes.map((code) => ({ code, name: code })) }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    client = new CatalogueClient(loadSettings(ServiceSettings, { REFERENCE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  });
  afterEach(async () => {
    client.onApplicationShutdown();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const known = async (): Promise<string[]> => (await client.records('genders')).map(({ code }) => code);

  it('are fetched once for all callers at the same time, and then cached', async () => {
    await Promise.all([known(), known(), known()]);
    expect(await known()).toEqual(['A']);
    expect(asked).toBe(1);
  });

  it('are fetched again by the next call after a change in this process', async () => {
    await known();
    codes = ['A', 'B'];
    catalogueChanged('genders');
    expect(await known()).toEqual(['A', 'B']);
    catalogueChanged('countries');
    await known();
    expect(asked).toBe(2);
  });

  it('are served from the cache while svc-reference does not answer', async () => {
    await known();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    catalogueChanged('genders');
    expect(await known()).toEqual(['A']);
    await expect(client.records('countries')).rejects.toMatchObject({ status: 503 });
  });
});
