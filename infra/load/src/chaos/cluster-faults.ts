import { setTimeout as wait } from 'node:timers/promises';
import type { Galera, GaleraNode } from '../processes/galera.ts';
import type { Host } from '../processes/network.ts';
import type { PortalProcesses } from '../processes/portal-processes.ts';
import { TcpProxy } from '../processes/tcp-proxy.ts';
import { until } from '../until.ts';
import { killed, type PortalFault } from './faults.ts';

/** How long a part is away, in ms: longer than the others need to continue without it. */
const awayMs = 8000;

/** A database node or a Redis, on a machine of its own. */
interface Node {
  host: Host;
  process: { pid?: number; kill(signal: NodeJS.Signals): Promise<unknown>; start(): Promise<void> };
  start?(): Promise<void>;
}

const signal = ({ process: { pid } }: Node, name: NodeJS.Signals): void => void process.kill(pid as number, name);

/** The ways in which a part is made to fail, and how it recovers from each. */
const ways: Record<string, { harm(node: Node): unknown; heal(node: Node): unknown }> = {
  'kill -9': { harm: (node) => node.process.kill('SIGKILL'), heal: (node) => (node.start ? node.start() : node.process.start()) },
  frozen: { harm: (node) => signal(node, 'SIGSTOP'), heal: (node) => signal(node, 'SIGCONT') },
  'cut off from the others': { harm: ({ host }) => host.partition(true), heal: ({ host }) => host.partition(false) },
};

/** The alert that each part raises while it is away, and the one that it raises when it was killed and has started again. */
const alertsOf = {
  database: { away: 'DatabaseNodeAway', restarted: 'DatabaseRestarted of *' },
  redis: { away: 'RedisReplicaAway', restarted: 'RedisRestarted of *' },
};

/**
 * Returns a fault for each way in which a part may fail.
 * @param choose returns the part
 * @param back waits until it takes part again
 */
const inEachWay = <N extends Node>(
  which: string,
  { away, restarted }: { away: string; restarted: string },
  choose: () => Promise<N>,
  back: (node: N) => Promise<unknown>,
): PortalFault[] =>
  Object.entries(ways).map(([way, { harm, heal }]) => ({
    name: `${which}: ${way}, ${awayMs / 1000} s`,
    recovers: 10,
    alerts: way === 'kill -9' ? [away, restarted] : [away],
    async inject(_portal, _ledger, _load, hold) {
      const node = await choose();
      await harm(node);
      await hold(awayMs, [away]);
      await heal(node);
      await back(node);
    },
  }));

/** Returns the faults of one of two gateways. */
const gatewayFaults: PortalFault[] = [
  killed('gateway', 2),
  {
    name: `one of two gateways: frozen, ${awayMs / 1000} s`,
    recovers: 10,
    alerts: ['TargetDown of gateway'],
    async inject(portal, _ledger, _load, hold) {
      const { pid } = portal.process('gateway');
      process.kill(pid as number, 'SIGSTOP');
      await hold(awayMs);
      process.kill(pid as number, 'SIGCONT');
    },
  },
  {
    name: `one of two gateways: cut off from its callers, ${awayMs / 1000} s`,
    recovers: 10,
    alerts: ['TargetDown of gateway'],
    async inject({ proxies: { gateway } }, _ledger, _load, hold) {
      gateway.frozen = true;
      await hold(awayMs);
      gateway.frozen = false;
    },
  },
];

/** Returns how many transactions the nodes have rolled back because another node had changed the same rows first. */
async function conflicts({ nodes }: Galera): Promise<number> {
  const counts = nodes.flatMap((node) => ['wsrep_local_cert_failures', 'wsrep_local_bf_aborts'].map(async (name) => Number(await node.status(name))));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/**
 * Two instances of svc-declarations write to different nodes, as they would with two HAProxies that differ for a while. Each registration changes the row of the
 * serial numbers, so the nodes often have to roll one of two transactions back.
 */
const twoWriters = (galera: Galera): PortalFault => ({
  name: `two instances of svc-declarations write to different nodes, ${awayMs / 1000} s`,
  recovers: 10,
  alerts: ['ProcessRestarted of svc-declarations'],
  async inject(portal: PortalProcesses, _ledger, _load, hold) {
    const writer = await galera.writer();
    const before = await conflicts(galera);
    const nodes = [writer, galera.nodes.find((node) => node !== writer) as GaleraNode];
    const instances = await Promise.all(
      nodes.map(({ url }, i) => portal.add(`svc-declarations-${i}`, { script: 'svc-declarations/dist/src/main.js', env: { MYSQL_URL: url } })),
    );
    await Promise.all(instances.map((instance) => instance.process.start()));
    const balancer = new TcpProxy(
      Number(new URL(portal.env.DECLARATIONS_URL).port),
      instances.map((instance) => instance.port),
    );
    await portal.process('svc-declarations').kill('SIGTERM');
    await balancer.open();
    await hold(awayMs);
    await balancer.cut();
    await Promise.all(instances.map((instance) => instance.process.kill('SIGTERM')));
    await portal.process('svc-declarations').start();
    const happened = (await conflicts(galera)) - before;
    if (!happened) throw new Error('No two transactions were in conflict, so nothing was tried');
    return `${happened} transactions were rolled back for another node, and run again`;
  },
});

/** Returns the faults for a portal with two gateways on three Galera nodes and a Redis with a replica. */
export function clusterFaults(galera: Galera): PortalFault[] {
  const { nodes, redis, haproxy } = galera;
  const isBack = (node: GaleraNode): Promise<unknown> =>
    until(`${node.name} takes part again`, async () => (await node.status('wsrep_local_state_comment')) === 'Synced', { seconds: 60 });
  const another = async (): Promise<GaleraNode> => {
    const writer = await galera.writer();
    return nodes.find((node) => node !== writer) as GaleraNode;
  };
  return [
    ...inEachWay('the node that takes the writes', alertsOf.database, galera.writer, isBack),
    ...inEachWay('another node', alertsOf.database, another, isBack),
    {
      name: 'HAProxy of the database: kill -9, restarted after 0.3 s',
      recovers: 10,
      alerts: ['BalancerRestarted of haproxy'],
      async inject() {
        await haproxy.kill('SIGKILL');
        await wait(300);
        await haproxy.start();
      },
    },
    twoWriters(galera),
    ...inEachWay('Redis', alertsOf.redis, redis.serving, redis.serving),
    ...gatewayFaults,
    killed('svc-declarations', 2),
  ];
}
