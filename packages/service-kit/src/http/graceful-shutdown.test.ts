import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
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
  const ended = ending();
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
  const ended = ending();
  const began = Date.now();
  await new Promise<void>((done) => server.close(() => done()));
  // The wait of 12 seconds did not end it.
  expect(Date.now() - began).toBeLessThan(11_000);
  ended();
});
