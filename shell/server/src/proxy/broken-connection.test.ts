import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createGateway } from '../index.ts';

describe('a call whose connection to the service breaks before the answer', () => {
  /** What the service has been sent, and how many of the next calls it breaks off. */
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

  it.each<[string, RequestInit, number, number, string[]]>([
    ['a read is sent once more', { method: 'GET' }, 1, 200, ['GET without key ', 'GET without key ']],
    ['a write with a key is sent once more, with the same body', { method: 'POST', headers: keyed, body }, 1, 200, [`POST k ${body}`, `POST k ${body}`]],
    ['a write with a key and without a body is sent once more', { method: 'POST', headers: { 'idempotency-key': 'k' } }, 1, 200, ['POST k ', 'POST k ']],
    ['a write without a key is not repeated', { method: 'POST', headers: json, body: '{}' }, 1, 503, ['POST without key {}']],
    ['an empty key is none', { method: 'POST', headers: { ...json, 'idempotency-key': '' }, body: '{}' }, 1, 503, ['POST  {}']],
    ['an upload is not repeated', { method: 'POST', headers: upload, body: 'bytes' }, 1, 503, ['POST k bytes']],
    ['nothing is repeated twice', { method: 'POST', headers: keyed, body: '{}' }, 5, 503, ['POST k {}', 'POST k {}']],
  ])('%s', async (_what, call, broken, status, calls) => {
    [sent, breaks] = [[], broken];
    expect((await fetch(`${gateway.url}/api/trips/v1/triptic/trip/`, call)).status).toBe(status);
    expect(sent).toEqual(calls);
  });
});
