import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { limitRates } from '../limits.ts';
import { GatewayMetrics } from '../observe/gateway-metrics.ts';
import { sendProblem } from '../problems.ts';
import type { SessionGuard } from '../session/guard.ts';
import { gatewaySettings } from '../settings.ts';
import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';
import { Admission, isVisit } from './admission.ts';
import { AdmissionCookies } from './admission-cookies.ts';
import { askAgainAfter } from './waiting-page.ts';

const page = '<!doctype html><html lang="en"><head><title>Single Window</title></head><body><div id="root"></div><!--REGISTRY--></body></html>';
const blank = '/api/declarations/v1/traveller/declaration/info';
const id = '01a21463-bfd4-7015-b80f-6bb6a90a201b';

const secret = 'a secret of thirty-two characters';
/** Milliseconds that the service needs for an answer. */
let slowMs = 0;
let gateway: GatewayUnderTest;
beforeAll(async () => {
  const service = async (_request: unknown, response: { setHeader(name: string, value: string): void; end(text: string): void }) => {
    if (slowMs) await wait(slowMs);
    response.setHeader('content-type', 'application/json');
    response.end('{"status":200,"title":"","html":""}');
  };
  gateway = await openGateway(service, page, { ADMISSION: 'true', QUICK_ANSWER_MS: '50', RATE_LIMIT: 'false', SESSION_SECRET: secret });
});
afterAll(() => gateway.close());

const newcomer = () => new TestBrowser(gateway.origin);
const queues = async (browser: TestBrowser, address = '/', headers: Record<string, string> = {}) =>
  (await browser.open(address, { ...navigation, ...headers })).headers['x-portal-queue'] !== undefined;

/** Keeps the service busy with callers who were admitted before. Returns a function that stops them. */
function crowd(inside: TestBrowser): () => Promise<void> {
  let on = true;
  const callers = Array.from({ length: 36 }, async () => {
    while (on) await inside.open(blank);
  });
  return async () => {
    on = false;
    await Promise.all(callers);
  };
}

async function until(met: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1_200; i++) {
    if (await met()) return;
    await wait(50);
  }
  throw new Error('It never came to it');
}

it.each([
  ['GET', '/api/declarations/v1/verify/abc.def', false],
  ['GET', '/api/trips/v1/verify/abc.def?x=1', false],
  ['GET', '/api/reference/v1/keys', false],
  ['POST', '/api/declarations/v1/verify/abc.def', true],
  ['GET', '/api/declarations/v1/verify', true],
  ['GET', '/api/declarations/v1/keys', true],
  ['GET', blank, true],
])('a newcomer checks a code without queueing: %s %s is a visit: %s', (method, url, visits) => expect(isVisit({ method, url, headers: {} })).toBe(visits));

it.each([
  ['POST', '/eservice/messages/licences/k1/aB-c_d', false],
  ['GET', '/eservice/messages/licences/k1/aB-c_d?language=pt', false],
  ['POST', '/eservice/messages/licences/k1', true],
  ['POST', '/eservice/licences/plain', true],
])('whoever unsubscribes does not queue: %s %s is a visit: %s', (method, url, visits) => expect(isVisit({ method, url, headers: navigation })).toBe(visits));

it.each([
  [undefined, 30],
  [4, 5],
  [60, 30],
  [480, 240],
  [3_600, 300],
])('whoever waits %s seconds asks again after %i', (seconds, after) => expect(askAgainAfter({ place: 9, ahead: 8, seconds })).toBe(after));

it.each([
  [4, 5],
  [3_600, 30],
])('whoever has a new place and waits %i seconds asks again after %i', (seconds, after) =>
  expect(askAgainAfter({ place: 9, ahead: 8, seconds, isNew: true })).toBe(after),
);

it('a pass that is renewed still says when its holder came in', async () => {
  const person = await newcomer().page();
  const [[name]] = [...person.cookies].filter(([each]) => each.includes('admission')) as [[string, string]];
  const cameIn = Date.now() - 11 * 60_000;
  person.cookies.set(name, new AdmissionCookies(secret, () => cameIn).pass());
  await person.page();
  const renewed = new AdmissionCookies(secret).read(person.cookies.get(name));
  expect(renewed).toEqual({ inside: true, cameIn, age: expect.any(Number) });
  expect((renewed as { age: number }).age).toBeLessThan(60_000);
});

it('the queue learns what those bring who came in, and counts no official', async () => {
  const [person, official] = [await newcomer().page(), await newcomer().signIn('border-officer')];
  const learned = async (): Promise<number> => {
    const [, calls = 0] = /^portal_visit_calls\{.*\} (\S+)$/m.exec((await official.open('/metrics')).text) ?? [];
    return Number(calls);
  };
  const send = async (browser: TestBrowser) => {
    const headers = { ...script, 'x-area-token': browser.tokens['mf-declarations'] ?? '', 'x-csrf-token': browser.csrfToken };
    expect((await browser.open(`${blank}/find`, headers, { method: 'POST' })).status).toBe(200);
  };
  // The response to the first call sets the pass cookie. Only calls with the cookie could be counted, so the official calls twice.
  for (let i = 0; i < 2; i++) await send(official);
  await wait(1_500);
  expect(await learned()).toBe(0);
  await send(person);
  await until(async () => (await learned()) > 0);
});

it('calls without cookies are no newcomers: hundreds in a moment begin no queue', async () => {
  const calls = Array.from({ length: 20 }, async () => {
    for (let i = 0; i < 15; i++) expect((await newcomer().open(blank, script)).status).toBe(200);
  });
  await Promise.all(calls);
  expect(await queues(newcomer())).toBe(false);
});

it('one network address takes only so many places a minute, also by loading pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-places-'));
  const settings = gatewaySettings({ LANGUAGES: 'en,pt', RATE_LIMIT_GENERAL: '5', DATA_DIR: folder });
  const metrics = new GatewayMetrics();
  const app = Fastify().setErrorHandler(sendProblem);
  await app.register(cookie);
  await limitRates(app, { settings, metrics, areas: async () => [] });
  const admission = new Admission(app, { settings, metrics, guard: {} as SessionGuard, services: [] });
  admission.register();
  app.get('/', async () => 'page');
  // So many newcomers within a moment begin the queue, and wait in it for some minutes.
  for (let i = 0; i < 20_000; i++) await admission.room.arrive();
  const open = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/', remoteAddress, headers: { ...navigation, 'accept-language': 'pt', ...headers } });
  const places: (string | number)[] = [];
  for (let i = 0; i < 5; i++) places.push((await open('192.0.2.1')).headers['x-portal-queue'] as string);
  expect(new Set(places).size).toBe(5);
  const refused = await open('192.0.2.1');
  const seconds = String(refused.headers['retry-after']);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers).toMatchObject({ refresh: seconds, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
  expect(refused.headers['set-cookie']).toBeUndefined();
  expect(refused.body).toContain(`<p>Demasiados pedidos. Tente novamente dentro de ${seconds} segundos.</p>`);
  const asked = await app.inject({ method: 'POST', url: '/auth/pass', remoteAddress: '192.0.2.1' });
  expect([asked.statusCode, asked.json().errors[0].code]).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(await metrics.registry.getSingleMetricAsString('portal_rate_limited_calls_total')).toContain('{limit="place",service="gateway"} 2');
  const other = await open('192.0.2.2');
  const holder = String(other.headers['set-cookie']).split(';')[0] as string;
  expect([other.statusCode, (await open('192.0.2.1', { cookie: holder })).statusCode]).toEqual([503, 503]);
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('While the portal has more to do than it can', () => {
  let inside: TestBrowser;
  let official: TestBrowser;
  let release: () => Promise<void>;

  beforeAll(async () => {
    inside = await newcomer().page();
    official = await newcomer().signIn('border-officer');
    slowMs = 200;
    release = crowd(inside);
    // Fills the queue until 30 people wait, so that the next newcomers are not admitted at once.
    let waiting = 0;
    await until(async () => {
      if (await queues(newcomer())) waiting++;
      return waiting === 30;
    });
  });
  afterAll(async () => {
    slowMs = 0;
    await release();
  });

  it('newcomers get a page of at most 5 kB that needs no script, keeps their place and asks again by itself', async () => {
    const browser = newcomer();
    const first = await browser.open('/eservice/traveller', navigation);
    expect([first.status, first.headers['cache-control'], first.headers['retry-after']]).toEqual([503, 'no-store', expect.stringMatching(/^\d+$/)]);
    expect(Buffer.byteLength(first.text)).toBeLessThan(5_000);
    expect(first.headers.refresh).toBe(first.headers['retry-after']);
    expect(first.text).not.toMatch(/<script|<link|<img|http-equiv/);
    expect(first.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(first.text).toContain('People ahead of you');
    const cookieOf = ({ cookies }: TestBrowser) => [...cookies].find(([name]) => name.includes('admission'))?.[1].split('.')[0];
    expect(cookieOf(browser)).toBe('new');
    const other = newcomer();
    const second = await other.open('/', navigation);
    const placeOf = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['x-portal-queue']);
    expect(placeOf(second)).toBeGreaterThan(placeOf(first));
    const again = await browser.open('/', navigation);
    expect(again.headers['x-portal-queue'] === undefined || placeOf(again) === placeOf(first)).toBe(true);
    expect(cookieOf(browser)).toBe(again.headers['x-portal-queue'] === undefined ? 'in' : 'place');
  });

  it.each([
    ['pt', 'Está na fila', 'ltr'],
    ['ar', 'أنت في قائمة الانتظار', 'rtl'],
  ])('it speaks the language of the reader: %s', async (language, title, direction) => {
    const { text, headers } = await newcomer().open('/', { ...navigation, 'accept-language': language });
    expect(headers['content-language']).toBe(language);
    expect(text).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(text).toContain(`<h1>${title}</h1>`);
  });

  it.each(['portal.language', '__Host-portal.language'])('it speaks the language that the reader has chosen, also over https: %s', async (cookie) => {
    const browser = newcomer();
    browser.cookies.set(cookie, 'pt');
    const { text, headers } = await browser.open('/', { ...navigation, 'accept-language': 'en' });
    expect([headers['content-language'], text.includes('<h1>Está na fila</h1>')]).toEqual(['pt', true]);
  });

  it('a call of a newcomer is told when to try again', async () => {
    const { status, headers, text } = await newcomer().open(blank, script);
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(JSON.parse(text).errors).toEqual([expect.objectContaining({ code: 'UNAVAILABLE' })]);
  });

  /** Sends a form without cookies, as for a person who signed it without a network. */
  const sendForm = (headers: Record<string, string> = {}) => newcomer().open(`${blank}/find`, { ...script, ...headers }, { method: 'POST' });

  it('calls without cookies take no place', async () => {
    const placeOfNext = async () => Number((await newcomer().open('/', navigation)).headers['x-portal-queue']);
    const before = await placeOfNext();
    for (let i = 0; i < 25; i++) {
      const { status, headers } = await newcomer().open(blank, script);
      expect([status, headers['retry-after'], headers['set-cookie']]).toEqual([503, expect.stringMatching(/^[2-6]$/), undefined]);
    }
    expect((await sendForm()).status).toBe(503);
    expect(await placeOfNext()).toBe(before + 1);
  });

  it('a mail program unsubscribes with one call, without cookies', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const unsubscribed = await newcomer().open('/eservice/messages/licences/k1/aB-c_d', headers, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
    expect([unsubscribed.status, unsubscribed.headers['x-portal-pass']]).toEqual([200, undefined]);
  });

  it('whoever is inside sends a form also without cookies, with the pass', async () => {
    expect((await sendForm()).headers['x-portal-pass']).toBe('required');
    const { status, text } = await inside.open('/auth/pass', script, { method: 'POST' });
    expect(status).toBe(200);
    expect((await sendForm({ 'x-portal-pass': JSON.parse(text).pass })).headers['x-portal-pass']).toBeUndefined();
    expect((await sendForm({ 'x-portal-pass': 'in.0.9999999999999.AAAAAAAAAAAAAAAAAAAAAA' })).headers['x-portal-pass']).toBe('required');
  });

  it('a newcomer who asks for a pass gets a place, and keeps it', async () => {
    const browser = newcomer();
    const ask = () => browser.open('/auth/pass', script, { method: 'POST' });
    const { status, headers } = await ask();
    expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    const held = () => new AdmissionCookies(secret).read([...browser.cookies.values()][0]);
    const first = held() as { place: number };
    expect(first).toEqual({ place: expect.any(Number), isNew: true });
    const again = await ask();
    expect(held()).toEqual(again.status === 200 ? expect.objectContaining({ inside: true }) : { place: first.place, isNew: false });
  });

  it('whoever is inside stays inside, and officials come in at any time', async () => {
    for (const browser of [inside, official, await newcomer().signIn('border-supervisor')]) {
      expect(await queues(browser)).toBe(false);
      expect((await browser.open(blank, script)).status).not.toBe(401);
      expect(await queues(browser, '/eservice/traveller')).toBe(false);
    }
  });

  it('a session of the public, or an invented one, is no way around the queue', async () => {
    expect(await queues(await newcomer().signIn('applicant'))).toBe(true);
    const forged = newcomer();
    for (const name of official.cookies.keys()) forged.cookies.set(name, 'in.0.9999999999999.AAAAAAAAAAAAAAAAAAAAAA');
    expect(await queues(forged)).toBe(true);
  });

  it.each(['/v/AAAA', `/eservice/traveller/${id}/qr`, '/health/live', '/remotes.json', '/auth/session', '/sign-in'])(
    'whoever shows a code or signs in does not queue: %s',
    async (address) => {
      expect(await queues(newcomer(), address)).toBe(false);
    },
  );

  it('when there is room again, those who wait come in by loading the page', async () => {
    const browser = newcomer();
    expect(await queues(browser)).toBe(true);
    slowMs = 0;
    await release();
    await until(async () => !(await queues(browser)));
    expect(await queues(browser, '/eservice/traveller')).toBe(false);
  });
});
