import { places, type TestPlace } from '@portal/service-kit/testing';

/** A database and a queue to measure on. */
export interface Engine {
  name: 'MariaDB' | 'embedded';
  /** Makes a folder, databases and queues for one run. */
  place(): Promise<TestPlace>;
}

async function quietPlace(make: () => Promise<TestPlace>): Promise<TestPlace> {
  const { env, remove } = await make();
  return { env: { MYSQL_URL: '', REDIS_URL: '', ...env, SESSION_PREFIX: `{${env.QUEUE_PREFIX}}`, RATE_LIMIT: 'off', HOST: '127.0.0.1' }, remove };
}

/** The engines of this machine: MariaDB with Redis where both answer, and the embedded one. */
export function engines(): Engine[] {
  const [embedded, ...servers] = places().map(
    ([, make]) =>
      () =>
        quietPlace(make),
  );
  const withServers: Engine[] = process.env.TEST_REDIS_URL ? servers.map((place) => ({ name: 'MariaDB', place })) : [];
  return [...withServers, { name: 'embedded', place: embedded }];
}

/** A place on the embedded engine. */
export const embeddedPlace = (): Promise<TestPlace> => (engines().at(-1) as Engine).place();
