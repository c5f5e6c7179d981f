import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gracefulShutdown } from './graceful-shutdown.ts';

it('a shutdown waits for connections with a request, and not for idle ones', async () => {
  let answer = (): void => undefined;
  const server = createServer((_request, response) => {
    answer = () => void response.end('done');
  });
  const ending = gracefulShutdown(server, 0);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const unused = connect(port, '127.0.0.1');
  const closed = new Promise((done) => unused.once('close', done));
  const asked = fetch(`http://127.0.0.1:${port}/`);
  await new Promise((done) => server.once('request', done));
  const ended = await ending();
  const stopped = new Promise<void>((done) => server.close(() => done()));
  await closed;
  answer();
  expect(await (await asked).text()).toBe('done');
  server.closeIdleConnections();
  await stopped;
  ended();
});

it('a shutdown does not wait for a body that was refused and is never read', async () => {
  const server = createServer({ keepAliveTimeout: 60_000 }, (_request, response) => void response.writeHead(429).end());
  const ending = gracefulShutdown(server, 0);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: portal\r\nContent-Length: 4000000\r\n\r\n${'x'.repeat(1_000_000)}`);
  await new Promise((done) => socket.once('data', done));
  const ended = await ending();
  const began = Date.now();
  await new Promise<void>((done) => server.close(() => done()));
  // The wait of 12 seconds did not end it.
  expect(Date.now() - began).toBeLessThan(11_000);
  ended();
});

describe('a connection that is open when the server stops', () => {
  /** A server with a connection that had one answer; and what comes over it. */
  async function answered(drainFor: number) {
    const server = createServer({ keepAliveTimeout: 60_000 }, ({ url }, response) => void response.end(`answer to ${url}`));
    const ending = gracefulShutdown(server, drainFor);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let came = '';
    socket.on('data', (data) => (came += data));
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    const ask = async (path: string) => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`);
      while (!came.includes(`answer to ${path}`)) await new Promise((done) => socket.once('data', done));
    };
    await ask('/first');
    const stop = async () => {
      const ended = await ending();
      await new Promise<void>((done) => server.close(() => done()));
      ended();
    };
    return { ask, closed, stop, came: () => came };
  }

  it('still gets an answer, which says that it closes', async () => {
    const { ask, closed, stop, came } = await answered(10_000);
    expect(came()).not.toContain('Connection: close');
    const stopped = stop();
    await ask('/second');
    await Promise.all([closed, stopped]);
    expect(came().split('HTTP/1.1 200')[2]).toContain('Connection: close');
  });

  it('is closed when nothing more comes over it', async () => {
    const { closed, stop } = await answered(20);
    await Promise.all([closed, stop()]);
  });
});
