import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { at } from '../../dev/lib/root.mjs';
import { attacks } from './attacks.mjs';
import { services } from './parts.mjs';
import { payWhileDown } from './receipt-while-down.mjs';
import { TcpProxy } from './tcp-proxy.mjs';
import { deliverAgain } from './twice.mjs';

/** Delay before a supervisor restarts a dead process. */
const supervisorMs = 300;

/**
 * A fault. `strike` injects it into a portal under load and returns when everything that the portal needs is back. Calls must succeed again
 * within `recovers` seconds after that. If `strike` returns a text, it is printed below the table.
 * @typedef {{ name: string, recovers: number, strike: (portal: import('./parts.mjs').Parts, ledger: import('../../load/lib/ledger.mjs').Ledger) => Promise<unknown> }} Fault
 */

async function killAndRestart(portal, name, signal) {
  await portal.kill(name, signal);
  await wait(supervisorMs);
  await portal.start(name);
}

/** @type {(name: string, rounds: number) => Fault} */
export const killed = (name, rounds) => ({
  name: `kill -9 of ${name}, ${rounds} times`,
  recovers: 10,
  async strike(portal) {
    for (let round = 0; round < rounds; round++) {
      await wait(randomInt(100, 800));
      await killAndRestart(portal, name, 'SIGKILL');
    }
  },
});

/** @type {(server: string, words: string, seconds: number) => Fault} */
const away = (server, words, seconds) => ({
  name: words,
  recovers: 10,
  async strike(portal) {
    await portal.lines[server].cut();
    await wait(seconds * 1000);
    await portal.lines[server].open();
  },
});

/** A receipt that arrives while its service is down; checked for one document in detail. @type {Fault} */
export const receiptWhileAway = { name: 'a receipt arrives while svc-trips is down', recovers: 10, strike: payWhileDown };

/** The faults of a portal with servers, in the order in which they run. @type {Fault[]} */
export const faults = [
  ...['gateway', ...services].map((name) => killed(name, 2)),
  { name: 'MySQL killed (kill -9) and restarted', recovers: 10, strike: (portal) => killAndRestart(portal, 'mysql', 'SIGKILL') },
  { name: 'MySQL stopped and restarted', recovers: 10, strike: (portal) => killAndRestart(portal, 'mysql', 'SIGTERM') },
  {
    name: 'database slow: 100 ms per packet, 5 s',
    recovers: 10,
    async strike({ lines: { mysql } }) {
      mysql.delay = 100;
      await wait(5000);
      mysql.delay = 0;
    },
  },
  {
    name: 'database frozen, 6 s',
    recovers: 10,
    async strike({ lines: { mysql } }) {
      mysql.frozen = true;
      await wait(6000);
      mysql.frozen = false;
    },
  },
  {
    name: 'database host vanishes without closing connections',
    // Statements in progress are abandoned after 25 s without an answer.
    recovers: 35,
    async strike({ lines: { mysql } }) {
      mysql.abandon();
      await wait(500);
    },
  },
  { name: 'Redis killed and restarted, its data lost', recovers: 10, strike: (portal) => killAndRestart(portal, 'redis', 'SIGKILL') },
  {
    name: 'Redis emptied (FLUSHALL) while it runs',
    recovers: 10,
    async strike(portal) {
      const redis = new Redis(portal.env.REDIS_URL);
      await redis.flushall();
      redis.disconnect();
    },
  },
  {
    name: 'every job delivered twice',
    recovers: 10,
    async strike(portal) {
      for (let round = 0; round < 3; round++) {
        await wait(1000);
        await deliverAgain(portal.env);
      }
    },
  },
  away('s3', 'S3 down, 5 s', 5),
  away('clamd', 'clamd down, 5 s', 5),
  {
    name: 'two instances, clocks two minutes apart',
    recovers: 10,
    async strike(portal) {
      const [early, late] = await Promise.all(
        [-60_000, 60_000].map((shift, i) =>
          portal.instance(`svc-declarations-${i}`, 'svc-declarations', { SHIFT_CLOCK_MS: String(shift) }, ['--import', at('infra/chaos/lib/shift-clock.mjs')]),
        ),
      );
      await Promise.all([early.start(), late.start()]);
      // The two instances replace the one; new connections alternate between them.
      const { port } = new URL(portal.env.DECLARATIONS_URL);
      const balancer = new TcpProxy(Number(port), [{ port: early.port }, { port: late.port }]);
      await portal.kill('svc-declarations', 'SIGTERM');
      await balancer.open();
      await wait(5000);
      await balancer.cut();
      await Promise.all([early.kill(), late.kill()]);
      await portal.start('svc-declarations');
    },
  },
  receiptWhileAway,
  ...attacks,
];

/** The faults of the quick run: those that break most. */
export const quickFaults = [faults.find(({ name }) => name.includes('svc-declarations')), faults.find(({ name }) => name.startsWith('Redis killed'))];
