import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildGateway } from './gateway.ts';
import { gatewaySettings } from './settings.ts';

/** Sends raw text on one connection. Returns everything that arrives until the connection is closed. */
function conversation(port: number, ...said: string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      for (const text of said) {
        socket.write(text);
      }
    });
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
}

describe('every answer of the gateway', () => {
  let folder: string;
  let app: FastifyInstance;
  let service: Server;
  let port: number;
  let broken = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-answers-'));
    for (const name of ['web/assets', 'remotes/mf-x/1.0.0']) {
      mkdirSync(join(folder, name), { recursive: true });
    }
    writeFileSync(join(folder, 'web/index.html'), '<!doctype html><html lang="en"><head><!--PRELOAD--></head><body><!--REGISTRY--></body></html>');
    writeFileSync(join(folder, 'web/assets/main.0a1b2c3d.js'), 'void 0;');
    writeFileSync(join(folder, 'remotes/mf-x/1.0.0/remoteEntry.0a1b2c3d.js'), 'void 0;');
    writeFileSync(join(folder, 'remotes/remotes.json'), JSON.stringify({ generation: 1, areas: [] }));
    service = createServer((request, response) => {
      request.on('error', () => {
        broken += 1;
      });
      request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json', 'x-frame-options': 'ALLOWALL' }).end('{}'));
    });
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    app = await buildGateway(
      gatewaySettings({
        LOG_LEVEL: 'silent',
        PUBLIC_URL: 'https://portal.test',
        DATA_DIR: join(folder, 'data'),
        WEB_DIR: join(folder, 'web'),
        REMOTES_DIR: join(folder, 'remotes'),
        REFERENCE_URL: url,
        MEDIA_URL: url,
        TRIPS_URL: 'http://127.0.0.1:9',
        OIDC_ISSUER: 'http://127.0.0.1:9/none',
        RATE_LIMIT_FIND: '1',
        HEADER_TIMEOUT_SECONDS: '1',
        REQUEST_TIMEOUT_SECONDS: '2',
      }),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
    await app.inject('/api/reference/v1/find');
  });
  afterAll(async () => {
    await app.close();
    service.closeAllConnections();
    service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is not given without TLS: a page is sent on, and a call is refused before it is read', async () => {
    const over = async (proto: string, method: 'GET' | 'POST', url: string) => {
      const { statusCode, headers, body } = await app.inject({ method, url, headers: { 'x-forwarded-proto': proto } });
      return [statusCode, headers.location ?? (statusCode === 403 ? JSON.parse(body).errors[0].code : undefined)];
    };
    expect(await over('http', 'GET', '/eservice/departure?x=1')).toEqual([308, 'https://portal.test/eservice/departure?x=1']);
    expect(await over('http', 'GET', '/api/reference/v1/keys')).toEqual([403, 'HTTPS_REQUIRED']);
    expect(await over('http', 'POST', '/auth/logout')).toEqual([403, 'HTTPS_REQUIRED']);
    // The header of the nearest proxy counts. A request without the header comes from inside.
    expect(await over('https, http', 'GET', '/api/reference/v1/keys')).toEqual([403, 'HTTPS_REQUIRED']);
    expect(await over('https', 'GET', '/api/reference/v1/keys')).toEqual([200, undefined]);
    expect((await app.inject('/health/live')).statusCode).toBe(200);
  });

  it.each([
    ['the page', 'GET', '/', 200],
    ['a page that is not there', 'GET', '/nowhere', 404],
    ['a file of the shell', 'GET', '/assets/main.0a1b2c3d.js', 200],
    ['a file of a remote', 'GET', '/remotes/mf-x/1.0.0/remoteEntry.0a1b2c3d.js', 200],
    ['a file that is not there', 'GET', '/assets/gone.0a1b2c3d.js', 404],
    ['the registry', 'GET', '/remotes.json', 200],
    ['the session', 'GET', '/auth/session', 200],
    ['a redirect', 'GET', '/auth/login', 303],
    ['a sign-out', 'POST', '/auth/logout', 200],
    ['a refused logout token', 'POST', '/auth/backchannel-logout', 400],
    ['a service', 'GET', '/api/reference/v1/keys', 200],
    ['a service that is down', 'GET', '/api/trips/v1/x', 503],
    ['a limit', 'GET', '/api/reference/v1/find', 429],
    ['an address that is not public', 'GET', '/api/reference/internal/catalogue/x', 404],
    ['an address that cannot be read', 'GET', '/%ff', 400],
    ['a method that is not there', 'POST', '/', 404],
    ['a request to be sent back (TRACE)', 'TRACE', '/', 404],
    ['its health', 'GET', '/health/live', 200],
  ] as const)('carries its headers: %s', async (_what, method, url, status) => {
    const { statusCode, headers } = await app.inject({ method, url, headers: { origin: 'https://elsewhere.test' } });
    expect([url, statusCode]).toEqual([url, status]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      // Remotes may be served from another origin, so their files are public.
      'cross-origin-resource-policy': url.startsWith('/remotes/') ? 'cross-origin' : 'same-origin',
      'permissions-policy': expect.stringContaining('geolocation=()'),
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}/),
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    const policy = String(headers['content-security-policy'] ?? '');
    for (const directive of ["base-uri 'none'", "frame-ancestors 'none'"]) expect([url, policy]).toEqual([url, expect.stringContaining(directive)]);
    expect([url, policy]).toEqual([url, expect.stringMatching(/(object|default)-src 'none'/)]);
    if (/html/.test(String(headers['content-type'])) || url.startsWith('/api') || url.startsWith('/auth')) {
      expect([url, policy]).toEqual([url, expect.stringContaining("default-src 'none'")]);
    }
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
    // Other origins may read the public files of remotes. The portal's own origin may read the API. Nothing else may be read.
    const readers = url.startsWith('/remotes/') ? '*' : url.startsWith('/api/') ? 'https://portal.test' : undefined;
    expect([url, headers['access-control-allow-origin']]).toEqual([url, readers]);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it.each([
    ['a service that is down', 'GET', '/api/trips/v1/x', {}, 'De momento não é possível chegar a esta parte do portal. Tente novamente dentro de instantes.'],
    ['a limit', 'GET', '/api/reference/v1/find', {}, expect.stringMatching(/^Demasiados pedidos\. Tente novamente dentro de \d+ segundos\.$/)],
    ['an address that is not public', 'GET', '/api/reference/internal/catalogue/x', {}, 'Este endereço não existe'],
    ['an address that cannot be read', 'GET', '/%ff', {}, 'Não é possível ler o pedido'],
    ['a page of staff for a visitor', 'GET', '/operations/areas', {}, 'Inicie sessão para ver isto'],
    ['a call without TLS', 'GET', '/api/reference/v1/keys', { 'x-forwarded-proto': 'http' }, 'Envie este pedido para o endereço https do portal'],
  ] as const)("is in the reader's language: %s", async (_what, method, url, more, message) => {
    const messageFor = async (address: string, headers: Record<string, string>) =>
      (await app.inject({ method, url: address, headers: { ...more, ...headers } })).json().errors[0].message;
    expect(await messageFor(url, { 'accept-language': 'pt-PT,en;q=0.5' })).toEqual(message);
    expect(await messageFor(`${url}?language=pt`, { 'accept-language': 'en' })).toEqual(url === '/%ff' ? 'The request cannot be read' : message);
    // A browser that downloads or shows a file sends the device's language, so the reader's choice comes with the cookie.
    const chosen = { cookie: 'portal.language=pt', 'accept-language': 'en' };
    expect(await messageFor(url, { ...chosen, 'sec-fetch-mode': 'no-cors' })).toEqual(
      ['/%ff', '/api/reference/v1/keys'].includes(url) ? expect.stringMatching(/^(The request|Send this)/) : message,
    );
    expect(await messageFor(url, { ...chosen, 'sec-fetch-mode': 'cors' })).not.toEqual(message);
  });

  it.each([
    ['what is no HTTP', 'HELLO\r\n\r\n', 400],
    ['headers of 40 kB', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    ['a length and chunks', 'POST /auth/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['a line end in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\nSet-Cookie: b\rc\r\n\r\n', 400],
    ['a chunk without a size', 'POST /auth/logout HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 408],
    ['a body that never ends', 'POST /auth/logout HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{', 408],
  ])('refuses %s, in the same form, and hangs up', async (_what, said, status) => {
    const heard = await conversation(port, said);
    const [head = '', body = ''] = heard.split('\r\n\r\n');
    expect(head.split('\r\n', 1)[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    expect(head).toMatch(/^x-content-type-options: nosniff$/im);
    expect(head).toMatch(/^strict-transport-security: /im);
    expect(JSON.parse(body)).toMatchObject({ status, errors: [{ code: 'BAD_REQUEST', field: '' }] });
  });

  it('does not let a service wait for a caller who stopped sending', async () => {
    const upload = 'POST /api/media/v1/default HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b\r\n';
    const heard = await conversation(port, upload);
    expect(heard === '' || heard.startsWith('HTTP/1.1 408 ')).toBe(true);
    while (broken === 0) {
      await new Promise((done) => setTimeout(done, 20));
    }
  });
});
