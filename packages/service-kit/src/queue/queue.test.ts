import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { unavailable } from '../http/problems.ts';
import { configureLog } from '../logging.ts';
import { until } from '../testing/index.ts';
import { hasRedisServer, startRedisCluster, type TestCluster } from '../testing/redis-cluster.ts';
import { BullQueue } from './bull.queue.ts';
import { InProcessQueue } from './in-process.queue.ts';
import { backOff, type JobQueue } from './queue.ts';

const redis = process.env.TEST_REDIS_URL;
let cluster: TestCluster | undefined;
const drivers: [string, (prefix: string, attempts?: number) => JobQueue][] = [
  ['in-process', (p, attempts) => new InProcessQueue(p, attempts)],
  ...(redis ? [['BullMQ', (p, attempts) => new BullQueue(redis, p, attempts)] as (typeof drivers)[number]] : []),
  ...(hasRedisServer() ? [['BullMQ on a cluster', (p, attempts) => new BullQueue((cluster as TestCluster).url, p, attempts)] as (typeof drivers)[number]] : []),
];
beforeAll(async () => {
  if (hasRedisServer()) cluster = await startRedisCluster();
});
afterAll(() => cluster?.close());

/** The contract test suite: every driver must pass it. */
describe.each(drivers)('the queue contract, %s', (_name, make) => {
  const prefix = `portal_q${randomUUID().slice(0, 8)}`;
  let producer: JobQueue;
  let consumer: JobQueue;
  const done: string[] = [];

  beforeAll(() => {
    producer = make(prefix);
    consumer = make(prefix);
    producer.onSettled({ done: (id) => done.push(id), failed: () => undefined, returned: () => undefined });
  });
  afterAll(async () => {
    await consumer.close();
    await producer.close();
    if (!redis) return;
    const client = new Redis(redis);
    const keys = await client.keys(`{${prefix}}*`);
    if (keys.length) await client.del(...keys);
    client.disconnect();
  });

  it('hands a job with its payload and its origin to the consumer and tells the producer when it is done', async () => {
    const seen: unknown[] = [];
    consumer.consume('media.one', async (job) => {
      seen.push(job);
    });
    const job = { id: randomUUID(), topic: 'media.one', payload: { a: 1 }, requestId: 'request-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const { id } = job;
    await producer.publish(job);
    await until(() => done.includes(id));
    expect(seen).toEqual([job]);
    expect(await producer.stateOf({ id, topic: 'media.one' })).toBe('done');
  });

  it('accepts a job once, also when it is published several times', async () => {
    let count = 0;
    consumer.consume('media.two', async () => {
      count++;
    });
    const id = randomUUID();
    await Promise.all([1, 2, 3].map(() => producer.publish({ id, topic: 'media.two', payload: {} })));
    await until(() => done.includes(id));
    await producer.publish({ id, topic: 'media.two', payload: {} });
    await new Promise((r) => setTimeout(r, 150));
    expect(count).toBe(1);
  });

  it('retries a failing job after a delay', async () => {
    let tries = 0;
    consumer.consume('media.three', async () => {
      tries++;
      if (tries < 3) throw new Error('not yet');
    });
    const id = randomUUID();
    await producer.publish({ id, topic: 'media.three', payload: {} });
    await until(() => done.includes(id));
    expect(tries).toBe(3);
  });

  it('does not give up a job while something that it needs is unavailable, and gives it up if it fails otherwise', async () => {
    const [one, other] = [make(prefix, 1), make(prefix, 1)];
    const ended: string[] = [];
    one.onSettled({ done: (id) => ended.push(`done ${id}`), failed: (id, reason) => ended.push(`${reason} ${id}`), returned: () => undefined });
    const errors: Record<string, Error[]> = {
      outlasted: [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), unavailable('The catalogues cannot be reached just now')],
      broken: [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), new Error('cannot be drawn')],
    };
    other.consume<string>('media.six', async ({ payload }) => {
      const error = errors[payload]?.shift();
      if (error) throw error;
    });
    const jobs = Object.keys(errors).map((payload) => ({ id: randomUUID(), topic: 'media.six', payload }));
    for (const job of jobs) await one.publish(job);
    await until(() => ended.length === 2);
    const states = await Promise.all(jobs.map((job) => one.stateOf(job)));
    await Promise.all([one.close(), other.close()]);
    expect(ended.sort()).toEqual([`cannot be drawn ${jobs[1]?.id}`, `done ${jobs[0]?.id}`]);
    expect(states).toEqual(['done', 'failed']);
  });

  it('counts a job that waits for its next attempt, and says how old it is', async () => {
    let tries = 0;
    let isAway = true;
    consumer.consume('media.seven', async () => {
      tries++;
      if (isAway) throw unavailable('The catalogues cannot be reached just now');
    });
    const id = randomUUID();
    const depth = async () => (await producer.depth())['media.seven'];
    await producer.publish({ id, topic: 'media.seven', payload: {} });
    await until(() => tries > 0);
    await until(async () => ((await depth())?.oldestSeconds ?? 0) > 0.05);
    expect((await depth())?.jobs).toBe(1);
    isAway = false;
    await until(() => done.includes(id));
    await until(async () => (await depth())?.jobs === 0);
    expect((await depth())?.oldestSeconds).toBe(0);
  });

  it('keeps a job until there is a consumer', async () => {
    const id = randomUUID();
    await producer.publish({ id, topic: 'media.four', payload: {} });
    expect(await producer.stateOf({ id, topic: 'media.four' })).toBe('waiting');
    expect((await producer.depth())['media.four']?.jobs).toBe(1);
    await until(async () => ((await producer.depth())['media.four']?.oldestSeconds ?? 0) > 0.05);
    consumer.consume('media.four', async () => undefined);
    await until(() => done.includes(id));
    await until(async () => (await producer.depth())['media.four']?.jobs === 0);
    expect((await producer.depth())['media.four']?.oldestSeconds).toBe(0);
  });

  it('does a job that has failed for good again when it was forgotten, and no other', async () => {
    const [one, other] = [make(prefix, 1), make(prefix, 1)];
    const failed: string[] = [];
    one.onSettled({ done: (id) => done.push(id), failed: (id) => failed.push(id), returned: () => undefined });
    let works = false;
    let runs = 0;
    other.consume('media.five', async () => {
      runs++;
      if (!works) throw new Error('not yet');
    });
    const job = { id: randomUUID(), topic: 'media.five', payload: {} };
    await one.publish(job);
    await until(() => failed.includes(job.id));
    works = true;
    await one.publish(job);
    expect([runs, await one.stateOf(job)]).toEqual([1, 'failed']);
    await one.forget(job);
    await one.publish(job);
    await until(() => done.includes(job.id));
    await one.forget(job);
    expect([runs, await one.stateOf(job)]).toEqual([2, 'done']);
    await Promise.all([one.close(), other.close()]);
  });

  it('does not know a job that was never published', async () => {
    expect(await producer.stateOf({ id: randomUUID(), topic: 'media.one' })).toBe('unknown');
  });
});

it('waits twice as long before each retry, and a minute at most', () => {
  expect([1, 2, 3, 7, 8, 2_000].map(backOff)).toEqual([500, 1_000, 2_000, 32_000, 60_000, 60_000]);
});

it('does not run a job inside publish, in this process', async () => {
  const queue = new InProcessQueue(`portal_q${randomUUID()}`);
  let ran = false;
  queue.consume('media.one', async () => {
    ran = true;
  });
  await queue.publish({ id: randomUUID(), topic: 'media.one', payload: {} });
  expect(ran).toBe(false);
  await until(() => ran);
  await queue.close();
});

it('the queue in memory refuses jobs above its limit until some are done', async () => {
  const queue = new InProcessQueue(randomUUID());
  const publish = () => queue.publish({ id: randomUUID(), topic: 'media.many', payload: {} });
  let taken = 0;
  while (await publish()) taken++;
  expect(taken).toBe(2_000);
  queue.consume('media.many', async () => undefined);
  await until(publish);
  await queue.close();
});

it('the queue in memory also counts jobs that wait for their next attempt', async () => {
  // Otherwise each of the 2,000 failures writes a line.
  configureLog('silent');
  const queue = new InProcessQueue(randomUUID());
  let isAway = true;
  queue.consume('media.many', async () => {
    if (isAway) throw unavailable('The catalogues cannot be reached just now');
  });
  const publish = () => queue.publish({ id: randomUUID(), topic: 'media.many', payload: {} });
  let taken = 0;
  for (let n = 0; n < 2_500; n++) {
    if (await publish()) taken++;
    // The job fails before the next one is published.
    await new Promise((done) => setImmediate(done));
  }
  expect(taken).toBe(2_000);
  isAway = false;
  await until(publish);
  await queue.close();
});
