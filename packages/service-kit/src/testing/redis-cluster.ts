/** For tests only: a real Redis cluster of three nodes on this machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

/** Returns whether the Redis server program is installed. */
export const hasRedisServer = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

export interface TestCluster {
  /** The value for `REDIS_URL`. */
  url: string;
  /** Returns all keys of all nodes. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts three nodes that share the slots. The bus ports are set too, because the default ones, 10,000 higher, may not be valid ports. */
export async function startRedisCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'redis-cluster-'));
  const slots = [
    [0, 5_460],
    [5_461, 10_922],
    [10_923, 16_383],
  ];
  const nodes = await Promise.all(slots.map(async (range) => ({ range, port: await freePort(), bus: await freePort() })));
  const programs: ChildProcess[] = nodes.map(({ port, bus }) =>
    spawn(
      'redis-server',
      [
        '--port',
        port,
        '--cluster-port',
        bus,
        '--bind',
        '127.0.0.1',
        '--cluster-enabled',
        'yes',
        '--cluster-config-file',
        `${port}.conf`,
        '--dir',
        folder,
        '--save',
        '',
      ].map(String),
      { stdio: 'ignore' },
    ),
  );
  const clients = nodes.map(({ port }) => new Redis(port, '127.0.0.1', { maxRetriesPerRequest: null, retryStrategy: () => 50 }));
  for (const client of clients) client.on('error', () => undefined);
  await Promise.all(clients.map((client, i) => client.call('cluster', 'addslotsrange', ...nodes[i].range.map(String))));
  const [first, ...others] = nodes;
  await Promise.all(others.map(({ port, bus }) => clients[0].call('cluster', 'meet', '127.0.0.1', String(port), String(bus))));
  const agreed = async (client: Redis): Promise<boolean> => /cluster_state:ok[\s\S]*cluster_known_nodes:3/.test(String(await client.call('cluster', 'info')));
  while (!(await Promise.all(clients.map(agreed))).every(Boolean)) await wait(50);
  return {
    url: `redis+cluster://127.0.0.1:${first.port}`,
    keys: async () => (await Promise.all(clients.map((client) => client.keys('*')))).flat(),
    close: async () => {
      for (const client of clients) client.disconnect();
      const ended = programs.map((program) => new Promise((done) => program.once('exit', done)));
      for (const program of programs) program.kill('SIGKILL');
      await Promise.all(ended);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
