import { readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { TestAuthority } from '../testing/authority.ts';
import { workingTime } from '../testing/working-time.ts';
import { gracefulShutdown } from './graceful-shutdown.ts';

it('a shutdown waits for connections with a request, and not for idle ones', async () => {
  let answer = (): void => undefined;
  const server = createServer((_request, response) => {
    answer = () => void response.end('done');
  });
  const ending = gracefulShutdown(server);
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
  const ending = gracefulShutdown(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nHost: portal\r\nContent-Length: 4000000\r\n\r\n${'x'.repeat(1_000_000)}`);
  await new Promise((done) => socket.once('data', done));
  const ended = await ending();
  const passed = workingTime();
  await new Promise<void>((done) => server.close(() => done()));
  // The server stopped before the time limit of 12 seconds.
  expect(passed()).toBeLessThan(11_000);
  ended();
});

describe.each(['http', 'https'] as const)('a connection over %s that is open when the server stops', (protocol) => {
  let authority: TestAuthority;
  beforeAll(() => {
    authority = new TestAuthority();
  });
  afterAll(() => rmSync(authority.folder, { recursive: true }));

  /** Starts a server that holds back the answers to `/held`, and opens a connection that has received one answer. Returns functions that use the connection. */
  async function answered(drainFor: number) {
    let release = (): void => undefined;
    const answer: RequestListener = ({ url }, response) => {
      const end = () => void response.end(`answer to ${url}`);
      if (url !== '/held') return end();
      release = end;
    };
    const certificate = authority.certificate();
    const server =
      protocol === 'https' ? createTlsServer({ ...certificate, keepAliveTimeout: 60_000 }, answer) : createServer({ keepAliveTimeout: 60_000 }, answer);
    const ending = gracefulShutdown(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const at = { port: (server.address() as AddressInfo).port, host: '127.0.0.1' };
    const socket = protocol === 'https' ? connectTls({ ...at, servername: 'localhost', ca: readFileSync(authority.file) }) : connect(at);
    let came = '';
    socket.on('data', (data) => (came += data));
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: portal\r\n\r\n`);
    const has = async (path: string) => {
      while (!came.includes(`answer to ${path}`) && !socket.destroyed) await Promise.race([closed, new Promise((done) => socket.once('data', done))]);
      return came.includes(`answer to ${path}`);
    };
    ask('/first');
    await has('/first');
    const stop = async () => {
      const ended = await ending(drainFor);
      await new Promise<void>((done) => server.close(() => done()));
      ended();
    };
    return { server, ask, has, closed, stop, release: () => release(), came: () => came };
  }

  it('still gets an answer, which says that it closes', async () => {
    const { ask, has, closed, stop, came } = await answered(10_000);
    expect(came()).not.toContain('Connection: close');
    const stopped = stop();
    ask('/second');
    expect(await has('/second')).toBe(true);
    await Promise.all([closed, stopped]);
    expect(came().split('HTTP/1.1 200')[2]).toContain('Connection: close');
  });

  it('gets the answer to what it has asked before', async () => {
    const { server, ask, has, closed, stop, release, came } = await answered(10_000);
    const asked = new Promise((done) => server.once('request', done));
    ask('/held');
    await asked;
    const stopped = stop();
    setTimeout(release, 50);
    expect(await has('/held')).toBe(true);
    await Promise.all([closed, stopped]);
    expect(came().split('HTTP/1.1 200')[2]).toContain('Connection: close');
  });

  it('is closed when nothing more comes over it', async () => {
    const { closed, stop } = await answered(20);
    await Promise.all([closed, stop()]);
  });
});
