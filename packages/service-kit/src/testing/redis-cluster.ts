/** For tests only: a real Redis cluster of three nodes on this machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Whether the Redis server program is installed. */
export const hasRedisServer = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

export interface TestCluster {
  /** For `REDIS_URL`. */
  url: string;
  /** All keys of all nodes. */
  keys(): Promise<string[]>;
  close(): Promise<void>;
}

/** Free ports. All are held open until the last one is known, so that no two are the same. */
async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port);
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}

/** Starts three nodes that share the slots. The bus ports are set too, because the default ones, 10,000 higher, may not be valid ports. */
export async function startRedisCluster(): Promise<TestCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'redis-cluster-'));
  const slots = [
    [0, 5_460],
    [5_461, 10_922],
    [10_923, 16_383],
  ];
  const ports = await freePorts(2 * slots.length);
  const nodes = slots.map((range, i) => ({ range, port: ports[2 * i] as number, bus: ports[2 * i + 1] as number }));
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
