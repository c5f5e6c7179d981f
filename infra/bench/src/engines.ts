import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { createPool } from 'mysql2/promise';

const mysqlUrl = process.env.MYSQL_URL || 'mysql://root@127.0.0.1:3306';
const redisUrl = process.env.REDIS_URL || 'redis://127.0.0.1:6379';

async function mysqlAnswers() {
  const pool = createPool(mysqlUrl);
  try {
    await pool.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}

async function redisAnswers() {
  const client = new Redis(redisUrl, { lazyConnect: true, retryStrategy: null });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

/** The engines of this machine: MariaDB with Redis where they answer, and the embedded one. */
export async function engines() {
  const servers = (await mysqlAnswers()) && (await redisAnswers());
  return [
    ...(servers ? [{ name: 'MariaDB', env: { MYSQL_URL: mysqlUrl, REDIS_URL: redisUrl } }] : []),
    { name: 'embedded', env: { MYSQL_URL: '', REDIS_URL: '' } },
  ];
}

/** A folder, a database prefix and a queue prefix of a run's own. */
export function place({ env }) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-bench-'));
  const prefix = `portal_b${randomUUID().slice(0, 6)}`;
  return {
    dataDir,
    prefix,
    env: {
      ...env,
      DATA_DIR: dataDir,
      DATABASE_PREFIX: prefix,
      QUEUE_PREFIX: prefix,
      SESSION_PREFIX: prefix,
      LOG_LEVEL: 'fatal',
      INTERNAL_TOKEN: 'bench',
      RATE_LIMIT: 'off',
    },
    async remove() {
      rmSync(dataDir, { recursive: true, force: true });
      if (!env.MYSQL_URL) return;
      const pool = createPool(env.MYSQL_URL);
      const [rows] = await pool.query('select schema_name as name from information_schema.schemata where schema_name like ?', [`${prefix}%`]);
      for (const { name } of rows) await pool.query(`drop database \`${name}\``);
      await pool.end();
      const redis = new Redis(env.REDIS_URL);
      const keys = await redis.keys(`*${prefix}*`);
      if (keys.length) await redis.del(...keys);
      redis.disconnect();
    },
  };
}
