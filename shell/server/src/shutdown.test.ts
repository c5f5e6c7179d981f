import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateway } from './index.ts';

it('a gateway that stops gives the answers that services are still making', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-shutdown-'));
  mkdirSync(join(folder, 'web'));
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html><title>Portal</title>');
  let held: ServerResponse | undefined;
  const behind = createServer((_request, response) => {
    held = response;
  });
  await new Promise<void>((done) => behind.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(behind.address() as AddressInfo).port}`;
  const gateway = await createGateway({ PORT: '0', DATA_DIR: folder, WEB_DIR: join(folder, 'web'), TRIPS_URL: url, LOG_LEVEL: 'silent' });
  try {
    const answer = fetch(`${gateway.url}/api/trips/v1/triptic/trip/info`);
    await new Promise((done) => behind.once('request', done));
    const closed = gateway.close(10_000);
    held?.writeHead(200, { 'content-type': 'application/json' }).end('{"model":{}}');
    const { status, headers } = await answer;
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await closed;
    await expect(fetch(gateway.url)).rejects.toThrow();
  } finally {
    behind.closeAllConnections();
    behind.close();
    rmSync(folder, { recursive: true });
  }
});
