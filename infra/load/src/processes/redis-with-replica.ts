import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { until } from '../until.ts';
import { ManagedProcess } from './managed-process.ts';
import type { Host, Network } from './network.ts';
import { answersRedis, redisInMemory } from './servers.ts';

const serverPort = 6379;
const sentinelPort = 26379;

/** A Redis, or a Sentinel, on a machine of its own. */
export interface RedisNode {
  name: string;
  host: Host;
  port: number;
  process: ManagedProcess;
}

/** Two Redis servers, one of which is the replica of the other, and three Sentinels. */
export interface RedisWithReplica {
  /** `REDIS_URL` */
  url: string;
  servers: RedisNode[];
  /** Returns the server that accepts writes, when the other one has the same data and would replace it. */
  serving(): Promise<RedisNode>;
  stop(): Promise<void>;
}

/** Settings of the Sentinels with which a replica takes over after a second. docs/operations.md gives the same values. */
export const sentinelSettings = ['down-after-milliseconds portal 1000', 'failover-timeout portal 5000'];

/** Returns what a server says about its replication, such as `role` and `connected_slaves`. */
async function replication({ host, port }: RedisNode): Promise<Map<string, string>> {
  const redis = new Redis({ host: host.address, port, lazyConnect: true, connectTimeout: 1000, commandTimeout: 1000, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const lines = (await redis.info('replication')).split('\r\n');
    return new Map(lines.filter((line) => line.includes(':')).map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
  } finally {
    redis.disconnect();
  }
}

/** Starts a Redis, a replica and three Sentinels. @throws Error if Redis is not installed, or a part does not start; the others are then stopped */
export async function startRedisWithReplica(folder: string, network: Network): Promise<RedisWithReplica> {
  const nodes: RedisNode[] = [];
  const stop = async (): Promise<void> => void (await Promise.all(nodes.map((node) => node.process.kill())));
  const start = async (name: string, port: number, args: string[]): Promise<RedisNode> => {
    const host = network.add();
    const dir = path.join(folder, name);
    mkdirSync(dir);
    const common = ['--port', String(port), '--bind', host.address, '--protected-mode', 'no', '--dir', dir];
    const ready = (): Promise<boolean> => answersRedis(`redis://${host.address}:${port}`);
    const node = { name, host, port, process: new ManagedProcess(name, 'ip', host.command('redis-server', [...args, ...common]), { ready }) };
    nodes.push(node);
    await node.process.start();
    return node;
  };
  try {
    const first = await start('redis1', serverPort, redisInMemory);
    const replica = [...redisInMemory, '--replicaof', `${first.host.address} ${serverPort}`, '--repl-diskless-sync-delay', '0'];
    const servers = [first, await start('redis2', serverPort, replica)];
    const sentinels: RedisNode[] = [];
    for (const name of ['sentinel1', 'sentinel2', 'sentinel3']) {
      const file = path.join(folder, `${name}.conf`);
      const settings = [`monitor portal ${first.host.address} ${serverPort} 2`, ...sentinelSettings].map((setting) => `sentinel ${setting}\n`);
      writeFileSync(file, settings.join(''));
      sentinels.push(await start(name, sentinelPort, [file, '--sentinel']));
    }
    const [address, ...others] = sentinels.map(({ host }) => `${host.address}:${sentinelPort}`);
    const serving = async (): Promise<RedisNode> => {
      const find = async (): Promise<RedisNode | undefined> => {
        const states = await Promise.all(servers.map((server) => replication(server)));
        const master = states.findIndex((state) => state.get('role') === 'master' && state.get('slave0')?.includes('state=online'));
        return states[1 - master]?.get('master_link_status') === 'up' ? servers[master] : undefined;
      };
      return (await until('one Redis has the other one as its replica', find, { seconds: 60 })) as RedisNode;
    };
    await serving();
    return { url: `redis+sentinel://${address}?nodes=${others}`, servers, serving, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
