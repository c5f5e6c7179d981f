/** For tests only: databases, queues and folders that belong to one test. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import type { Environment } from '../settings/settings.ts';

export interface TestBackend {
  /** Settings that make a service use the databases, queues and folders of this test. */
  env: Environment;
  /** Deletes the databases, queues and folders. */
  remove(): Promise<void>;
}

/** Returns `[name, makeBackend]` for each database engine that can be reached; for `describe.each`. */
export function testBackends(): [string, () => Promise<TestBackend>][] {
  const mysql = process.env.TEST_MYSQL_URL;
  const redis = process.env.TEST_REDIS_URL;
  return [['embedded', embeddedBackend], ...(mysql ? [['MySQL and Redis', () => serverBackend(mysql, redis)] as [string, () => Promise<TestBackend>]] : [])];
}

const base = (dataDir: string, prefix: string): Environment => ({
  DATA_DIR: dataDir,
  QUEUE_PREFIX: prefix,
  DATABASE_PREFIX: prefix,
  LOG_LEVEL: process.env.TEST_LOG ?? 'fatal',
  PORT: '0',
});

async function embeddedBackend(): Promise<TestBackend> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-test-'));
  return { env: base(dataDir, `t${randomUUID().slice(0, 8)}`), remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function serverBackend(mysql: string, redis: string | undefined): Promise<TestBackend> {
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
