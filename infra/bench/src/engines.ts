import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type TestBackend, testBackends } from '@portal/service-kit/testing';

/** A database and a queue with which the portal is measured. */
export interface Engine {
  name: 'MariaDB' | 'embedded';
  /** Creates a folder, databases and queues for one run. */
  backend(): Promise<TestBackend>;
}

async function quietPlace(make: () => Promise<TestBackend>): Promise<TestBackend> {
  const { env, remove } = await make();
  return { env: { MYSQL_URL: '', REDIS_URL: '', ...env, SESSION_PREFIX: `{${env.QUEUE_PREFIX}}`, RATE_LIMIT: 'off', HOST: '127.0.0.1' }, remove };
}

/** Returns the engines of this machine: MariaDB with Redis if both answer, and the embedded engine. */
export function engines(): Engine[] {
  const [embedded, ...servers] = testBackends().map(
    ([, make]) =>
      () =>
        quietPlace(make),
  );
  const withServers: Engine[] = process.env.TEST_REDIS_URL ? servers.map((backend) => ({ name: 'MariaDB', backend })) : [];
  return [...withServers, { name: 'embedded', backend: embedded }];
}

/** Creates a folder and databases on the embedded engine. */
export const embeddedBackend = (): Promise<TestBackend> => (engines().at(-1) as Engine).backend();

/** Returns MariaDB and Redis with databases that are kept for the next run. @param folder with the keys that encrypt their rows */
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
