import { randomBytes } from 'node:crypto';
import { openRedis } from '@portal/service-kit/redis';
import { hasRedisServer, startRedisCluster, type TestCluster } from '@portal/service-kit/testing';
import Fastify from 'fastify';
import { limitRates } from './limits.ts';
import { GatewayMetrics } from './observe/gateway-metrics.ts';
import { gatewaySettings } from './settings.ts';

let cluster: TestCluster | undefined;
beforeAll(async () => {
  if (hasRedisServer()) {
    cluster = await startRedisCluster();
  }
});
afterAll(() => cluster?.close());

const servers: [string, () => string][] = [
  ...(process.env.TEST_REDIS_URL ? [['Redis', () => String(process.env.TEST_REDIS_URL)] as [string, () => string]] : []),
  ...(hasRedisServer() ? [['a Redis cluster', () => String(cluster?.url)] as [string, () => string]] : []),
];

it('without Redis are kept by each instance', async () => {
  expect(await statuses([undefined, undefined])).toEqual([200, 200, 200, 200, 200, 200]);
});

for (const [name, url] of servers) {
  it(`are shared by the instances through ${name}`, async () => {
    expect(await statuses([url(), url()])).toEqual([200, 200, 200, 429, 429, 429]);
  });
}

/** Makes six searches of one caller, alternating between two instances that allow three a minute. Returns the status codes. */
async function statuses(urls: (string | undefined)[]): Promise<number[]> {
  const prefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomBytes(4).toString('hex')}`;
  const instances = await Promise.all(
    urls.map(async (url) => {
      const settings = { ...gatewaySettings({}), rateLimitFind: 3, sessionPrefix: prefix };
      const redis = url ? openRedis(url, { maxRetriesPerRequest: 2 }) : undefined;
      const app = Fastify();
      await limitRates(app, { settings, redis, metrics: new GatewayMetrics(), areas: async () => [] });
      app.get('/api/trips/v1/find', async () => ({}));
      return { app, redis };
    }),
  );
  const given: number[] = [];
  for (let i = 0; i < 6; i++) {
    given.push((await instances[i % 2].app.inject('/api/trips/v1/find')).statusCode);
  }
  for (const { app, redis } of instances) {
    await app.close();
    redis?.disconnect();
  }
  return given;
}
