import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { Child } from './child.mjs';
import { freePort } from './ports.mjs';

const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
const find = (name) => folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

/** Which servers this machine can start for itself. */
export const available = () => ({
  mysql: Boolean((find('mariadbd') ?? find('mysqld')) && find('mariadb-install-db')),
  redis: Boolean(find('redis-server')),
});

/**
 * A MariaDB of our own, with its data below `folder`, as durable as in production.
 * @returns {Promise<Child & { url: string, port: number }>} started
 */
export async function startMariadb(folder) {
  const data = path.join(folder, 'mariadb');
  const port = await freePort();
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  execFileSync(find('mariadb-install-db'), ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db', `--datadir=${data}`, ...user], {
    stdio: 'ignore',
  });
  const url = `mysql://root@127.0.0.1:${port}`;
  const ready = async () => {
    const connection = await createConnection({ uri: url, connectTimeout: 2000 });
    await connection.end();
    return true;
  };
  const args = ['--no-defaults', ...user, `--datadir=${data}`, `--port=${port}`, `--socket=${data}/s`, '--bind-address=127.0.0.1', '--skip-log-bin'];
  const mariadb = new Child('MariaDB', find('mariadbd') ?? find('mysqld'), [...args, '--innodb-flush-log-at-trx-commit=1', '--max-connections=300'], { ready });
  await mariadb.start();
  return Object.assign(mariadb, { url, port });
}

/**
 * A Redis of our own that keeps nothing: whoever kills it has emptied it.
 * @returns {Promise<Child & { url: string, port: number }>} started
 */
export async function startRedis(folder) {
  const dir = path.join(folder, 'redis');
  mkdirSync(dir, { recursive: true });
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const ready = async () => {
    const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return (await redis.ping()) === 'PONG';
    } finally {
      redis.disconnect();
    }
  };
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction', '--dir', dir];
  const redis = new Child('Redis', find('redis-server'), args, { ready });
  await redis.start();
  return Object.assign(redis, { url, port });
}
