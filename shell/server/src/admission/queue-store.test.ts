import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedis } from '@portal/service-kit/redis';
import { hasRedisServer, startRedisCluster, type TestCluster } from '@portal/service-kit/testing';
import { FileQueueStore, type QueueStore, RedisQueueStore } from './queue-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-queue-'));
let cluster: TestCluster | undefined;
beforeAll(async () => {
  if (hasRedisServer()) cluster = await startRedisCluster();
});
afterAll(async () => {
  await cluster?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  store: QueueStore;
  /** Opens the same numbers again, as another gateway or a later process would. */
  other(): QueueStore;
  close(): Promise<void>;
}

function throughRedis(url: string): Opened {
  const prefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomBytes(4).toString('hex')}`;
  const redis = openRedis(url, { maxRetriesPerRequest: 2 });
  const close = async () => {
    await redis.del(`${prefix}:queue`);
    redis.disconnect();
  };
  return { store: new RedisQueueStore(redis, prefix), other: () => new RedisQueueStore(redis, prefix), close };
}

function inFile(): Opened {
  const file = join(folder, randomBytes(4).toString('hex'), 'queue.json');
  const store = new FileQueueStore(file);
  const other = () => {
    store.close();
    return new FileQueueStore(file);
  };
  return { store, other, close: async () => undefined };
}

const stores: [string, () => Opened][] = [
  ['a file', inFile],
  ...(process.env.TEST_REDIS_URL ? [['Redis', () => throughRedis(String(process.env.TEST_REDIS_URL))] as [string, () => Opened]] : []),
  ...(hasRedisServer() ? [['a Redis cluster', () => throughRedis(String(cluster?.url))] as [string, () => Opened]] : []),
];

it.each(stores)('the numbers of the queue in %s: each place once, called in order, never more than were given', async (_name, open) => {
  const { store, other, close } = open();
  try {
    const places = await Promise.all(Array.from({ length: 50 }, () => store.take()));
    expect([...places].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(await store.call(0)).toEqual({ taken: 50, called: 0, people: 0 });
    expect(await store.call(20)).toEqual({ taken: 50, called: 20, people: 20 });
    const later = other();
    expect(await later.call(20)).toEqual({ taken: 50, called: 40, people: 20 });
    expect(await later.call(1_000)).toEqual({ taken: 50, called: 50, people: 10 });
    expect(await later.take()).toBe(51);
  } finally {
    await close();
  }
});

it.each(stores)('the numbers of the queue in %s: places count as far as people wait there, where they are judged', async (_name, open) => {
  const { store, close } = open();
  try {
    for (let i = 0; i < 450; i++) await store.take();
    // In the first block of a hundred places 10 people still wait, in the second nobody, and in the third 50.
    for (const [block, people] of [
      [0, 4],
      [0, 6],
      [2, 50],
    ] as const)
      await store.countWaiting(new Map([[block, people]]));
    const judged = { from: 0, upTo: 310 };
    const counted = new Map([
      [0, 10],
      [2, 50],
    ]);
    expect(await store.counted()).toEqual(counted);
    expect(await store.call(5, judged)).toEqual({ taken: 450, called: 50, people: 5 });
    expect(await store.call(15, judged)).toEqual({ taken: 450, called: 220, people: expect.closeTo(15) });
    expect(await store.call(40, judged)).toEqual({ taken: 450, called: 300, people: expect.closeTo(40) });
    // The counts of blocks that were called completely are deleted.
    expect([...(await store.counted())]).toEqual([]);
    // Places above `upTo` were given too recently to be judged, so each counts as one person.
    expect(await store.call(60, judged)).toEqual({ taken: 450, called: 360, people: 60 });
    // Places below `from` cannot be judged, so each counts as one person.
    expect(await store.call(20, { from: 400, upTo: 450 })).toEqual({ taken: 450, called: 380, people: 20 });
    // Nothing can be judged where fewer places were given: the numbers were lost since.
    expect(await store.call(30, { from: 0, upTo: 20_000 })).toEqual({ taken: 450, called: 410, people: 30 });
  } finally {
    await close();
  }
});
