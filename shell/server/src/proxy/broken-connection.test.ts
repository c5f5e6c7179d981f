import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGateway } from '../index.ts';

describe('a call whose connection to the service breaks before the answer', () => {
  /** `sent`: the calls that reached the service. `breaks`: how many of the next calls the service breaks off. */
  let sent: string[] = [];
  let breaks = 0;
  const service = createServer(async (request, response) => {
    sent.push(`${request.method} ${request.headers['idempotency-key'] ?? 'without key'} ${await text(request)}`);
    if (breaks-- > 0) request.socket.destroy();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const folder = mkdtempSync(join(tmpdir(), 'portal-broken-'));
  let gateway: Awaited<ReturnType<typeof createGateway>>;

  beforeAll(async () => {
    mkdirSync(join(folder, 'web'));
    writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><title>Portal</title>');
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    const tripsUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    gateway = await createGateway({ PORT: '0', DATA_DIR: folder, WEB_DIR: join(folder, 'web'), TRIPS_URL: tripsUrl, LOG_LEVEL: 'silent' });
  });
  afterAll(async () => {
    await gateway.close(1000);
    service.closeAllConnections();
    service.close();
    rmSync(folder, { recursive: true });
  });

  const json = { 'content-type': 'application/json' };
  const keyed = { ...json, 'idempotency-key': 'k' };
  const body = JSON.stringify({ registrationNumber: 'AB-12-CD', note: 'x'.repeat(200_000) });
  const upload = { 'content-type': 'application/octet-stream', 'idempotency-key': 'k' };

  /** Makes a call whose first attempts are broken off. Expects its status, and the calls that reached the service. */
  async function expectSent(call: RequestInit, { broken = 1, status, calls }: { broken?: number; status: number; calls: string[] }): Promise<void> {
    [sent, breaks] = [[], broken];
    expect((await fetch(`${gateway.url}/api/trips/v1/triptic/trip/`, call)).status).toBe(status);
    expect(sent).toEqual(calls);
  }

  it('is sent once more if it is a read', () => expectSent({ method: 'GET' }, { status: 200, calls: ['GET without key ', 'GET without key '] }));

  it('is sent once more if it carries a key, with the same body', async () => {
    await expectSent({ method: 'POST', headers: keyed, body }, { status: 200, calls: [`POST k ${body}`, `POST k ${body}`] });
    await expectSent({ method: 'POST', headers: { 'idempotency-key': 'k' } }, { status: 200, calls: ['POST k ', 'POST k '] });
  });

  it('is not repeated without a key', async () => {
    await expectSent({ method: 'POST', headers: json, body: '{}' }, { status: 503, calls: ['POST without key {}'] });
    await expectSent({ method: 'POST', headers: { ...json, 'idempotency-key': '' }, body: '{}' }, { status: 503, calls: ['POST  {}'] });
  });

  it('is not repeated if it is an upload', () => expectSent({ method: 'POST', headers: upload, body: 'bytes' }, { status: 503, calls: ['POST k bytes'] }));

  it('is not repeated twice', () => expectSent({ method: 'POST', headers: keyed, body: '{}' }, { broken: 5, status: 503, calls: ['POST k {}', 'POST k {}'] }));
});
