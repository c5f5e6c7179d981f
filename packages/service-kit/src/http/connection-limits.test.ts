import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { answerClientError, isUpload, limitTransferTime } from './connection-limits.ts';

describe('the port of a service', () => {
  let app: FastifyInstance;

  beforeAll(async () => {
    app = Fastify({ clientErrorHandler: answerClientError({}), forceCloseConnections: true });
    limitTransferTime(app, { bodyMs: 2_000, bytesPerSecond: 1_000 });
    app.post('/', async () => ({}));
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  it('limits the time of a request body, also for callers who bypass the gateway', async () => {
    const { port } = app.server.address() as AddressInfo;
    const heard = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'),
      );
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(heard).toMatch(/^HTTP\/1.1 408 /);
    expect((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })).status).toBe(200);
  });

  it('lets a client that is still sending read why it is refused', async () => {
    const { port } = app.server.address() as AddressInfo;
    const heard = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`PUT /?q=${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n`);
        socket.end(Buffer.alloc(4_000_000));
      });
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
    });
    expect(heard).toMatch(/^HTTP\/1.1 431 /);
    expect(heard.match(/HTTP\/1.1/g)).toHaveLength(1);
  });

  it('ends a connection on which it has refused a request, also where the client goes on sending', async () => {
    const { port } = app.server.address() as AddressInfo;
    const ended = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write('no request\r\n\r\n'));
      socket.resume();
      const more = setInterval(() => socket.write('more'), 50);
      let failed: NodeJS.ErrnoException | undefined;
      socket.on('error', (error) => {
        failed = error;
      });
      socket.on('close', () => {
        clearInterval(more);
        resolve(failed);
      });
    });
    expect(['ECONNRESET', 'EPIPE']).toContain(ended?.code);
  });

  it('treats every content type except JSON and plain forms as an upload', () => {
    const types = ['application/json; charset=utf-8', 'application/merge-patch+json', 'application/x-www-form-urlencoded', undefined];
    expect(types.map((type) => isUpload(type))).toEqual([false, false, false, false]);
    expect(['multipart/form-data; boundary=json', 'text/csv', 'application/jsonx', 'x+json'].map((type) => isUpload(type))).toEqual([true, true, true, true]);
  });
});
