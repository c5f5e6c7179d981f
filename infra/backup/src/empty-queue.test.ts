import { randomBytes } from 'node:crypto';
import type { ServiceSettings } from '@portal/service-kit';
import { openRedis } from '@portal/service-kit/redis';
import { hasRedisServer, startRedisCluster, type TestCluster } from '@portal/service-kit/testing';
import { emptyQueue } from './empty-queue.ts';

let cluster: TestCluster | undefined;
beforeAll(async () => {
  if (hasRedisServer()) cluster = await startRedisCluster();
});
afterAll(() => cluster?.close());

const servers: [string, () => string][] = [
  ...(process.env.TEST_REDIS_URL ? [['Redis', () => String(process.env.TEST_REDIS_URL)] as [string, () => string]] : []),
  ...(hasRedisServer() ? [['a Redis cluster', () => String(cluster?.url)] as [string, () => string]] : []),
];
const settings = (given: Partial<ServiceSettings>) => given as ServiceSettings;

describe('The queue is emptied before data is replaced', () => {
  it.each(servers)('in %s: its jobs are removed, and nothing else', async (_name, url) => {
    const queuePrefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomBytes(4).toString('hex')}`;
    const redis = openRedis(url(), { maxRetriesPerRequest: 2 });
    const others = [`${queuePrefix}:session:a`, `{${queuePrefix}x}:media.render:1`];
    const jobs = Array.from({ length: 2_500 }, (_, i) => `{${queuePrefix}}:media.render:${i}`);
    try {
      await Promise.all([...jobs, ...others].map((key) => redis.set(key, 'job')));
      expect(await emptyQueue(settings({ redisUrl: url(), queuePrefix }))).toEqual([]);
      expect((await Promise.all(jobs.map((key) => redis.exists(key)))).filter(Boolean)).toEqual([]);
      expect(await Promise.all(others.map((key) => redis.exists(key)))).toEqual([1, 1]);
    } finally {
      for (const key of others) await redis.del(key);
      redis.disconnect();
    }
  });

  it('fails where Redis does not answer, before anything is replaced', async () => {
    await expect(emptyQueue(settings({ redisUrl: 'redis://127.0.0.1:1', queuePrefix: 'portal' }))).rejects.toThrow();
  });

  it('says what is to be done where the data is on a server and no Redis is known', async () => {
    expect(await emptyQueue(settings({ mysqlUrl: 'mysql://root@127.0.0.1', queuePrefix: 'portal' }))).toEqual([expect.stringContaining('empty it before')]);
    expect(await emptyQueue(settings({ queuePrefix: 'portal' }))).toEqual([]);
  });
});
