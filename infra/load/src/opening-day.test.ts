import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { arrivals } from './calls.ts';
import { Crowd } from './opening-day.ts';

/** A fake portal. It lets newcomers in if the page is opened with the cookie of a place in the queue, and tells everybody else to wait for a second. */
const asked: string[] = [];
let isClosed = true;
const said = ({ method, url, headers }: IncomingMessage) => `${method} ${url?.replace(/\?.*/, '')} ${headers.cookie ?? 'without cookie'}`;
const portal = createServer((request, response) => {
  asked.push(said(request));
  const isPage = request.headers['sec-fetch-mode'] === 'navigate';
  if (isPage && isClosed && request.headers.cookie !== 'portal.admission.80=place.7')
    return void response.writeHead(503, { refresh: '1', 'set-cookie': 'portal.admission.80=place.7; Path=/; HttpOnly' }).end('<p>Wait</p>');
  if (isPage) return void response.writeHead(200, { 'set-cookie': 'portal.admission.80=in.0; Path=/; HttpOnly' }).end('<p>Form</p>');
  response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' }).end('{"model":{"id":"a"}}');
});
let crowd: Crowd;

beforeAll(() => new Promise<void>((done) => portal.listen(0, '127.0.0.1', done)));
beforeEach(() => {
  [asked.length, isClosed] = [0, true];
  crowd = new Crowd(`http://127.0.0.1:${(portal.address() as AddressInfo).port}`, 1, 10);
});
afterEach(() => crowd.close());
afterAll(() => new Promise((done) => portal.close(done)));

it('waits as long as the page says, keeps the place, and makes the calls of a visit when let in', async () => {
  await crowd.come();
  const [place, pass] = ['portal.admission.80=place.7', 'portal.admission.80=in.0'];
  const visit = [`POST ${arrivals}/ ${pass}`, `GET ${arrivals}/a/document ${pass}`, `GET ${arrivals}/a/qr ${pass}`];
  expect(asked).toEqual(['GET / without cookie', `GET / ${place}`, ...visit]);
  expect(crowd.next()).toMatchObject({ came: 1, visits: 1, useful: 4, wentAway: 0, mostWaiting: 1, putBack: 0, waitingPages: [expect.any(Number)] });
});

it('has no more people wait than there are, and the others go away', async () => {
  await Promise.all([crowd.come(), crowd.come(), crowd.come()]);
  expect(crowd.next()).toMatchObject({ came: 3, visits: 1, wentAway: 2, mostWaiting: 1 });
});

it('counts who is told to queue although inside', async () => {
  isClosed = false;
  let visits = 0;
  await crowd.stayInside(1, () => {
    isClosed = true;
    return visits++ > 1;
  });
  expect(crowd.next().putBack).toBe(2);
});
