import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { CallTokens } from '../auth/call-tokens.ts';
import { loadSettings, ServiceSettings } from '../settings/settings.ts';
import { CatalogueClient } from './catalogue-client.ts';
import { catalogueChanged } from './catalogue-events.ts';

describe('catalogues held by another service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-catalogues-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let server: Server;
  let client: CatalogueClient;
  let codes = ['A'];
  let asked = 0;
  let away = false;

  beforeEach(async () => {
    asked = 0;
    codes = ['A'];
    server = createServer((request, response) => {
      asked += 1;
      if (away) return void response.writeHead(503).end();
      const etag = `"${codes.join()}"`;
      const same = request.headers['if-none-match'] === etag;
      response.writeHead(same ? 304 : 200, { etag }).end(same ? undefined : JSON.stringify({ records: codes.map((code) => ({ code, name: code })) }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const settings = loadSettings(ServiceSettings, { DATA_DIR: folder, REFERENCE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    client = new CatalogueClient(settings, await CallTokens.open(settings, 'svc-trips'));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    client.onApplicationShutdown();
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const known = async (): Promise<string[]> => (await client.records('genders')).map(({ code }) => code);

  it('are fetched once for all callers at the same time, and then cached', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    await Promise.all([known(), known(), known()]);
    expect(await known()).toEqual(['A']);
    expect(asked).toBe(1);
  });

  it('are fetched again by the next call after a change in this process', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(1_000_000);
    await known();
    codes = ['A', 'B'];
    catalogueChanged('genders');
    expect(await known()).toEqual(['A', 'B']);
    catalogueChanged('countries');
    await known();
    expect(asked).toBe(2);
  });

  it('are asked for again after half a second, also where the announcement of a change was lost', async () => {
    const now = jest.spyOn(Date, 'now');
    const at = (ms: number) => now.mockReturnValue(1_000_000 + ms);
    try {
      at(0);
      await known();
      codes = ['A', 'B'];
      at(499);
      expect(await known()).toEqual(['A']);
      at(500);
      expect(await known()).toEqual(['A', 'B']);
    } finally {
      now.mockRestore();
    }
  });

  it('are asked for again soon after svc-reference did not answer, and ever less often while it does not', async () => {
    const now = jest.spyOn(Date, 'now');
    const at = (ms: number) => now.mockReturnValue(1_000_000 + ms);
    try {
      at(0);
      await known();
      away = true;
      codes = ['A', 'B'];
      const times: number[] = [];
      for (let ms = 500; ms < 60_000; ms += 100) {
        at(ms);
        const before = asked;
        expect(await known()).toEqual(['A']);
        if (asked > before) times.push(ms);
      }
      expect(times).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 31_000, 46_000]);
      away = false;
      at(61_000);
      expect(await known()).toEqual(['A', 'B']);
      // After a recovery the pause starts at half a second again, so a single failure delays the next request only that long.
      away = true;
      codes = ['A', 'B', 'C'];
      at(61_500);
      await known();
      away = false;
      at(62_000);
      expect(await known()).toEqual(['A', 'B', 'C']);
    } finally {
      now.mockRestore();
    }
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
