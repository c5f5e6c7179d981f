import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { log } from '@portal/service-kit';
import { openRedis } from '@portal/service-kit/redis';
import { hasRedisServer, startRedisCluster, type TestCluster, until } from '@portal/service-kit/testing';
import { FileSessionStore } from './file-store.ts';
import { RedisSessionStore } from './redis-store.ts';
import type { SessionStore } from './session-store.ts';

interface Driver {
  store: SessionStore;
  /** Opens the same records again, as a newly started process would. */
  again(): Promise<SessionStore>;
  dispose(): Promise<void>;
}

function fileDriver(): Driver & { file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sessions-'));
  const file = join(folder, 'gateway', 'sessions.json');
  const opened = [new FileSessionStore(file)];
  return {
    file,
    store: opened[0],
    again: async () => {
      await opened[opened.length - 1].close();
      opened.push(new FileSessionStore(file));
      return opened[opened.length - 1];
    },
    dispose: async () => {
      await Promise.all(opened.map((store) => store.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function redisDriver(url: string): Driver {
  const redis = openRedis(url, {});
  const prefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomBytes(4).toString('hex')}`;
  return {
    store: new RedisSessionStore(redis, prefix),
    again: async () => new RedisSessionStore(redis, prefix),
    dispose: async () => {
      const keys = await redis.keys(`${prefix}:*`);
      await Promise.all(keys.map((key) => redis.del(key)));
      redis.disconnect();
    },
  };
}

const redisUrl = process.env.TEST_REDIS_URL;
let cluster: TestCluster | undefined;
const drivers: [string, () => Driver][] = [
  ['file', fileDriver],
  ...(redisUrl ? [['Redis', () => redisDriver(redisUrl)] as [string, () => Driver]] : []),
  ...(hasRedisServer() ? [['a Redis cluster', () => redisDriver((cluster as TestCluster).url)] as [string, () => Driver]] : []),
];
beforeAll(async () => {
  if (hasRedisServer()) {
    cluster = await startRedisCluster();
  }
});
afterAll(() => cluster?.close());

describe.each(drivers)('a session store in %s', (_name, create) => {
  let driver: Driver;

  beforeEach(() => {
    driver = create();
  });

  afterEach(() => driver.dispose());

  it('gives back what it was given', async () => {
    await driver.store.set('a', 'one', 60_000);
    await driver.store.set('a', 'two', 60_000);
    expect(await driver.store.get('a')).toBe('two');
    expect(await driver.store.get('b')).toBeUndefined();
  });

  it('forgets a record after its time', async () => {
    await driver.store.set('a', 'one', 40);
    await wait(80);
    expect(await driver.store.get('a')).toBeUndefined();
    expect(await driver.store.take('a')).toBeUndefined();
  });

  it('gives a record that is taken to one caller only', async () => {
    await driver.store.set('a', 'one', 60_000);
    const taken = await Promise.all([driver.store.take('a'), driver.store.take('a'), driver.store.take('a')]);
    expect(taken.filter(Boolean)).toEqual(['one']);
  });

  it('lets one caller set a mark, until its time is over, and over a restart', async () => {
    const claimed = await Promise.all([driver.store.claim('m', 60_000), driver.store.claim('m', 60_000), driver.store.claim('m', 60_000)]);
    expect(claimed.filter(Boolean)).toHaveLength(1);
    expect(await (await driver.again()).claim('m', 60_000)).toBe(false);
    expect(await driver.store.claim('short', 40)).toBe(true);
    await wait(80);
    expect(await driver.store.claim('short', 40)).toBe(true);
  });

  it('swaps a record for who has seen it as it is, once, and brings none back', async () => {
    await driver.store.set('a', 'one', 60_000, 'ana');
    const swapped = await Promise.all(['two', 'three'].map((value) => driver.store.swap('a', 'one', value, 60_000, 'ana')));
    expect(swapped.filter(Boolean)).toHaveLength(1);
    expect(await driver.store.get('a')).toBe(swapped[0] ? 'two' : 'three');
    await driver.store.deleteOwned('ana');
    expect(await driver.store.swap('a', 'two', 'four', 60_000, 'ana')).toBe(false);
    expect(await driver.store.get('a')).toBeUndefined();
  });

  it('removes one record, or all of one owner and nobody else’s', async () => {
    await driver.store.set('a', '1', 60_000, 'ana');
    await driver.store.set('b', '2', 60_000, 'ana');
    await driver.store.set('c', '3', 60_000, 'bento');
    await driver.store.set('d', '4', 60_000);
    await driver.store.delete('d');
    await driver.store.set('e', '5', 1, 'ana');
    await wait(20);
    expect((await driver.store.owned('ana')).sort()).toEqual(['a', 'b']);
    await driver.store.deleteOwned('ana');
    expect(await driver.store.owned('ana')).toEqual([]);
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => driver.store.get(key)))).toEqual([undefined, undefined, '3', undefined]);
  });

  it('remembers over a restart', async () => {
    await driver.store.set('a', 'one', 60_000, 'ana');
    const later = await driver.again();
    expect(await later.get('a')).toBe('one');
    await later.deleteOwned('ana');
    expect(await later.get('a')).toBeUndefined();
  });
});

describe('the file of sessions', () => {
  it('is readable by its owner alone', async () => {
    const driver = fileDriver();
    await driver.store.set('a', 'one', 60_000);
    await driver.store.close();
    expect(statSync(driver.file).mode & 0o777).toBe(0o600);
    expect(readFileSync(driver.file, 'utf8')).toContain('one');
    await driver.dispose();
  });

  it('that is damaged signs people out and stops nothing', async () => {
    const driver = fileDriver();
    await driver.store.close();
    writeFileSync(driver.file, '[["a",');
    const store = await driver.again();
    expect(await store.get('a')).toBeUndefined();
    await driver.dispose();
  });

  it('that cannot be written, as on a full disk, stops nothing, and is written when it can be', async () => {
    const driver = fileDriver();
    const warned = new Promise<void>((resolve) => jest.spyOn(log(), 'warn').mockImplementationOnce(() => resolve()));
    mkdirSync(`${driver.file}.new`);
    await driver.store.set('a', 'one', 60_000);
    await warned;
    expect(await driver.store.get('a')).toBe('one');
    rmdirSync(`${driver.file}.new`);
    await until(() => existsSync(driver.file));
    expect(readFileSync(driver.file, 'utf8')).toContain('one');
    await driver.dispose();
  });
});
