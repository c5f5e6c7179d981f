import { mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { sha384 } from '@portal/remotes';
import { writeSignedRegistry } from '@portal/remotes/testing';
import type { OfflineManifest } from '../offline/offline-manifest.ts';
import { type GatewayUnderTest, navigation, openGateway, script, TestBrowser } from '../testing/gateway-under-test.ts';

const shell =
  '<!doctype html><html lang="en"><head><title>Single Window</title><link rel="preload" as="font" href="/font.woff2"><!--PRELOAD--></head><body><div id="shell"><!--SHELL--></div><noscript>No script</noscript><!--REGISTRY--></body></html>';

/** Replaces the shell's own rendering module, which web-kit tests. The replacement prints what the gateway passed to it. */
const drawing = `
const plain = (value) => JSON.stringify(value).replace(/[&<>]/g, '');
exports.drawPage = async ({ finding }) => ({ title: 'Portal', html: '<button type="button" data-switch="labels" aria-pressed="false">Both</button><main>' + (finding ? plain(finding) : 'nothing') + '<div id="area-root"></div></main>' });
exports.drawProblem = async (status, body, language) => ({ title: 'Refused', html: '<h1>' + plain([status, JSON.parse(body || '{}').errors?.[0].message, language]) + '</h1>' });
exports.findFor = async (path, registry, ask) => ask(registry.areas[0].name, '/v1/verify/' + path.slice(3));
exports.fillDocument = ([{ title, html }], id, { model }, language) => model.lane === 'BLUE' ? undefined : { title, html: html.replace('@', plain([model.name, id, language])) };
`;

const base = '/remotes/mf-trips/1.0.0-aa/';
const screens = JSON.stringify({ cases: [{ title: 'Registered', html: '<p>@</p>', assumes: [] }] });
const area = {
  name: 'mf-trips',
  version: '1.0.0-aa',
  prefixes: ['/eservice/triptic'],
  entry: `${base}remoteEntry.0a1b2c3d.js`,
  screens: {
    '/eservice/triptic/qr/:id': { html: { en: `${base}screens/qr.en.json`, pt: `${base}screens/qr.pt.json` }, files: [], document: '/v1/triptic/trip' },
  },
  integrity: {
    [`${base}remoteEntry.0a1b2c3d.js`]: `sha384-${'a'.repeat(64)}`,
    [`${base}screens/qr.en.json`]: sha384(screens),
    [`${base}screens/qr.pt.json`]: sha384(screens),
  },
  title: { en: 'Trips', pt: 'Viagens' },
  // The claimed address must not count: the gateway asks the area's own service.
  api: '/api/declarations',
  menu: [],
  offline: { screens: [], under: ['/eservice/triptic'], calls: [], catalogues: [] },
};

const id = '0198c5a0-71d2-7f10-8a3b-5c0e9d70c001';
const page = `/eservice/triptic/qr/${id}`;

interface Data {
  language: string;
  finding?: object;
  document?: { area: string; kind: string; id: string; answer: object };
}
const dataIn = (html: string): Data | undefined => {
  const block = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1];
  return block === undefined ? undefined : JSON.parse(block);
};

describe('a page that shows what a service says', () => {
  let gateway: GatewayUnderTest;
  const reached: { url?: string; authorization?: string; language?: string }[] = [];
  let answer: (response: ServerResponse, request: IncomingMessage) => void;
  const json =
    (body: unknown, status = 200) =>
    (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body));

  const started = async (limit: string): Promise<GatewayUnderTest> => {
    const gateway = await openGateway(
      (request, response) => {
        const { authorization, 'accept-language': language } = request.headers;
        reached.push({ url: request.url, authorization, language });
        answer(response, request);
      },
      shell,
      { RATE_LIMIT_GENERAL: limit },
    );
    mkdirSync(join(gateway.folder, 'web/.page'));
    writeFileSync(join(gateway.folder, 'web/.page/prerender.cjs'), drawing);
    mkdirSync(join(gateway.folder, 'mf-trips/1.0.0-aa/screens'), { recursive: true });
    for (const language of ['en', 'pt']) writeFileSync(join(gateway.folder, `mf-trips/1.0.0-aa/screens/qr.${language}.json`), screens);
    await writeSignedRegistry(gateway.folder, [area], 1);
    return gateway;
  };
  beforeAll(async () => {
    gateway = await started('1000');
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    answer = json({ model: { name: 'ANA DA COSTA' }, actions: [] });
    reached.length = 0;
  });
  const browser = () => new TestBrowser(gateway.origin);
  const open = (path = page, headers: Record<string, string> = navigation, by = browser()) => by.open(path, headers);

  it('is filled with the document before it is sent, and kept nowhere', async () => {
    const { status, headers, text } = await open();
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(reached).toEqual([{ url: `/v1/triptic/trip/${id}/document`, authorization: undefined, language: 'en' }]);
    expect(text).toContain(`data-path="${page}"><div><p>["ANA DA COSTA","${id}","en"]</p></div>`);
    expect(text).toContain('<title>Registered – Single Window</title>');
    expect(text).not.toContain('No script');
    expect(dataIn(text)).toEqual({
      language: 'en',
      document: { area: 'mf-trips', kind: '/v1/triptic/trip', id, answer: { model: { name: 'ANA DA COSTA' }, actions: [] } },
    });
  });

  it('is listed for devices as a frame, which they get at an address without an id, and the drawn screens; a browser that opens it gets no marks', async () => {
    const by = browser();
    const { manifest } = JSON.parse((await by.open('/offline.json', script)).text) as { manifest: string };
    const { documents, files } = JSON.parse(manifest) as OfflineManifest;
    const [{ integrity, marks, ...listed }] = documents as [OfflineManifest['documents'][number]];
    const path = '/eservice/triptic/qr/-';
    const [kind, cases] = ['/v1/triptic/trip', `${base}screens/qr.en.json`];
    expect([documents.length, listed]).toEqual([1, { path, area: 'mf-trips', documents: `/api/trips${kind}`, kind, cases, settings: {} }]);
    expect(files[cases]).toBe(sha384(screens));
    const frame = await by.open(path, script);
    expect(sha384(frame.text)).toBe(integrity);
    expect(frame.text).toContain(`data-path="${path}"><div>${marks.html}</div>`);
    expect(frame.text).toContain(`<title>${marks.title} – Single Window</title>`);
    expect(reached).toEqual([]);
    answer = json({ errors: [{ message: 'no such document' }] }, 404);
    expect((await open(path)).text).not.toContain(marks.html);
    answer = (response) => response.destroy();
    expect((await open(path)).text).not.toContain(marks.html);
  });

  it('speaks the reader’s language', async () => {
    const by = browser();
    by.cookies.set('portal.language', 'pt');
    const { text } = await open(page, navigation, by);
    expect(reached[0]?.language).toBe('pt');
    expect(text).toContain(`["ANA DA COSTA","${id}","pt"]`);
    expect(dataIn(text)?.language).toBe('pt');
  });

  it('shows each visitor what the service tells that visitor', async () => {
    answer = (response, { headers }) =>
      headers.authorization
        ? json({ model: { name: 'OF THE OFFICER' }, actions: [] })(response)
        : json({ model: { name: 'OF NOBODY' }, actions: [] })(response);
    const officer = await browser().signIn('border-officer');
    expect((await open(page, navigation, officer)).text).toContain('OF THE OFFICER');
    expect((await open()).text).not.toContain('OF THE OFFICER');
    expect((await open(page, { ...navigation, authorization: 'Bearer of somebody' })).text).toContain('OF NOBODY');
    expect((await open(page, navigation, officer)).text).not.toContain('OF NOBODY');
    answer = json({}, 404);
    expect((await open()).text).not.toMatch(/OF NOBODY|OF THE OFFICER/);
  });

  it.each([
    ['refuses', 403, 'You may not see this'],
    ['knows no such document', 404, 'There is no such document'],
    ['has erased the document', 410, 'It was erased'],
  ])('says so, with the status, where the service %s', async (_name, status, message) => {
    answer = json({ errors: [{ message }] }, status);
    const { status: given, headers, text } = await open();
    expect([given, headers['cache-control']]).toEqual([status, 'no-store']);
    expect(text).toContain(`<div data-area="mf-trips"><div><h1>[${status},"${message}","en"]</h1></div></div>`);
    expect(text).toContain('<title>Refused – Single Window</title>');
    expect(text).not.toContain('No script');
    expect(dataIn(text)).toBeUndefined();
    expect(reached).toHaveLength(1);
    expect((await open(page, {})).text).not.toContain(message);
  });

  it.each<[string, unknown, number, number]>([
    ['fails', { errors: [{ message: 'Out of order' }] }, 500, 500],
    ['asks to wait', { errors: [{ message: 'Too many' }] }, 429, 429],
    ['says no document', '["ANA DA COSTA"]', 200, 503],
    ['says half of one', '{"model": {"name": "ANA DA COSTA"', 200, 503],
    ['says too much', { model: { name: 'ANA DA COSTA', more: 'x'.repeat(600_000) } }, 200, 503],
  ])('asks again where the service %s, and says so to a reader without script', async (_name, body, status, told) => {
    answer = json(body, status);
    const { status: given, text } = await open();
    expect(given).toBe(200);
    expect(text).not.toContain('ANA DA COSTA');
    expect(text).toMatch(new RegExp(`<noscript>.*<h1>\\[${told},.*</noscript>`));
    expect(text.replace(/<noscript>.*<\/noscript>/, '')).not.toContain('<h1>');
    expect(dataIn(text)).toBeUndefined();
    expect(reached).toHaveLength(1);
    // The page for other clients does not contain the failure.
    expect((await open(page, {})).text).toContain('No script');
  });

  it.each<[string, unknown]>([
    ['says nothing of the document', {}],
    ['tells of one that the area has not drawn', { model: { name: 'ANA DA COSTA', lane: 'BLUE' } }],
  ])('is sent as for everybody where the service %s', async (_name, body) => {
    answer = json(body);
    const { status: given, text } = await open();
    expect(given).toBe(200);
    expect(text).not.toContain('ANA DA COSTA');
    expect(text).toContain('No script');
    expect(dataIn(text)).toBeUndefined();
    expect(reached).toHaveLength(1);
  });

  it('does not wait for a service that hangs', async () => {
    const held: ServerResponse[] = [];
    answer = (response) => void held.push(response);
    const { text } = await open();
    expect(text).toContain('nothing');
    expect(text).toContain('<h1>[503,null,"en"]');
    expect(dataIn(text)).toBeUndefined();
    for (const response of held) response.end();
    expect(held).toHaveLength(1);
  });

  it('says nothing to a script that reads its address, nor to a question in the address', async () => {
    const frame = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
    for (const [path, headers] of [
      [page, script],
      [page, {}],
      [page, frame],
      [`${page}?x=1`, navigation],
      [`${page}/`.replace(id, '..%2f..%2finternal'), navigation],
      [page.replace(id, '...'), navigation],
    ] as const) {
      expect(dataIn((await open(path, headers)).text)).toBeUndefined();
    }
    expect(dataIn((await browser().open(page, navigation, { method: 'HEAD' })).text)).toBeUndefined();
    expect(reached).toEqual([]);
  });

  it('holds hostile texts as texts', async () => {
    const name = '</script><script>x()</script><!--REGISTRY-->{{0}}$&';
    answer = json({ model: { name }, actions: [] });
    const { text } = await open();
    expect(dataIn(text)?.document?.answer).toEqual({ model: { name }, actions: [] });
    expect(text.match(/<script/g)).toHaveLength(3);
    expect(text).not.toContain('<script>x()');
  });

  it('shows what was found about a code', async () => {
    answer = json({ genuine: true, reference: 'TRP-1' });
    const { headers, text } = await open('/v/aa.bb.cc');
    expect(reached).toEqual([{ url: '/v1/verify/aa.bb.cc', authorization: undefined, language: 'en' }]);
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<main>{"genuine":true,"reference":"TRP-1"}');
    expect(dataIn(text)).toEqual({ language: 'en', finding: { genuine: true, reference: 'TRP-1' } });
    answer = json({}, 503);
    const without = await open('/v/aa.bb.cc');
    expect(without.text).toContain('<main>nothing');
    expect(without.text).toMatch(/<noscript>.*<h1>\[503,null,"en"\]/);
    expect(dataIn(without.text)).toBeUndefined();
  });

  it('shows labels in both languages to whoever has chosen that', async () => {
    const by = browser();
    by.cookies.set('portal.labels', 'both');
    const both = (await open('/', navigation, by)).text;
    expect(both).toContain('<html data-labels="both" lang="en">');
    expect(both).toContain('data-switch="labels" aria-pressed="true"');
    by.cookies.set('portal.labels', 'one');
    const one = (await open('/', navigation, by)).text;
    expect(one).toContain('<html lang="en">');
    expect(one).toContain('data-switch="labels" aria-pressed="false"');
  });

  it('names the font to a browser that has it, and to no other', async () => {
    const by = browser();
    expect((await open('/', navigation, by)).text).not.toContain('font.woff2');
    by.cookies.set('portal.font', 'kept');
    expect((await open('/', navigation, by)).text).toContain('<link rel="preload" as="font" href="/font.woff2">');
  });

  it('counts its call like every call of the visitor: beyond the limit it is sent without', async () => {
    // A gateway of its own with a low limit: all calls must be made within the minute of the limit.
    const limited = await started('10');
    try {
      const visitor = () => new TestBrowser(limited.origin);
      let told = 0;
      for (let count = 0; count < 15; count += 1) told += dataIn((await open(page, navigation, visitor())).text) ? 1 : 0;
      expect(told).toBe(10);
      expect((await visitor().open('/api/trips/v1/triptic/trip/info', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' })).status).toBe(429);
    } finally {
      await limited.close();
    }
  });
});
