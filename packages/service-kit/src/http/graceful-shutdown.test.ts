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
