import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '@portal/build/programs';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port.ts';
import { ManagedProcess } from './managed-process.ts';

export { findProgram };

const program = (...names: string[]): string => {
  const found = findProgram(...names);
  if (!found) throw new Error(`${names[0]} is not on this machine.`);
  return found;
};

/** Returns which servers this machine can start. */
export const installedServers = (): { mysql: boolean; redis: boolean } => ({
  mysql: Boolean(findProgram('mariadbd', 'mysqld') && findProgram('mariadb-install-db')),
  redis: Boolean(findProgram('redis-server')),
});

/** Returns whether a MySQL or MariaDB answers at this address. */
export const answersMysql = (url: string): Promise<boolean> =>
  createConnection({ uri: url, connectTimeout: 2000 }).then(
    (connection) => connection.end().then(() => true),
    () => false,
  );

/** Returns whether a Redis answers at this address. */
export async function answersRedis(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 2000, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

/** A running server. */
export interface Server {
  process: ManagedProcess;
  port: number;
}

const durable = ['--skip-log-bin', '--innodb-flush-log-at-trx-commit=1'];
/** Options for tests, whose data need not survive a crash. */
const fast = ['--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync', '--innodb-doublewrite=0', '--innodb-log-file-size=32M'];

/**
 * Starts a MariaDB with its data in a new folder below `folder`.
 * @param isDurable whether it writes as in production; otherwise it does not wait for the disk
 * @param further additional arguments, such as a certificate
 * @throws Error if MariaDB is not installed
 */
export async function startMariadb(folder: string, isDurable = true, further: string[] = []): Promise<Server> {
  const data = path.join(folder, 'mariadb');
  const port = await freePort();
  // As root, MariaDB starts only if this option allows it.
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  // A server removes the temporary tables in this folder when it starts, even those of another server, so it gets its own folder.
  const temporary = path.join(folder, 'mariadb-temporary');
  mkdirSync(temporary, { recursive: true });
  const common = ['--no-defaults', `--datadir=${data}`, `--tmpdir=${temporary}`, ...asRoot];
  execFileSync(program('mariadb-install-db'), [...common, '--auth-root-authentication-method=normal', '--skip-test-db'], { stdio: 'ignore' });
  const ready = (): Promise<boolean> => answersMysql(`mysql://root@127.0.0.1:${port}`);
  const address = [`--port=${port}`, `--socket=${data}/s`, `--pid-file=${data}/pid`, '--bind-address=127.0.0.1', '--skip-name-resolve'];
  const args = [...common, ...address, '--character-set-server=utf8mb4', '--max-connections=300', ...(isDurable ? durable : fast), ...further];
  const mariadb = new ManagedProcess('MariaDB', program('mariadbd', 'mysqld'), args, { ready });
  await mariadb.start();
  return { process: mariadb, port };
}

/** Options of a Redis that stores nothing on disk, so that killing it empties it. */
export const redisInMemory = ['--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction'];

/** Starts a Redis that stores nothing on disk. @throws Error if Redis is not installed */
export async function startRedis(folder: string): Promise<Server> {
  const port = await freePort();
  const dir = path.join(folder, 'redis');
  mkdirSync(dir, { recursive: true });
  const ready = (): Promise<boolean> => answersRedis(`redis://127.0.0.1:${port}`);
  const redis = new ManagedProcess('Redis', program('redis-server'), ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, ...redisInMemory], {
    ready,
  });
  await redis.start();
  return { process: redis, port };
}
