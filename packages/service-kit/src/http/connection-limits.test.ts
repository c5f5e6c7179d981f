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

  it('treats every content type except JSON and plain forms as an upload', () => {
    const types = ['application/json; charset=utf-8', 'application/merge-patch+json', 'application/x-www-form-urlencoded', undefined];
    expect(types.map((type) => isUpload(type))).toEqual([false, false, false, false]);
    expect(['multipart/form-data; boundary=json', 'text/csv', 'application/jsonx', 'x+json'].map((type) => isUpload(type))).toEqual([true, true, true, true]);
  });
});
