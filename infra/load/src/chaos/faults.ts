import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { at } from '@portal/build/paths';
import { Redis } from 'ioredis';
import { type PortalProcesses, services } from '../processes/portal-processes.ts';
import { TcpProxy } from '../processes/tcp-proxy.ts';
import { attacks } from './attacks.ts';
import type { Fault } from './experiment.ts';
import { mailAway } from './mail-away.ts';
import { payWhileDown } from './receipt-while-down.ts';
import { redeliverAll } from './redeliver.ts';

export type PortalFault = Fault<PortalProcesses>;

/** Milliseconds after which a supervisor restarts a dead process. */
const supervisorMs = 300;

async function killAndRestart(portal: PortalProcesses, name: string, signal: NodeJS.Signals): Promise<void> {
  await portal.process(name).kill(signal);
  await wait(supervisorMs);
  await portal.process(name).start();
}

/** Returns a fault in which a process is killed several times. */
export const killed = (name: string, rounds: number): PortalFault => ({
  name: `kill -9 of ${name}, ${rounds} times`,
  recovers: 10,
  alerts: [`ProcessRestarted of ${name}`],
  async inject(portal) {
    for (let round = 0; round < rounds; round++) {
      await wait(randomInt(100, 800));
      await killAndRestart(portal, name, 'SIGKILL');
    }
  },
});

/** Returns a fault in which a server cannot be reached for some seconds. */
const unreachable = (server: string, part: string, seconds: number): PortalFault => ({
  name: `${server === 's3' ? 'S3' : server} down, ${seconds} s`,
  recovers: 10,
  alerts: [`PartDown of ${part}`],
  async inject({ proxies }, _ledger, _load, hold) {
    await proxies[server].cut();
    await hold(seconds * 1000);
    await proxies[server].open();
  },
});

/** A receipt arrives while its service is down. One document is checked in detail. */
export const receiptWhileAway: PortalFault = {
  name: 'a receipt arrives while svc-trips is down',
  recovers: 10,
  alerts: ['ProcessRestarted of svc-trips'],
  inject: payWhileDown,
};

/** Two instances replace a single one. Their clocks are two minutes apart, and new connections alternate between them. */
const differentClocks: PortalFault = {
  name: 'two instances, clocks two minutes apart',
  recovers: 10,
  alerts: ['ClockWrong of svc-declarations', 'ProcessRestarted of svc-declarations'],
  async inject(portal, _ledger, _load, hold) {
    const instances = await Promise.all(
      [-60_000, 60_000].map((shift, i) =>
        portal.add(`svc-declarations-${i}`, {
          script: 'svc-declarations/dist/src/main.js',
          env: { SHIFT_CLOCK_MS: String(shift) },
          nodeOptions: ['--import', at('infra/load/dist/src/chaos/shift-clock.js')],
        }),
      ),
    );
    await Promise.all(instances.map((instance) => instance.process.start()));
    const { port } = new URL(portal.env.DECLARATIONS_URL);
    const balancer = new TcpProxy(
      Number(port),
      instances.map((instance) => instance.port),
    );
    await portal.process('svc-declarations').kill('SIGTERM');
    await balancer.open();
    await hold(5000);
    await balancer.cut();
    await Promise.all(instances.map((instance) => instance.process.kill()));
    await portal.process('svc-declarations').start();
  },
};

/** All faults of a portal with servers, in the order in which they run. */
export const faults: PortalFault[] = [
  ...['gateway', ...services].map((name) => killed(name, 2)),
  ...(['SIGKILL', 'SIGTERM'] as const).map(
    (signal): PortalFault => ({
      name: `MySQL ${signal === 'SIGKILL' ? 'killed (kill -9)' : 'stopped'} and restarted`,
      recovers: 10,
      alerts: ['DatabaseRestarted of database'],
      inject: (portal) => killAndRestart(portal, 'mysql', signal),
    }),
  ),
  {
    name: 'database slow: 100 ms per packet, 5 s',
    recovers: 10,
    alerts: ['PartSlow of database'],
    async inject({ proxies: { mysql } }, _ledger, _load, hold) {
      mysql.delay = 100;
      await hold(5000);
      mysql.delay = 0;
    },
  },
  {
    name: 'database frozen, 6 s',
    recovers: 10,
    alerts: ['PartDown of database'],
    async inject({ proxies: { mysql } }, _ledger, _load, hold) {
      mysql.frozen = true;
      await hold(6000);
      mysql.frozen = false;
    },
  },
  {
    name: 'database host vanishes without closing connections',
    // Statements in progress are abandoned after 25 s without an answer.
    recovers: 35,
    alerts: ['PartDown of database'],
    async inject({ proxies: { mysql } }) {
      mysql.abandon();
      await wait(500);
    },
  },
  {
    name: 'Redis killed and restarted, its data lost',
    recovers: 10,
    alerts: ['RedisRestarted of redis'],
    inject: (portal) => killAndRestart(portal, 'redis', 'SIGKILL'),
  },
  {
    name: 'Redis emptied (FLUSHALL) while it runs',
    recovers: 10,
    alerts: ['RedisFlushed of redis'],
    async inject(portal) {
      const redis = new Redis(portal.env.REDIS_URL);
      await redis.flushall();
      redis.disconnect();
    },
  },
  {
    // A queue may deliver twice at any time, so this raises no alert.
    name: 'every job delivered twice',
    recovers: 10,
    async inject(portal) {
      for (let round = 0; round < 3; round++) {
        await wait(1000);
        await redeliverAll(portal.env);
      }
    },
  },
  unreachable('s3', 'storage', 5),
  unreachable('clamd', 'virus-scanner', 5),
  differentClocks,
  receiptWhileAway,
  mailAway,
  ...attacks,
];

/** The faults of the quick run: a killed svc-declarations, a killed Redis, and mail that does not answer. */
export const quickFaults = faults.filter((fault) => fault === mailAway || /^(kill -9 of svc-declarations|Redis killed)/.test(fault.name));
