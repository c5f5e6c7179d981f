import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildGateway } from '../gateway.ts';
import { gatewaySettings } from '../settings.ts';
import { reasonOf } from './gateway-metrics.ts';

const production = {
  NODE_ENV: 'production',
  SERVICES_TLS: 'off',
  PUBLIC_URL: 'https://portal.test',
  OIDC_ISSUER: 'https://id.test',
  OIDC_CLIENT_SECRET: 'a-secret-of-the-provider',
  SESSION_SECRET: 'a-secret-of-this-portal',
  OIDC_STAFF_ACR: 'none',
};

describe('the metrics of the gateway', () => {
  let folder: string;
  let keys: string;
  let service: Server;
  const running: FastifyInstance[] = [];

  const start = async (more: Record<string, string> = {}): Promise<string> => {
    const serviceUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const settings = gatewaySettings({
      LOG_LEVEL: 'silent',
      DATA_DIR: folder,
      REMOTES_DIR: folder,
      WEB_DIR: folder,
      DECLARATIONS_URL: serviceUrl,
      LICENCES_URL: 'http://127.0.0.1:9',
      OIDC_ISSUER: 'http://127.0.0.1:9/identity',
      RATE_LIMIT_FIND: '1',
      ...more,
    });
    const app = await buildGateway(settings);
    running.push(app);
    return app.listen({ port: 0, host: '127.0.0.1' });
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-metrics-'));
    keys = join(folder, 'remotes-keys.json');
    writeFileSync(keys, '{}');
    service = createServer((request, response) => void (request.url?.includes('breaks') ? response.destroy() : response.end('{}')));
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    for (const app of running.splice(0)) await app.close();
  });
  afterAll(() => {
    service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('count calls by pattern, limits, services that fail and sign-ins that fail, and name no document', async () => {
    const origin = await start();
    const find = '/api/declarations/v1/traveller/declaration/find';
    for (const path of ['/api/declarations/v1/0192f7a0-1111-7abc-8def-0123456789ab/document', find, find, '/api/licences/v1/x', '/api/declarations/breaks'])
      await fetch(origin + path);
    await fetch(`${origin}/auth/login`, { redirect: 'manual' });
    const text = await (await fetch(`${origin}/metrics`)).text();
    const lines = text.split('\n').filter((line) => line.includes('service="gateway"'));
    const shows = (pattern: RegExp): boolean => lines.some((line) => pattern.test(line));
    for (const pattern of [
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/declarations\/\*",status="2xx",service="gateway"\} 2$/,
      /^http_request_duration_seconds_count\{method="GET",route="\/api\/licences\/\*",status="5xx",service="gateway"\} 1$/,
      /^portal_rate_limited_calls_total\{limit="find",service="gateway"\} 1$/,
      /^portal_upstream_failures_total\{upstream="licences",reason="refused",service="gateway"\} 1$/,
      /^portal_upstream_failures_total\{upstream="declarations",reason="broken",service="gateway"\} 1$/,
      /^portal_sign_ins_total\{outcome="unavailable",service="gateway"\} 1$/,
    ])
      expect({ pattern, shown: shows(pattern) ? 'shown' : lines }).toEqual({ pattern, shown: 'shown' });
    expect(text).not.toContain('0192f7a0');
  });

  it('are not there in production without a token of their own', async () => {
    const answer = await fetch(`${await start({ ...production, REMOTES_KEYS: keys })}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
  });

  it('are shown to who brings the token, and to nobody else', async () => {
    const origin = await start({ ...production, REMOTES_KEYS: keys, METRICS_TOKEN: 'a-token-of-the-scraper' });
    const asked = async (headers: Record<string, string>): Promise<number> => (await fetch(`${origin}/metrics`, { headers })).status;
    expect(await asked({})).toBe(404);
    expect(await asked({ authorization: 'Bearer another' })).toBe(404);
    expect(await asked({ authorization: 'Bearer a-token-of-the-scraper' })).toBe(200);
  });
});

it('a failure of a service is named in one of four words', () => {
  const error = (code: string, cause?: Error): Error => Object.assign(new Error('x', { cause }), { code });
  expect(
    [error('ECONNREFUSED'), error('FST_X', error('UND_ERR_SOCKET')), error('UND_ERR_HEADERS_TIMEOUT'), error('EWHAT'), new Error('x')].map(reasonOf),
  ).toEqual(['refused', 'broken', 'timeout', 'other', 'other']);
});
