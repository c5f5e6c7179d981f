import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';

/** A database and a queue to measure on. */
export interface Engine {
  name: 'MariaDB' | 'embedded';
  /** Makes a folder, databases and queues for one run. */
  backend(): Promise<TestBackend>;
}

async function quietPlace(make: () => Promise<TestBackend>): Promise<TestBackend> {
  const { env, remove } = await make();
  return { env: { MYSQL_URL: '', REDIS_URL: '', ...env, SESSION_PREFIX: `{${env.QUEUE_PREFIX}}`, RATE_LIMIT: 'off', HOST: '127.0.0.1' }, remove };
}

/** The engines of this machine: MariaDB with Redis where both answer, and the embedded one. */
export function engines(): Engine[] {
  const [embedded, ...servers] = testBackends().map(
    ([, make]) =>
      () =>
        quietPlace(make),
  );
  const withServers: Engine[] = process.env.TEST_REDIS_URL ? servers.map((backend) => ({ name: 'MariaDB', backend })) : [];
  return [...withServers, { name: 'embedded', backend: embedded }];
}

/** A place on the embedded engine. */
export const embeddedBackend = (): Promise<TestBackend> => (engines().at(-1) as Engine).backend();

/** MariaDB and Redis with databases that stay for the next run. @param folder of the keys with which their rows are encrypted */
export async function keptBackend(folder: string): Promise<TestBackend> {
  const { TEST_MYSQL_URL: MYSQL_URL, TEST_REDIS_URL: REDIS_URL } = process.env;
  if (!MYSQL_URL || !REDIS_URL) throw new Error('A kept database is on MySQL or MariaDB, beside Redis; they do not answer');
  const DATA_DIR = path.resolve(folder);
  mkdirSync(DATA_DIR, { recursive: true });
  const prefix = 'portal_bench';
  return quietPlace(async () => ({
    env: { DATA_DIR, QUEUE_PREFIX: prefix, DATABASE_PREFIX: prefix, MYSQL_URL, REDIS_URL, LOG_LEVEL: 'fatal', PORT: '0' },
    remove: async () => undefined,
  }));
}
