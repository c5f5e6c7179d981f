/** For tests only: databases of their own, users with real tokens, a catalogue server, a clock that can be set. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { CatalogueRecord, PrintLayout } from '@portal/contract-kit';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createConnection } from 'mysql2/promise';
import { Clock } from '../clock.ts';
import { Database } from '../database/database.ts';
import { OutboxRow } from '../database/kit.entities.ts';
import { messageContext } from '../encryption/encrypted-queue.ts';
import { Encryption } from '../encryption/encryption.ts';
import type { RunningService } from '../http/start-service.ts';
import type { Environment } from '../settings/settings.ts';

export { hasRedisServer, startRedisCluster, type TestCluster } from './redis-cluster.ts';
export { type RightsRow, triesRights } from './rights.ts';
export { until } from './until.ts';

/** A clock that stands until it is moved. */
export class TestClock extends Clock {
  constructor(private at = new Date()) {
    super();
  }
  override now(): Date {
    return new Date(this.at);
  }
  /** Moves it forward. */
  pass(ms: number): void {
    this.at = new Date(this.at.getTime() + ms);
  }
}

export interface TestPlace {
  /** Settings that put a service into databases, queues and folders of this test's own. */
  env: Environment;
  /** Removes them. */
  remove(): Promise<void>;
}

/** `[name, makePlace]` for each engine that can be reached; for `describe.each`. */
export function places(): [string, () => Promise<TestPlace>][] {
  const mysql = process.env.TEST_MYSQL_URL;
  const redis = process.env.TEST_REDIS_URL;
  return [['embedded', embeddedPlace], ...(mysql ? [['MySQL and Redis', () => serverPlace(mysql, redis)] as [string, () => Promise<TestPlace>]] : [])];
}

const base = (dataDir: string, prefix: string): Environment => ({
  DATA_DIR: dataDir,
  QUEUE_PREFIX: prefix,
  DATABASE_PREFIX: prefix,
  LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
  INTERNAL_TOKEN: 'test-internal-token',
  PORT: '0',
});

async function embeddedPlace(): Promise<TestPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'));
  return { env: base(dataDir, `t${randomUUID().slice(0, 8)}`), remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function serverPlace(mysql: string, redis: string | undefined): Promise<TestPlace> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'));
  const prefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomUUID().slice(0, 8)}`;
  return {
    env: { ...base(dataDir, prefix), MYSQL_URL: mysql, ...(redis ? { REDIS_URL: redis } : {}) },
    remove: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      const admin = await createConnection(mysql);
      const [rows] = await admin.query('select schema_name as name from information_schema.schemata where schema_name like ?', [
        `${prefix.replaceAll('_', '\\_')}%`,
      ]);
      for (const { name } of rows as { name: string }[]) await admin.query(`drop database \`${name}\``);
      await admin.end();
      if (redis) {
        const { Redis } = await import('ioredis');
        const client = new Redis(redis);
        const keys = await client.keys(`{${prefix}}*`);
        if (keys.length) await client.del(...keys);
        client.disconnect();
      }
    },
  };
}

export interface TestUser {
  sub: string;
  name?: string;
  roles?: string[];
  agencies?: string[];
}

export interface Neighbours {
  env: Environment;
  /** `Authorization` header value of a user. */
  token(user: TestUser): Promise<string>;
  /** Renders that were asked for, by key; a test may put one in. */
  renders: Map<string, Buffer>;
  /** Layouts that came with a call for a print that is not among them, by key. */
  awaited: Map<string, PrintLayout>;
  close(): Promise<void>;
}

/**
 * What a service needs around it: an identity provider's keys and, over HTTP, the catalogues of svc-reference and the renders of svc-media.
 * The whole portal is tested together in the end-to-end suite.
 */
export async function neighbours(catalogues: Record<string, CatalogueRecord[]> = {}): Promise<Neighbours> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' };
  const renders = new Map<string, Buffer>();
  const awaited = new Map<string, PrintLayout>();
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] as string);
    const send = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json', etag: '"1"' }).end(JSON.stringify(body));
    if (path === '/jwks') return send(200, { keys: [jwk] });
    if (path.startsWith('/internal/catalogue/')) {
      const records = catalogues[path.slice('/internal/catalogue/'.length)];
      return records ? send(200, { records }) : send(404, {});
    }
    const key = /^\/internal\/renders\/(.+)/.exec(path)?.[1] ?? '';
    const pdf = renders.get(key);
    if (pdf) return void response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    if (!key || request.method !== 'POST') return send(404, {});
    void json(request).then((layout) => {
      awaited.set(key, layout as PrintLayout);
      send(404, {});
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: { OIDC_ISSUER: url, OIDC_JWKS_URL: `${url}/jwks`, REFERENCE_URL: url, MEDIA_URL: url },
    renders,
    awaited,
    token: async (user) =>
      `Bearer ${await new SignJWT({
        name: user.name ?? user.sub,
        email: `${user.sub}@example.org`,
        phone_number: '67077000000',
        roles: user.roles ?? [],
        agencies: user.agencies ?? [],
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: 'at+jwt' })
        .setIssuer(url)
        .setAudience('portal')
        .setSubject(user.sub)
        .setExpirationTime('1h')
        .sign(privateKey)}`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}

/** The messages of a topic that a service has written to its outbox, opened, oldest first. */
export async function messagesOf<T>(service: RunningService, topic: string): Promise<T[]> {
  const rows = await service.app.get(Database).reader.find(OutboxRow, { where: { topic }, order: { id: 'ASC' } });
  const encryption = service.app.get(Encryption);
  return rows.map((row) => encryption.decryptJson(row.payload, messageContext(topic, row.id)) as T);
}
