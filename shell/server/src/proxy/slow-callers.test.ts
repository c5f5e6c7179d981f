import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@portal/service-kit/testing';
import type { FastifyInstance } from 'fastify';
import { buildGateway } from '../gateway.ts';
import { gatewaySettings } from '../settings.ts';

const MB = 1024 * 1024;

describe('callers who are slow', () => {
  let folder: string;
  let service: Server;
  let started = 0;
  let brokenOff = 0;
  const gateways: FastifyInstance[] = [];
  const sockets: Socket[] = [];

  async function start(more: Record<string, string> = {}): Promise<number> {
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const gateway = await buildGateway(
      gatewaySettings({
        LOG_LEVEL: 'silent',
        DATA_DIR: join(folder, String(gateways.length)),
        WEB_DIR: folder,
        REMOTES_DIR: folder,
        DECLARATIONS_URL: url,
        MEDIA_URL: url,
        ...more,
      }),
    );
    gateways.push(gateway);
    await gateway.listen({ port: 0, host: '127.0.0.1' });
    return (gateway.server.address() as AddressInfo).port;
  }

  /** Sends text on a connection of its own and keeps the connection open. `heard` resolves to the response when the connection has ended. */
  function says(port: number, text: string): { socket: Socket; heard: Promise<string> } {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    sockets.push(socket);
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => undefined);
    return { socket, heard: new Promise((resolve) => socket.on('close', () => resolve(heard))) };
  }
  const post = (path: string, type: string, length: number): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n{`;
  const slowForm = post('/api/declarations/v1/departure/declaration', 'application/json', 90_000);
  const slowUpload = post('/api/media/v1/default', 'multipart/form-data; boundary=b', 90_000);
  const asked = async (port: number, path: string, init: RequestInit = {}): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { ...init, signal: AbortSignal.timeout(60_000) })).status;
  const form = (body: string): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-slow-'));
    service = createServer((request, response) => {
      started += 1;
      if (request.url === '/v1/long') {
        response.on('close', () => {
          brokenOff += 1;
        });
        response.writeHead(200, { 'content-type': 'application/octet-stream' });
        const write = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
        };
        response.on('drain', write);
        write();
      } else {
        let length = 0;
        request.on('data', (chunk: Buffer) => {
          length += chunk.length;
        });
        request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ length })));
      }
    });
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    service.closeAllConnections();
    service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('hold no connection to a service: with 128 bodies half sent, others are served, by GET and by POST', async () => {
    const port = await start();
    const slow = Array.from({ length: 128 }, () => says(port, slowForm));
    await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
    await wait(300);
    const before = started;
    expect(await Promise.all([asked(port, '/api/declarations/v1/info'), asked(port, '/api/declarations/v1/x', form('{}'))])).toEqual([200, 200]);
    expect(started - before).toBe(2);
    // The caller with the 128 slow requests is served too, because a complete form does not wait behind incomplete ones.
    await wait(1_000);
    expect(await asked(port, '/api/declarations/v1/x', form(JSON.stringify({ text: 'x'.repeat(500_000) })))).toBe(200);
    expect(started - before).toBe(3);
  });

  it('have the time of a body, and are then answered 408', async () => {
    const port = await start({ BODY_TIMEOUT_SECONDS: '1' });
    const before = started;
    expect(await says(port, slowForm).heard).toMatch(/^HTTP\/1.1 408 [\s\S]*application\/problem\+json/);
    expect(started).toBe(before);
  });

  it('lose the oldest of their half-sent bodies when they hold too many, and keep the others', async () => {
    const port = await start({ OPEN_BODIES: '2' });
    const first = says(port, slowForm);
    await once(first.socket, 'connect');
    const second = says(port, slowForm);
    await once(second.socket, 'connect');
    await wait(3_000);
    const third = says(port, slowForm);
    expect(await first.heard).toMatch(/^HTTP\/1.1 408 /);
    expect([second.socket.destroyed, third.socket.destroyed]).toEqual([false, false]);
  });

  it('may take longer for an upload, as long as it goes on', async () => {
    const port = await start({ BODY_TIMEOUT_SECONDS: '2', LEAST_BYTES_PER_SECOND: '500' });
    const trickle = says(port, slowUpload);
    expect(await trickle.heard).toMatch(/^(HTTP\/1.1 408 |$)/);
    const steady = says(port, slowUpload);
    for (let sent = 1; sent < 90_000; sent += 9_000) {
      await wait(300);
      steady.socket.write('x'.repeat(Math.min(9_000, 90_000 - sent)));
    }
    const [answer] = await once(steady.socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  });

  it('send so many uploads at once and no more, and leave connections for everything else', async () => {
    const port = await start({ OPEN_UPLOADS: '3' });
    const slow = Array.from({ length: 3 }, () => says(port, slowUpload));
    await Promise.all(slow.map(({ socket }) => once(socket, 'connect')));
    const refused = await fetch(`http://127.0.0.1:${port}/api/media/v1/default`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b--',
    });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    await wait(1_500);
    // The gateway now knows that these uploads are slow, so it ends the slowest of them.
    expect(await asked(port, '/api/media/v1/default', { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=b' }, body: '--b--' })).toBe(
      200,
    );
    await Promise.race(slow.map(({ heard }) => heard));
    expect(await asked(port, '/api/media/v1/x')).toBe(200);
  });

  it('do not keep a service writing an answer that they do not read', async () => {
    const port = await start({ BODY_TIMEOUT_SECONDS: '1' });
    const { socket } = says(port, 'GET /api/declarations/v1/long HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.pause();
    await until(() => brokenOff > 0);
    expect(brokenOff).toBe(1);
  });

  it('hold no more connections than one caller may', async () => {
    const port = await start({ OPEN_CONNECTIONS: '5' });
    const held = Array.from({ length: 8 }, () => says(port, 'GET / HTTP/1.1\r\n'));
    let closed = 0;
    for (const { heard } of held) void heard.then(() => closed++);
    await until(() => closed >= 3);
    await wait(300);
    expect(closed).toBe(3);
  });

  it('do not make a form of 1 MB larger than it is, nor smaller', async () => {
    const port = await start();
    const text = JSON.stringify({ text: 'é'.repeat(400_000) });
    for (const body of [text, new Blob([text]).stream()]) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/declarations/v1/x`, { ...form(''), body, duplex: 'half' } as RequestInit);
      expect(await answer.json()).toEqual({ length: Buffer.byteLength(text) });
    }
    expect(Buffer.byteLength(text)).toBeLessThan(MB);
  });
});
