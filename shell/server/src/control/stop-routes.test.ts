import { EventEmitter, once } from 'node:events';
import { request as httpRequest, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { publish } from '@portal/remotes';
import { aBuild, aDeployment } from '@portal/remotes/testing';
import { until, workingTime } from '@portal/service-kit/testing';
import fastify from 'fastify';
import { GatewayMetrics } from '../observe/gateway-metrics.ts';
import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';
import { PollPace, stopRoutes } from './stop-routes.ts';

const version = '1.0.0-aaaaaaaa';
const file = `/remotes/mf-trips/${version}/remoteEntry.11112222.js`;
const menu = [
  { path: '/eservice/triptic/trip', title: { en: 'Trips', pt: 'Viagens' }, audience: 'public', plain: '/v1/triptic/trip' },
  { path: '/triptic/list', title: { en: 'Trips', pt: 'Viagens' }, audience: 'staff', roles: ['triptic-trip-read'] },
];
const template = '<html lang="en"><head><title>Single Window</title><!--PRELOAD--></head><body><!--SHELL--><!--REGISTRY--><!--SCRIPTS--></body></html>';
const kinds = [{ path: '/v1/triptic/trip', title: { en: 'Trips', pt: 'Viagens' }, roles: 'triptic-trip', screen: '/triptic/trip' }];

describe('a stopped area', () => {
  let gateway: GatewayUnderTest;
  let admin: TestBrowser;
  const asked: string[] = [];
  const service: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ records: [] }));
  };

  beforeAll(async () => {
    gateway = await openGateway(service, template, { STOP_STREAMS: '3' });
    const area = {
      menu,
      kinds,
      prefixes: ['/eservice/triptic', '/triptic'],
      offline: { screens: ['/eservice/triptic/trip'], under: ['/eservice/triptic'], calls: [], catalogues: [] },
    };
    await publish({ ...aDeployment(undefined, gateway.folder), area: 'mf-trips', dir: await aBuild({ version, area }) });
    admin = await new TestBrowser(gateway.origin).signIn('admin');
  });
  afterAll(() => gateway.close());

  const decide = (action: string, state?: string) =>
    admin.open(
      `/operations/areas/mf-trips/actions/${action}`,
      { ...script, 'content-type': 'application/json', 'x-csrf-token': admin.csrfToken, 'x-area-token': admin.tokens.shell ?? '' },
      { method: 'POST', body: JSON.stringify({ why: 'wrong fees', ...(state ? { state } : {}) }) },
    );
  const stop = async () => expect((await decide('stop')).status).toBe(200);
  const resume = async () => {
    const { text } = await admin.open('/operations/areas/mf-trips', { ...script, 'x-area-token': admin.tokens.shell ?? '' });
    expect((await decide('resume', JSON.parse(text).state)).status).toBe(200);
  };

  /** Opens a page's connection and records what it receives. */
  const listen = () => {
    const heard: string[] = [];
    let status = 0;
    const request = httpRequest(`${gateway.origin}/stopped-areas`, { headers: { accept: 'text/event-stream' }, agent: false }, (response) => {
      status = response.statusCode ?? 0;
      response.on('data', (data) => heard.push(String(data))).on('error', () => undefined);
    });
    request.on('error', () => undefined).end();
    return { heard, status: () => status, close: () => request.destroy() };
  };

  it('gives its address, its files and its calls to nobody, and everything again when the stop ends', async () => {
    const visitor = await new TestBrowser(gateway.origin).page('/eservice/triptic/trip');
    const call = () => visitor.open('/api/trips/v1/triptic/trip/info', { ...script, 'x-area-token': visitor.tokens['mf-trips'] ?? '' });
    expect((await visitor.open('/eservice/triptic/trip', navigation)).text).toContain(`Trips in ${version}`.slice(0, 5));
    expect((await visitor.open(file)).status).toBe(200);
    expect((await call()).status).toBe(200);

    await stop();
    const page = await visitor.open('/eservice/triptic/trip', navigation);
    expect([page.status, page.headers['x-area-stopped'], page.headers['retry-after']]).toEqual([503, 'mf-trips', '30']);
    expect(page.text).not.toContain(file);
    expect(page.text).not.toContain('data-version');
    expect(page.text).toContain('"stopped"');
    const direct = await visitor.open(file);
    expect([direct.status, direct.headers['cache-control']]).toEqual([503, 'no-store']);
    for (const start of ['/remotes//mf', '/remotes/%2Fmf', '/remotes/%6df', '/remotes/%256df', '/remotes/%252Fmf', '/remotes/./mf'])
      expect([404, 503]).toContain((await visitor.open(file.replace('/remotes/mf', start))).status);
    expect((await visitor.open('/remotes.json')).text).not.toContain(file);
    expect((await visitor.open('/offline.json')).text).not.toContain(file);
    const refused = await call();
    expect([refused.status, JSON.parse(refused.text).errors[0].code]).toEqual([503, 'AREA_STOPPED']);
    const form = { ...navigation, 'content-type': 'application/x-www-form-urlencoded' };
    // The record of the decision is sent to the audit log at the same time.
    await until(() => asked.includes('POST /internal/area-decisions'));
    asked.length = 0;
    expect((await visitor.open('/eservice/triptic/trip/plain', navigation)).status).toBe(503);
    const sent = await visitor.open('/eservice/triptic/trip/plain', form, { method: 'POST', body: 'a=b' });
    expect([sent.status, sent.text]).toEqual([503, expect.stringContaining('<input type="hidden" name="a" value="b">')]);
    // What another site sent does not become a form of this portal.
    const foreign = await visitor.open('/eservice/triptic/trip/plain', { ...form, 'sec-fetch-site': 'cross-site' }, { method: 'POST', body: 'a=b' });
    expect([foreign.status, foreign.text]).toEqual([503, expect.not.stringContaining('hidden')]);
    expect(asked).toEqual([]);
    // Calls that do not come from a screen of the area still work: the officials' search, and other programs.
    expect((await visitor.open('/api/trips/v1/triptic/trip/info')).status).toBe(200);
    expect((await visitor.open('/api/trips/v1/verify/x', { ...script, 'x-area-token': visitor.tokens.shell ?? '' })).status).toBe(200);
    expect((await visitor.open('/', navigation)).status).toBe(200);

    await resume();
    expect((await visitor.open('/eservice/triptic/trip', navigation)).status).toBe(200);
    expect((await visitor.open(file)).status).toBe(200);
    expect((await call()).status).toBe(200);
    expect((await visitor.open('/offline.json')).text).toContain(file);
  });

  it('is told to every open page within three seconds, also that it is back, and to pages beyond the limit when they ask', async () => {
    const pages = [listen(), listen(), listen()];
    await until(() => pages.every(({ heard }) => heard.some((text) => text.includes('{"areas":[]}'))));
    const late = listen();
    await until(() => late.status() === 503);
    const passed = workingTime();
    await stop();
    await until(() => pages.every(({ heard }) => heard.some((text) => text.includes('{"areas":["mf-trips"]}'))));
    expect(passed()).toBeLessThan(3_000);
    const poll = JSON.parse((await new TestBrowser(gateway.origin).open('/stopped-areas', { accept: 'application/json' })).text);
    expect(poll).toEqual({ areas: ['mf-trips'], again: 2_500 });
    pages[0]?.close();
    // A new page takes the free connection. The first thing that it receives is the list of stopped areas.
    let next = listen();
    await until(() => {
      if (next.status() === 503) next = listen();
      return next.heard[0]?.includes('{"areas":["mf-trips"]}') === true;
    });
    await resume();
    await until(() => [pages[1], pages[2]].every((page) => page?.heard.at(-1)?.includes('{"areas":[]}')));
    for (const page of [...pages, late, next]) page.close();
  });

  it('is written to the audit log in the name of who stopped it', async () => {
    asked.length = 0;
    await stop();
    await until(() => asked.includes('POST /internal/area-decisions'));
    await resume();
  });
});

it('pages that ask are told to ask less often, the more of them there are', () => {
  let now = 0;
  const pace = new PollPace(() => now);
  const pages = (count: number, seconds: number) => {
    let pause = 0;
    for (let passed = 0; passed < seconds * 1_000; ) {
      // In each pause, every page asks once.
      const step = pause || 2_500;
      for (let page = 0; page < count; page++) {
        now += step / count;
        pause = pace.next();
      }
      passed += step;
    }
    return pause;
  };
  expect(pages(100, 30)).toBe(2_500);
  const pause = pages(50_000, 600);
  expect(50_000 / (pause / 1_000)).toBeLessThanOrEqual(220);
  expect(pages(100, 600)).toBe(2_500);
});

it('a page that leaves before its stream begins is not counted', async () => {
  const app = fastify();
  const open = { pages: () => -1 };
  const steps = new EventEmitter();
  const registryAnswers = once(steps, 'answered');
  const [asked, left] = [once(steps, 'asked'), once(steps, 'left')];
  app.addHook('onRequest', async (_request, { raw }) => void raw.once('close', () => steps.emit('left')));
  const registry = {
    stopped: async () => {
      steps.emit('asked');
      await registryAnswers;
      return [];
    },
    listen: () => () => undefined,
  };
  await app.register(stopRoutes, { settings: { stopStreams: 3 }, registry, metrics: new GatewayMetrics(), open });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const page = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  page.write('GET /stopped-areas HTTP/1.1\r\nHost: portal\r\nAccept: text/event-stream\r\n\r\n');
  await asked;
  page.destroy();
  await left;
  steps.emit('answered');
  await new Promise((done) => setTimeout(done, 50));
  const counted = open.pages();
  await app.close();
  expect(counted).toBe(0);
});
