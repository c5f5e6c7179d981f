import { randomBytes } from 'node:crypto';
import { openRedis } from '@portal/service-kit/redis';
import Fastify from 'fastify';
import { Telemetry } from '../telemetry/telemetry.ts';
import { GatewayFigures } from './gateway-figures.ts';

const url = process.env.TEST_REDIS_URL;

async function aGateway(prefix: string, redisUrl?: string) {
  const redis = redisUrl ? openRedis(redisUrl, { maxRetriesPerRequest: 1, lazyConnect: false }) : undefined;
  redis?.on('error', () => undefined);
  const telemetry = new Telemetry();
  telemetry.know([{ name: 'mf-trips', versions: ['1'], prefixes: ['/triptic'] }]);
  const figures = new GatewayFigures({ redis, prefix, telemetry, open: () => ({ pages: 2, officials: 1 }) });
  const app = Fastify();
  figures.watch(app);
  app.get('/good', async () => ({}));
  app.get('/bad', async (_request, reply) => reply.code(503).send({}));
  app.get('/busy', async (_request, reply) => reply.code(429).send({}));
  return {
    figures,
    telemetry,
    call: async (...paths: string[]) => {
      for (const path of paths) await app.inject(path);
    },
    close: async () => {
      await app.close();
      redis?.disconnect();
    },
  };
}

const prefixOf = (): string => `${process.env.TEST_PREFIX ?? 'portal_t'}${randomBytes(4).toString('hex')}`;

it('a gateway without Redis tells its own figures, and that it is alone', async () => {
  const gateway = await aGateway(prefixOf());
  await gateway.call('/good', '/good', '/bad', '/busy');
  const told = await gateway.figures.all();
  expect(told).toMatchObject({ calls: 4, failed: 1, limited: 1, p95: expect.any(Number), pages: 2, officials: 1, alone: 'no-redis' });
  expect(told.gateways.map(({ startedAt }) => startedAt)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)]);
  await gateway.close();
});

it('a gateway whose Redis is away tells its own figures, and says so', async () => {
  const gateway = await aGateway(prefixOf(), 'redis://127.0.0.1:1');
  await gateway.call('/good');
  expect(await gateway.figures.all()).toMatchObject({ calls: 1, alone: 'redis-down' });
  await gateway.close();
});

if (url)
  it('all gateways are added up through Redis, with the reports of their pages, until one is gone', async () => {
    const prefix = prefixOf();
    const [one, two] = [await aGateway(prefix, url), await aGateway(prefix, url)];
    await one.call('/good', '/bad');
    await two.call('/good', '/good', '/good');
    for (const { telemetry } of [one, two])
      telemetry.record([
        { kind: 'load', area: 'mf-trips', version: '1' },
        { kind: 'load', area: 'mf-trips', version: '1', failed: 'entry' },
      ]);
    await Promise.all([one.figures.tell(), two.figures.tell()]);
    for (const { figures } of [one, two]) {
      const all = await figures.all();
      expect(all).toMatchObject({ calls: 5, failed: 1, pages: 4, officials: 2, alone: null });
      expect(all.gateways.map(({ calls }) => calls).sort()).toEqual([2, 3]);
      expect(await figures.lastHour()).toMatchObject([{ area: 'mf-trips', loads: 4, failures: 2, stages: { entry: 2 } }]);
    }
    const other = new GatewayFigures({ prefix, telemetry: new Telemetry(), open: () => ({ pages: 0, officials: 0 }) });
    expect((await other.all()).gateways).toHaveLength(1);
    await Promise.all([one.close(), two.close()]);
  });
