import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRedis } from '@portal/service-kit/redis';
import { LastGoodFile, LastGoodInRedis, type LastGoodRegistry } from './last-good-registry.ts';
import type { ActiveEntries } from './verify-registry.ts';

const entries = (version: string, sequence: number): ActiveEntries =>
  ({ stable: { name: 'mf-trips', version, sequence }, highest: { key: sequence } }) as never;
const folder = mkdtempSync(join(tmpdir(), 'last-good-'));
const redisUrl = process.env.TEST_REDIS_URL;
const redis = redisUrl ? openRedis(redisUrl, {}) : undefined;
const prefix = `${process.env.TEST_PREFIX ?? 'portal_t'}${randomBytes(4).toString('hex')}`;
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await redis?.del(`${prefix}:remotes-in-force`);
  redis?.disconnect();
});

const places: [string, () => LastGoodRegistry][] = [['a file', () => new LastGoodFile(join(folder, 'gateway', 'in-force.json'))]];
if (redis) places.push(['Redis', () => new LastGoodInRedis(redis, prefix)]);

it.each(places)('what is in force is there again after a restart, from %s', async (_name, open) => {
  expect(await open().load()).toEqual(new Map());
  await open().save(new Map([['mf-trips', entries('1.0.0', 5)]]));
  expect(await open().load()).toEqual(new Map([['mf-trips', entries('1.0.0', 5)]]));
});

if (redis)
  it('a gateway that is behind takes nothing back that another has seen', async () => {
    const open = () => new LastGoodInRedis(redis, prefix);
    await open().save(new Map([['mf-trips', entries('2.0.0', 9)]]));
    await open().save(new Map([['mf-trips', entries('1.0.0', 5)]]));
    expect((await open().load()).get('mf-trips')?.stable.version).toBe('2.0.0');
  });

if (redis)
  it('keeps what another gateway stores at the same moment', async () => {
    const open = () => new LastGoodInRedis(redis, prefix);
    await Promise.all(Array.from({ length: 6 }, (_, i) => open().save(new Map([['mf-trips', entries(`3.0.${i}`, 20 + i)]]))));
    expect((await open().load()).get('mf-trips')?.stable.version).toBe('3.0.5');
  });

if (redis)
  it('stores nothing while it cannot read what is stored', async () => {
    const failing = new LastGoodInRedis(Object.assign(Object.create(redis), { get: () => Promise.reject(new Error('away')) }), prefix);
    await expect(failing.save(new Map([['mf-trips', entries('0.1.0', 1)]]))).rejects.toThrow('away');
    expect((await new LastGoodInRedis(redis, prefix).load()).get('mf-trips')?.stable.version).not.toBe('0.1.0');
  });
