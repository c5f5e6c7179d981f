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
