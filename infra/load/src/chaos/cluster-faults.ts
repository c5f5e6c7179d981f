import { setTimeout as wait } from 'node:timers/promises';
import type { Galera, GaleraNode } from '../processes/galera.ts';
import { until } from '../until.ts';
import { killed, type PortalFault } from './faults.ts';

/** How long a node is away, in ms: longer than the other nodes need to continue without it. */
const awayMs = 8000;

/** The ways in which a node is made to fail, and how it recovers from each. */
const ways: Record<string, { harm(node: GaleraNode): unknown; heal(node: GaleraNode): unknown }> = {
  'kill -9': { harm: (node) => node.process.kill('SIGKILL'), heal: (node) => node.start() },
  frozen: { harm: ({ process: { pid } }) => process.kill(pid as number, 'SIGSTOP'), heal: ({ process: { pid } }) => process.kill(pid as number, 'SIGCONT') },
  'cut off from the others': { harm: (node) => node.partition(true), heal: (node) => node.partition(false) },
};

/** Returns the faults for a portal on three Galera nodes and a Redis with a replica. */
export function clusterFaults(galera: Galera): PortalFault[] {
  const nodes = ['the node that takes the writes', 'another node'].flatMap((which, other) =>
    Object.entries(ways).map(
      ([way, { harm, heal }]): PortalFault => ({
        name: `${which}: ${way}, ${awayMs / 1000} s`,
        recovers: 10,
        async inject() {
          const writer = await galera.writer();
          const node = other ? (galera.nodes.find((each) => each !== writer) as GaleraNode) : writer;
          await harm(node);
          await wait(awayMs);
          await heal(node);
          await until(`${node.name} takes part again`, async () => (await node.state()) === 'Synced', { seconds: 60 });
        },
      }),
    ),
  );
  return [
    ...nodes,
    {
      name: 'HAProxy: kill -9, restarted after 0.3 s',
      recovers: 10,
      async inject() {
        await galera.haproxy.kill('SIGKILL');
        await wait(300);
        await galera.haproxy.start();
      },
    },
    {
      // From here on the replica serves.
      name: 'Redis: frozen, its replica takes over',
      recovers: 10,
      async inject() {
        const { pid } = galera.redis.first;
        process.kill(pid as number, 'SIGSTOP');
        await wait(awayMs);
        process.kill(pid as number, 'SIGCONT');
      },
    },
    killed('gateway', 2),
    killed('svc-declarations', 2),
  ];
}
