import { randomBytes, randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { type CaseEvent, type EventBus, openEventBus } from '@portal/service-kit';
import { until as cameToHold, workingTime } from '@portal/service-kit/testing';
import fastify from 'fastify';
import { GatewayMetrics } from '../observe/gateway-metrics.ts';
import { gatewaySettings } from '../settings.ts';
import { type GatewayUnderTest, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';
import { type EventParts, eventRoutes } from './event-routes.ts';

const page = '<!doctype html><html lang="en"><head><title>x</title><!--PRELOAD--></head><body><div id="shell"></div><!--REGISTRY--></body></html>';
const secret = randomUUID();
/** The addresses at which the service was asked whether a case may be read. */
const asked: string[] = [];

interface Event {
  name: string;
  data: { kinds?: string[]; case?: string; others?: string[]; what?: string; mine?: boolean; reference?: string };
}

/** The connection of a browser to the event stream. */
class Connection {
  readonly events: Event[] = [];
  ended = false;
  status = 0;
  private request!: ReturnType<typeof httpRequest>;

  async open(origin: string, browser: TestBrowser, headers: Record<string, string> = script): Promise<this> {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    await new Promise<void>((done, fail) => {
      this.request = httpRequest(new URL('/events', origin), { headers: { ...headers, cookie }, agent: false }, (answer) => {
        this.status = answer.statusCode ?? 0;
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk;
          const blocks = text.split('\n\n');
          text = blocks.pop() ?? '';
          for (const block of blocks) {
            const [, name] = /^event: (.+)$/m.exec(block) ?? [];
            const [, data] = /^data: (.+)$/m.exec(block) ?? [];
            if (name) this.events.push({ name, data: JSON.parse(String(data)) });
          }
        });
        answer.on('close', () => {
          this.ended = true;
        });
        done();
      });
      this.request.on('error', (error) => (this.status ? undefined : fail(error)));
      this.request.end();
    });
    return this;
  }

  named = (name: string): Event['data'][] => this.events.filter((event) => event.name === name).map(({ data }) => data);
  close(): void {
    this.request.destroy();
  }
}

/**
 * Waits until a condition holds.
 * @returns the milliseconds that this took
 */
const until = async (holds: () => boolean): Promise<number> => {
  const passed = workingTime();
  await cameToHold(holds);
  return passed();
};
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 900));

const engines: [string, () => Record<string, string>][] = [
  ['in one process', () => ({})],
  ...(process.env.TEST_REDIS_URL
    ? ([['through Redis', () => ({ REDIS_URL: String(process.env.TEST_REDIS_URL) })]] as [string, () => Record<string, string>][])
    : []),
];

/** The version that the service returns for every case. */
let present = 1;

describe.each(engines)('events %s', (engine, settings) => {
  const prefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomBytes(4).toString('hex')}`;
  const shared = engine === 'through Redis';
  let gateways: GatewayUnderTest[];
  let bus: EventBus;
  const open: Connection[] = [];

  beforeAll(async () => {
    const start = () =>
      openGateway(
        (request, answer) => {
          const { url = '', headers } = request;
          if (url.endsWith('/watch')) asked.push(url);
          const refused = url.includes(secret) || !headers.authorization;
          answer.writeHead(refused ? 403 : 200, { 'content-type': 'application/json' }).end(JSON.stringify({ kind: '', version: present }));
        },
        page,
        { ...settings(), QUEUE_PREFIX: prefix, SESSION_PREFIX: `{${prefix}}` },
      );
    gateways = [await start(), ...(shared ? [await start()] : [])];
    bus = openEventBus({ redisUrl: settings().REDIS_URL, queuePrefix: prefix, dataDir: gateways[0].folder });
  });
  afterEach(() => {
    for (const connection of open.splice(0)) connection.close();
  });
  afterAll(async () => {
    await bus.close();
    for (const gateway of gateways) await gateway.close();
  });

  /** Signs in at a gateway. When there are two gateways, `at` chooses one of them. */
  const officer = async (username: string, at = 0) => {
    const { origin } = gateways[at % gateways.length];
    const browser = await new TestBrowser(origin).signIn(username);
    const stream = async (headers?: Record<string, string>): Promise<Connection> => {
      const connection = await new Connection().open(origin, browser, headers);
      open.push(connection);
      return connection;
    };
    const look = async (id: string, more: object = {}, area = 'declarations') => {
      const body = JSON.stringify({ kind: '/v1/traveller/declaration', id, tab: 'tab-number-1', ...more });
      const headers = { ...script, 'content-type': 'application/json', 'x-csrf-token': browser.csrfToken, 'x-area-token': browser.tokens.shell };
      const { status, text } = await browser.open(`/api/${area}/presence`, headers, { method: 'POST', body });
      return { status, ...(JSON.parse(text) as { case?: string; others?: string[]; changed?: boolean }) };
    };
    return { browser, stream, look };
  };
  const announce = (event: Partial<CaseEvent>): void =>
    bus.publish('cases', [
      {
        what: 'changed',
        kind: '/v1/traveller/declaration',
        id: randomUUID(),
        reference: 'ARR-2026-0000001',
        rolePrefix: 'traveller-declaration',
        agencyCode: 'CUSTOMS',
        by: null,
        ...event,
      } satisfies CaseEvent,
    ]);

  it('are for officials alone, with a session of this portal', async () => {
    const applicant = await officer('applicant');
    const border = await officer('border-officer');
    const nobody = await new Connection().open(gateways[0].origin, new TestBrowser(gateways[0].origin));
    expect([nobody.status, (await applicant.stream()).status, (await border.stream()).status]).toEqual([401, 403, 200]);
    expect((await border.stream({ ...script, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('tell lists that they have changed, once for many changes, and only those who may read them', async () => {
    const border = await officer('border-officer', 1);
    const verifier = await officer('licence-verifier');
    const [theirs, others] = [await border.stream(), await verifier.stream()];
    await settled();
    for (let n = 0; n < 50; n++) announce({});
    announce({ agencyCode: 'ELSEWHERE', kind: '/v1/departure/declaration', rolePrefix: 'departure-declaration' });
    announce({ agencyCode: null, kind: '/v1/departure/declaration', rolePrefix: 'departure-declaration' });
    await until(() => theirs.named('queue').length > 0);
    await settled();
    expect(theirs.named('queue').length).toBeLessThanOrEqual(2);
    expect(new Set(theirs.named('queue').flatMap(({ kinds }) => kinds))).toEqual(new Set(['/v1/traveller/declaration']));
    expect(others.named('queue')).toEqual([]);
    // The stream must not contain the id of a document.
    expect(JSON.stringify(theirs.events)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it('say who else has a case open within a second, and that they have left', async () => {
    const [one, two] = [await officer('border-officer'), await officer('border-supervisor', 1)];
    const [first, second] = [await one.stream(), await two.stream()];
    await settled();
    const id = randomUUID();
    const seen = await one.look(id);
    expect([seen.status, seen.others]).toEqual([200, []]);
    const passed = workingTime();
    const other = await two.look(id);
    await until(() => first.named('presence').some(({ others = [] }) => others.length > 0));
    expect(passed()).toBeLessThan(1_000);
    expect(other.case).toBe(seen.case);
    expect(first.named('presence').at(-1)).toEqual({ case: seen.case, others: ['Beatriz Supervisor'] });
    // The second official learns of the first from the response, or from the stream.
    await until(() => (second.named('presence').at(-1)?.others ?? other.others)?.[0] === 'Bento Officer');
    await two.look(id, { left: true });
    await until(() => first.named('presence').at(-1)?.others?.length === 0);
    expect(JSON.stringify(first.events)).not.toContain(id);
  });

  it('forget within a second who has a browser that was killed, and not who has only lost the connection for a moment', async () => {
    const [one, two] = [await officer('border-officer'), await officer('border-supervisor', 1)];
    const [first, second] = [await one.stream(), await two.stream()];
    await settled();
    const id = randomUUID();
    await one.look(id);
    let third = second;
    // A machine that is too busy to connect again within a moment tries it once more.
    for (let took = Number.POSITIVE_INFINITY; took > 300; ) {
      await two.look(id);
      await until(() => first.named('presence').at(-1)?.others?.length === 1);
      const began = performance.now();
      third.close();
      third = await two.stream();
      took = performance.now() - began;
    }
    await settled();
    expect(first.named('presence').at(-1)?.others).toEqual(['Beatriz Supervisor']);
    third.close();
    expect(await until(() => first.named('presence').at(-1)?.others?.length === 0)).toBeLessThan(1_000);
  });

  it('remember what a page says before it is connected, when the page before it has just closed', async () => {
    const [one, two] = [await officer('border-officer'), await officer('border-supervisor', 1)];
    const [first, second] = [await one.stream(), await two.stream()];
    await settled();
    const id = randomUUID();
    await one.look(id);
    second.close();
    await new Promise((done) => setTimeout(done, 100));
    await two.look(id);
    await settled();
    expect(first.named('presence').at(-1)?.others).toEqual(['Beatriz Supervisor']);
  });

  it('tell those who have a case open what becomes of it', async () => {
    const [one, two] = [await officer('border-officer', 1), await officer('border-supervisor')];
    const [first, second] = [await one.stream(), await two.stream()];
    const id = randomUUID();
    const { case: key } = await one.look(id);
    await settled();
    announce({ id, what: 'claimed' });
    await until(() => first.named('case').length > 0);
    expect(first.named('case')).toEqual([{ case: key, kind: '/v1/traveller/declaration', what: 'claimed', mine: false }]);
    expect(second.named('case')).toEqual([]);
  });

  it('tell a page that comes to a case whether it was changed since it was read', async () => {
    const one = await officer('border-officer');
    const id = randomUUID();
    present = 3;
    expect((await one.look(id, { version: 2 })).changed).toBe(true);
    for (const version of [3, 4]) expect((await one.look(id, { version })).changed).toBeUndefined();
    // The service is asked again each time a version is sent, also for a case that was opened before. A repeated presence without a version does not ask.
    present = 5;
    expect([(await one.look(id, { version: 4 })).changed, (await one.look(id)).changed]).toEqual([true, undefined]);
    expect((await one.look(id, { version: '4' })).status).toBe(400);
  });

  it('tell officials whom a note names, and supervisors what is overdue', async () => {
    const [one, two] = [await officer('border-officer', 1), await officer('border-supervisor')];
    const [first, second] = [await one.stream(), await two.stream()];
    await settled();
    const { sub } = JSON.parse((await one.browser.open('/auth/session', script)).text).user;
    announce({ what: 'noted', to: [sub] });
    announce({ what: 'escalated' });
    await until(() => first.named('mention').length > 0 && second.named('escalated').length > 0);
    expect([first.named('mention'), second.named('mention')]).toEqual([[{ kind: '/v1/traveller/declaration', reference: 'ARR-2026-0000001' }], []]);
    expect([first.named('escalated'), second.named('escalated').length]).toEqual([[], 1]);
  });

  it('end with the session', async () => {
    const one = await officer('border-officer', 1);
    const stream = await one.stream();
    await one.browser.open('/auth/logout', { ...script, 'x-csrf-token': one.browser.csrfToken }, { method: 'POST' });
    expect(await until(() => stream.ended)).toBeLessThan(2_000);
    expect(stream.named('ended').length).toBe(1);
  });

  it('are limited per session', async () => {
    const one = await officer('border-officer');
    const statuses: number[] = [];
    for (let n = 0; n < 5; n++) statuses.push((await one.stream()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('refuse to watch what the service refuses, what is no case, and calls from elsewhere', async () => {
    const one = await officer('border-officer');
    const id = randomUUID();
    expect((await one.look(secret)).status).toBe(403);
    for (const more of [{ kind: '/internal/x' }, { kind: '/v1/../internal' }, { id: 'x' }, { tab: 'x' }, { tab: {} }, { left: 'yes' }])
      expect((await one.look(id, more)).status).toBe(400);
    const post = (headers: Record<string, string>) =>
      one.browser.status('/api/declarations/presence', { ...script, 'content-type': 'application/json', ...headers }, { method: 'POST', body: '{}' });
    expect(await post({ 'x-area-token': one.browser.tokens.shell })).toBe('403');
    expect(await post({ 'x-csrf-token': one.browser.csrfToken })).toBe('403 missing');
    expect(await post({ 'x-csrf-token': one.browser.csrfToken, 'x-area-token': one.browser.tokens['mf-licences'] })).toBe('403 foreign');
    // The service is asked only once, however often the page repeats its presence.
    for (let n = 0; n < 3; n++) await one.look(id);
    expect(asked.filter((url) => url.includes(id)).length).toBe(1);
  });
});

it('a gateway that stops tells browsers when to come back, and does not wait for them', async () => {
  const gateway = await openGateway((_request, answer) => answer.end('{}'), page);
  const browser = await new TestBrowser(gateway.origin).signIn('border-officer');
  const stream = await new Connection().open(gateway.origin, browser);
  const passed = workingTime();
  await gateway.close();
  expect(passed()).toBeLessThan(3_000);
  await until(() => stream.ended);
});

it('a browser that leaves before its stream begins has no stream', async () => {
  const app = fastify();
  const open = { officials: () => -1 };
  const steps = new EventEmitter();
  const sessionFound = once(steps, 'answered');
  const [asked, left] = [once(steps, 'asked'), once(steps, 'left')];
  app.addHook('onRequest', async (_request, { raw }) => void raw.once('close', () => steps.emit('left')));
  const guard: Partial<EventParts['guard']> = {
    loadQuietly: async (request) => {
      steps.emit('asked');
      await sessionFound;
      request.portalSession = { key: 'key', user: { sub: 'officer' }, roles: ['reader'], agencies: [] } as unknown as typeof request.portalSession;
    },
  };
  const bus: EventBus = { publish: () => undefined, subscribe: () => undefined, close: async () => undefined };
  const parts = { settings: gatewaySettings({}), guard, sessions: {}, areas: {}, metrics: new GatewayMetrics(), developmentProcesses: {}, open, bus };
  await app.register(eventRoutes, parts as unknown as EventParts);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const browser = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  browser.write('GET /events HTTP/1.1\r\nHost: portal\r\n\r\n');
  await asked;
  browser.destroy();
  await left;
  steps.emit('answered');
  await new Promise((done) => setTimeout(done, 50));
  const counted = open.officials();
  await app.close();
  expect(counted).toBe(0);
});
