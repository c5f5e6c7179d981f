import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeRegistry, writeSignedRegistry } from '@portal/remotes/testing';
import type { FastifyInstance } from 'fastify';
import { buildGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

const page = `<!doctype html><html class="t" lang="en"><head><title>Single Window</title><!--PRELOAD--><template id="scripts"><script src="/main.js"></script><!--SCRIPTS--></template></head><body><div id="shell"></div><!--REGISTRY--></body></html>`;
const hash = `sha384-${'a'.repeat(64)}`;
const area = (version: string) => ({
  name: 'mf-declarations',
  version,
  prefixes: ['/eservice/departure', '/other/departure'],
  entry: `/remotes/mf-declarations/${version}/remoteEntry.0a1b2c3d.js`,
  integrity: {
    [`/remotes/mf-declarations/${version}/remoteEntry.0a1b2c3d.js`]: hash,
    [`/remotes/mf-declarations/${version}/assets/area.0a1b2c3d.css`]: hash,
  },
  preload: [`/remotes/mf-declarations/${version}/assets/area.0a1b2c3d.css`],
  title: { en: '</script><script>alert(1)</script>', pt: 'x' },
  kinds: [{ path: '/v1/departure/declaration' }, { path: '/v1/traveller/declaration' }],
});

interface Seen {
  method?: string;
  url?: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Requests an address exactly as written: a URL parser would normalise it before sending. */
const statusOf = (app: FastifyInstance, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = app.server.address() as AddressInfo;
    httpRequest({ hostname: '127.0.0.1', port, path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

describe('the gateway', () => {
  let folder: string;
  let app: FastifyInstance;
  let service: Server;
  let origin: string;
  const seen: Seen[] = [];
  const last = (): Seen => seen[seen.length - 1];

  const deploy = async (version: string, generation: number): Promise<unknown> => writeSignedRegistry(join(folder, 'remotes'), [area(version)], generation);

  const start = async (more: Record<string, string> = {}, changes: Partial<ReturnType<typeof gatewaySettings>> = {}): Promise<FastifyInstance> => {
    const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const built = await buildGateway({
      ...gatewaySettings({
        LOG_LEVEL: 'silent',
        DATA_DIR: join(folder, 'data'),
        WEB_DIR: join(folder, 'web'),
        REMOTES_DIR: join(folder, 'remotes'),
        REFERENCE_URL: serviceUrl,
        DECLARATIONS_URL: serviceUrl,
        MEDIA_URL: serviceUrl,
        LICENCES_URL: 'http://127.0.0.1:9',
        ...more,
      }),
      ...changes,
    });
    await built.listen({ port: 0, host: '127.0.0.1' });
    return built;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-gateway-'));
    for (const name of ['web/assets', 'remotes/mf-declarations/1.0.0-aa']) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    writeFileSync(join(folder, 'web', 'index.html'), page);
    writeFileSync(join(folder, 'web', 'assets', 'main.0a1b2c3d.js'), `console.log("${'shell '.repeat(300)}")`);
    writeFileSync(join(folder, 'remotes', 'mf-declarations', '1.0.0-aa', 'remoteEntry.0a1b2c3d.js'), 'var entry');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    await deploy('1.0.0-aa', 1);
    service = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        seen.push({ method: request.method, url: request.url, headers: request.headers, body: body.slice(0, 200) });
        const caching = request.url === '/v1/kept' ? { 'cache-control': 'public, max-age=60', vary: 'Accept-Language' } : {};
        response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'leak=1', server: 'inside', 'x-powered-by': 'inside', ...caching });
        response.end(JSON.stringify({ length: body.length, filler: 'x'.repeat(2000) }));
      });
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    app = await start();
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    await app.close();
    service.closeAllConnections();
    service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  describe('as a proxy', () => {
    it('hands a service what it needs and nothing a caller could forge', async () => {
      const answer = await fetch(`${origin}/api/declarations/v1/departure/declaration?x=1%20a`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': 'k1',
          cookie: 'other=1',
          'x-internal-token': 'forged',
          'x-forwarded-for': '6.6.6.6',
          'x-request-id': 'forged',
          'x-csrf-token': 'c',
        },
        body: '{"a":1}',
      });
      expect(answer.status).toBe(200);
      const { headers, url, method, body } = last();
      expect([method, url, body]).toEqual(['POST', '/v1/departure/declaration?x=1%20a', '{"a":1}']);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'idempotency-key': 'k1',
        'x-forwarded-for': '127.0.0.1',
        'x-request-id': answer.headers.get('x-request-id'),
      });
      for (const name of ['cookie', 'x-internal-token', 'x-csrf-token', 'authorization', 'referer']) {
        expect(headers).not.toHaveProperty(name);
      }
    });

    it('lets the token of an API client through and no other kind of authorization', async () => {
      await fetch(`${origin}/api/reference/v1/x`, { headers: { authorization: 'Bearer abc' } });
      expect(last().headers.authorization).toBe('Bearer abc');
      await fetch(`${origin}/api/reference/v1/x`, { headers: { authorization: 'Basic abc' } });
      expect(last().headers.authorization).toBeUndefined();
    });

    it('tells the caller nothing of the inside', async () => {
      const answer = await fetch(`${origin}/api/reference/v1/x`);
      for (const name of ['set-cookie', 'server', 'x-powered-by']) {
        expect(answer.headers.get(name)).toBeNull();
      }
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('lets no cache keep what may be somebody’s, whatever its service says, and catalogues be kept', async () => {
      const kept = async (area: string): Promise<string | null> => (await fetch(`${origin}/api/${area}/v1/kept`)).headers.get('cache-control');
      expect(await Promise.all(['declarations', 'media', 'reference'].map(kept))).toEqual(['no-store', 'no-store', 'public, max-age=60']);
    });

    it('compresses long answers on their way', async () => {
      const answer = await fetch(`${origin}/api/reference/v1/x`, { headers: { 'accept-encoding': 'br' } });
      expect(answer.headers.get('content-encoding')).toBe('br');
      expect((await answer.json()).filler).toHaveLength(2000);
    });

    it('tells caches that an answer depends on the encoding, and on what its service says', async () => {
      const varies = async (path: string): Promise<string | null> => (await fetch(`${origin}/api/reference${path}`)).headers.get('vary');
      expect([await varies('/v1/x'), await varies('/v1/kept')]).toEqual(['accept-encoding', 'Accept-Language, accept-encoding']);
    });

    it.each([
      '/internal/renders/x',
      '//internal/x',
      '/INTERNAL/x',
      '/%69nternal/x',
      '/v1/../internal/x',
      '/v1/%2e%2e/internal/x',
      '/v1/..%2finternal/x',
      '/\\internal/x',
      '/metrics',
      '/%',
    ])('does not reach %s of a service', async (path) => {
      const before = seen.length;
      for (const prefix of ['/api/reference', '/%61pi/reference', '/api/%72eference']) {
        expect([400, 404]).toContain(await statusOf(app, prefix + path));
      }
      expect(seen).toHaveLength(before);
    });

    it('refuses JSON over 1 MB with 413, with or without a declared length', async () => {
      const big = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
      const declared = await fetch(`${origin}/api/declarations/v1/x`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: big });
      const streamed = await fetch(`${origin}/api/declarations/v1/x`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Blob([big]).stream(),
        duplex: 'half',
      } as RequestInit);
      for (const answer of [declared, streamed]) {
        expect(answer.status).toBe(413);
        expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
        expect(await answer.json()).toMatchObject({ status: 413, errors: [{ code: 'FILE_TOO_LARGE' }], requestId: answer.headers.get('x-request-id') });
      }
    });

    it('lets a file of 10 MB pass to svc-media', async () => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(10 * 1024 * 1024)]), 'scan.pdf');
      const answer = await fetch(`${origin}/api/media/v1/default`, { method: 'POST', body: form });
      expect(answer.status).toBe(200);
      expect((await answer.json()).length).toBeGreaterThan(1024 * 1024);
    });

    it('answers 503 with Retry-After while a service is down', async () => {
      const answer = await fetch(`${origin}/api/licences/v1/professional/info`);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(await answer.json()).toMatchObject({ type: 'about:blank', status: 503, errors: [{ code: 'UNAVAILABLE' }] });
      expect((await fetch(`${origin}/health/ready`)).status).toBe(503);
      expect((await fetch(`${origin}/health/live`)).status).toBe(200);
    });

    it('answers who is sending when the service dies, and keeps the connection', async () => {
      const dying = createServer().on('connection', (socket) => socket.once('data', () => socket.destroy()));
      await new Promise<void>((resolve) => dying.listen(0, '127.0.0.1', resolve));
      const tripsUrl = `http://127.0.0.1:${(dying.address() as AddressInfo).port}`;
      const gateway = await start({ TRIPS_URL: tripsUrl });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ports = new Set<number | undefined>();
      const post = (body: string): Promise<number | undefined> =>
        new Promise((resolve, reject) => {
          const { port } = gateway.server.address() as AddressInfo;
          const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
          const request = httpRequest({ port, host: '127.0.0.1', path: '/api/trips/v1/triptic/trip/', method: 'POST', headers, agent }, (response) => {
            ports.add(request.socket?.localPort);
            response.resume().on('end', () => resolve(response.statusCode));
          });
          request.on('error', reject).end(body);
        });
      try {
        for (const body of ['{}', JSON.stringify({ text: 'x'.repeat(200_000) }), '{}']) expect(await post(body)).toBe(503);
        expect(ports.size).toBe(1);
      } finally {
        agent.destroy();
        await gateway.close();
        dying.close();
      }
    });

    it('has no answer for an area that does not exist', async () => {
      const answer = await fetch(`${origin}/api/nothing/v1/x`);
      expect([answer.status, (await answer.json()).errors[0].code]).toEqual([404, 'NOT_FOUND']);
    });
  });

  describe('as the page', () => {
    const open = (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers: { accept: 'text/html', ...headers } });

    it.each([
      ['/', 200],
      ['/staff', 200],
      ['/sign-in', 200],
      ['/privacy', 200],
      ['/v/aaa.bbb.ccc', 200],
      ['/eservice/departure/declaration', 200],
      ['/other/departure', 200],
      ['/other/departures', 404],
      ['/nowhere/at/all', 404],
      ['/design', 200],
    ])('is shown at %s with %d', async (path, status) => {
      const answer = await open(path);
      expect([answer.status, (await answer.text()).includes('id="shell"')]).toEqual([status, true]);
    });

    it('shows every component in development only', async () => {
      const inProduction = await start({}, { nodeEnv: 'production' });
      try {
        const { port } = inProduction.server.address() as AddressInfo;
        const answer = await fetch(`http://127.0.0.1:${port}/design`, { headers: { accept: 'text/html' } });
        expect([answer.status, (await answer.text()).includes('<meta name="portal-development" content="off">')]).toEqual([404, true]);
        expect((await fetch(`http://127.0.0.1:${port}/contact`, { headers: { accept: 'text/html' } })).status).toBe(200);
      } finally {
        await inProduction.close();
      }
    });

    it('has a policy without holes', async () => {
      const { headers } = await open('/');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-src 'self' blob:;");
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('permissions-policy')).toContain('camera=(self)');
    });

    it('carries the registry and preloads its area', async () => {
      const html = await (await open('/eservice/departure/declaration')).text();
      // The scripts are inside a template element. The first script of the page takes them out.
      expect(html).toContain(
        `<template id="scripts"><script src="/main.js"></script><link rel="preload" as="script" href="/remotes/mf-declarations/1.0.0-aa/remoteEntry.0a1b2c3d.js" integrity="${hash}" fetchpriority="low"></template>`,
      );
      expect(html).toContain(`<link rel="preload" as="style" href="/remotes/mf-declarations/1.0.0-aa/assets/area.0a1b2c3d.css" integrity="${hash}">`);
      const block = /<script type="application\/json" id="registry">(.*?)<\/script>/.exec(html)?.[1] ?? '';
      expect(JSON.parse(block)).toMatchObject({ generation: 1, areas: [area('1.0.0-aa')] });
      expect(await (await open('/')).text()).not.toContain('rel="preload"');
    });

    it('is in the language that was chosen or that the browser asks for', async () => {
      expect(await (await open('/', { 'accept-language': 'pt-PT,en;q=0.5' })).text()).toContain('<html class="t" lang="pt"');
      expect(await (await open('/', { 'accept-language': 'tet' })).text()).toContain('<html class="t" lang="tet"');
      expect(await (await open('/', { 'accept-language': 'is' })).text()).toContain('<html class="t" lang="en"');
      expect(await (await open('/', { cookie: 'portal.language=pt', 'accept-language': 'en' })).text()).toContain('lang="pt"');
    });

    it('is not sent again unchanged', async () => {
      const etag = (await open('/')).headers.get('etag') ?? '';
      expect((await open('/', { 'if-none-match': etag })).status).toBe(304);
    });

    it('does not stand in for a file', async () => {
      const answer = await open('/assets/main.ffffffff.js');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
      expect((await open('/..%2f..%2fsecret.txt')).status).toBe(404);
      expect((await open('/remotes/..%2f..%2fsecret.txt')).status).toBe(404);
      for (const path of ['//index.html', '/%2Findex.html', '/%2569ndex.html', '/x/..%2findex.html', '//assets/main.0a1b2c3d.js'])
        expect([path, (await open(path)).status]).toEqual([path, 404]);
    });

    it('loads its files compressed and for a year', async () => {
      const answer = await open('/assets/main.0a1b2c3d.js', { 'accept-encoding': 'gzip, br' });
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-encoding')).toBe('br');
      expect(await answer.text()).toContain('shell shell');
      const remote = await open('/remotes/mf-declarations/1.0.0-aa/remoteEntry.0a1b2c3d.js');
      expect(remote.headers.get('cache-control')).toContain('immutable');
      expect(remote.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    });
  });

  describe('and the registry', () => {
    it('follows a new deployment, and keeps the last good state while the file is broken', async () => {
      const read = async () => (await fetch(`${origin}/remotes.json`)).json();
      const second = await deploy('1.0.0-bb', 2);
      expect(await read()).toEqual(second);
      for (const broken of ['{"generation":3,', '{"generation":3,"areas":[{"name":"x"}]}', '[]']) {
        writeRegistry(join(folder, 'remotes'), broken);
        expect(await read()).toMatchObject({ areas: [{ version: '1.0.0-bb' }], notice: expect.stringMatching(/last good/) });
      }
      const fourth = await deploy('1.0.0-aa', 4);
      expect(await read()).toEqual(fourth);
    });

    it('travels compressed, and is not sent again unchanged', async () => {
      const { headers } = await fetch(`${origin}/remotes.json`, { headers: { 'accept-encoding': 'br' } });
      expect(headers.get('content-encoding')).toBe('br');
      const etag = headers.get('etag') ?? '';
      expect((await fetch(`${origin}/remotes.json`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    });
  });

  describe('with limits', () => {
    it('answers 429 with Retry-After, each finder for itself', async () => {
      const limited = await start({ RATE_LIMIT_FIND: '3', DATA_DIR: join(folder, 'data-2') });
      const find = async (kind: string) => limited.inject({ url: `/api/declarations/v1/${kind}/declaration/find?q=${Math.random()}` });
      const answers = [await find('departure'), await find('departure'), await find('departure'), await find('departure')];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
      expect(Number(answers[3].headers['retry-after'])).toBeGreaterThan(0);
      expect(answers[3].json()).toMatchObject({ status: 429, errors: [{ code: 'TOO_MANY_REQUESTS' }] });
      expect((await find('traveller')).statusCode).toBe(200);
      await limited.close();
    });

    it('counts finders that no area publishes together, so that invented addresses give nobody more calls', async () => {
      const limited = await start({ RATE_LIMIT_FIND: '3', RATE_LIMIT_CODE: '2', DATA_DIR: join(folder, 'data-10') });
      const statuses = async (paths: string[]): Promise<number[]> => {
        const codes: number[] = [];
        for (const path of paths) codes.push((await limited.inject(`/api/${path}`)).statusCode);
        return codes;
      };
      const finders = [
        'declarations/v1/1',
        'declarations/v1/2',
        'reference/v1/3',
        'declarations/v1/departure/declaration/find',
        'declarations/v1/Departure/declaration',
      ];
      expect(await statuses(finders.map((path) => `${path}/find`))).toEqual([200, 200, 200, 429, 429]);
      expect(await statuses(['declarations/v1/1/find/code', 'reference/v1/2/find/code', 'declarations/v1/3/find/code'])).toEqual([200, 200, 429]);
      expect(await statuses(['declarations/v1/1/travel-day', 'reference/v1/2/travel-day', 'declarations/v1/3/travel-day'])).toEqual([200, 200, 429]);
      expect(await statuses(['declarations/v1/departure/declaration/find', 'declarations/v1/traveller/declaration/find/code'])).toEqual([200, 200]);
      await limited.close();
    });

    it('counts sign-ins that fail, however their address is written, and then begins none', async () => {
      const limited = await start({ RATE_LIMIT_SIGN_IN: '3', DATA_DIR: join(folder, 'data-5') });
      const codes: number[] = [];
      for (const url of [
        '/auth/callback?state=guessed&code=1',
        '/auth/%63allback?state=guessed&code=2',
        '/auth/callback/?code=3',
        '/auth/callback?state=x',
        '/auth/callback#?state=x',
        'http://elsewhere/auth/callback?state=x',
        '/auth/login',
      ])
        codes.push(await statusOf(limited, url));
      expect(codes).toEqual([303, 303, 303, 429, 429, 429, 429]);
      expect((await limited.inject({ url: '/auth/session' })).statusCode).toBe(200);
      await limited.close();
    });

    it('knows a finder however its address is written', async () => {
      const limited = await start({ RATE_LIMIT_FIND: '1', DATA_DIR: join(folder, 'data-6') });
      const codes: number[] = [];
      for (const word of ['find', '%66ind', 'fin%64', 'find#', 'find#?q=1'])
        codes.push(await statusOf(limited, `/api/declarations/v1/departure/declaration/${word}`));
      expect(codes).toEqual([200, 429, 429, 429, 429]);
      await limited.close();
    });

    it('counts searches by POST, one-time codes and looking up trips, each for themselves', async () => {
      const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      const limited = await start({ RATE_LIMIT_FIND: '3', RATE_LIMIT_CODE: '2', TRIPS_URL: serviceUrl, DATA_DIR: join(folder, 'data-7') });
      const post = async (path: string): Promise<number> =>
        (await limited.inject({ method: 'POST', url: `/api/declarations/v1/traveller/declaration/${path}`, payload: {} })).statusCode;
      const several = async (count: number, call: (number: number) => Promise<number>): Promise<number[]> => {
        const codes: number[] = [];
        for (let number = 0; number < count; number++) codes.push(await call(number));
        return codes;
      };
      expect(await several(4, () => post('find'))).toEqual([200, 200, 200, 429]);
      expect(await several(3, () => post('find/code'))).toEqual([200, 200, 429]);
      expect(await several(3, () => post('find/open'))).toEqual([200, 200, 429]);
      const details = async (number: number): Promise<number> =>
        (await limited.inject(`/api/trips/v1/triptic/trip/TRP-2026-000000${number}/details`)).statusCode;
      expect(await several(4, details)).toEqual([200, 200, 200, 429]);
      await limited.close();
    });

    it('lets one trip be looked up so often a minute, by however many callers', async () => {
      const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      const limited = await start({ RATE_LIMIT_TARGET: '2', TRIPS_URL: serviceUrl, TRUSTED_PROXIES: 'loopback', DATA_DIR: join(folder, 'data-8') });
      const codes: number[] = [];
      for (const [caller, trip] of [
        ['192.0.2.1', 'A-1'],
        ['192.0.2.2', 'a%2D1'],
        ['192.0.2.3', 'A-1'],
        ['192.0.2.4', 'B-1'],
      ])
        codes.push((await limited.inject({ url: `/api/trips/v1/triptic/trip/${trip}/details`, headers: { 'x-forwarded-for': caller } })).statusCode);
      expect(codes).toEqual([200, 200, 429, 200]);
      await limited.close();
    });

    it('counts the spellings of a reference as one trip', async () => {
      const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      const limited = await start({ RATE_LIMIT_TARGET: '2', TRIPS_URL: serviceUrl, TRUSTED_PROXIES: 'loopback', DATA_DIR: join(folder, 'data-9') });
      const spellings = [
        'TIBE-2026-0000001',
        'tibe20260000001',
        'TIBE%2F2026%2f0000001',
        'TIBE.2026.0000001',
        'TIBE%20-2026-0000001',
        `${'%20'.repeat(1000)}TIBE-2026-0000001`,
        encodeURIComponent('ＴＩＢＥ-2026-0000001'),
      ];
      const codes: number[] = [];
      for (const [number, trip] of [...spellings, 'TIBE%252F2026%252F0000001'].entries())
        codes.push(
          (await limited.inject({ url: `/api/trips/v1/triptic/trip/${trip}/details`, headers: { 'x-forwarded-for': `192.0.2.${number + 1}` } })).statusCode,
        );
      // The service decodes once, so an address that is escaped twice names another trip.
      expect(codes).toEqual([200, 200, 429, 429, 429, 429, 429, 200]);
      await limited.close();
    });

    it('can be told to have none', async () => {
      const open = await start({ RATE_LIMIT: 'off', RATE_LIMIT_FIND: '1', DATA_DIR: join(folder, 'data-3') });
      for (let call = 0; call < 3; call++) {
        expect((await open.inject({ url: '/api/declarations/v1/departure/declaration/find' })).statusCode).toBe(200);
      }
      await open.close();
    });
  });

  it('says over https that it is only there over https, and binds its cookie to its host', async () => {
    const secure = await start({ PUBLIC_URL: 'https://portal.test', DATA_DIR: join(folder, 'data-4') });
    const answer = await secure.inject({ url: '/', headers: { cookie: '__Host-portal.session=unknown' } });
    expect(answer.headers['strict-transport-security']).toMatch(/max-age=31536000/);
    const session = await secure.inject({ url: '/auth/session', headers: { cookie: '__Host-portal.session=unknown' } });
    expect(session.json()).toMatchObject({ user: null, roles: [], agencies: [], csrfToken: expect.stringMatching(/.{20,}/) });
    expect(String(session.headers['set-cookie'])).toMatch(/^__Host-portal\.session=;.*Secure/);
    const inPortuguese = async (cookie: string): Promise<boolean> =>
      (await secure.inject({ url: '/', headers: { accept: 'text/html', cookie } })).body.includes('lang="pt"');
    expect([await inPortuguese('__Host-portal.language=pt'), await inPortuguese('__Host-portal.language=pt; portal.language=en')]).toEqual([true, true]);
    await secure.close();
  });

  it('refuses a change that was asked for with a session that has ended', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/declarations/v1/x',
      headers: { cookie: 'portal.session.8080=ended', 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(String(answer.headers['set-cookie'])).toMatch(/^portal\.session\.8080=;/);
  });

  it('refuses a change of a page that shows a signed-in person after the sign-out in another tab', async () => {
    const change = async (headers: object) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/declarations/v1/x',
        headers: { 'content-type': 'application/json', ...headers },
        payload: '{}',
      });
      return answer.statusCode;
    };
    expect(await change({ 'x-signed-in': 'true' })).toBe(401);
    // A visitor who is not signed in may register.
    expect(await change({})).not.toBe(401);
  });
});
