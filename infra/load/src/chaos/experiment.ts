import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Environment } from '@portal/service-kit';
import { anArrival } from 'svc-declarations/testing';
import { checkAcknowledged } from '../acknowledged-check.ts';
import { arrivals } from '../calls.ts';
import { Client } from '../client.ts';
import type { Credentials } from '../credentials.ts';
import { checkStored, openMessages } from '../database-check.ts';
import type { Ledger } from '../ledger.ts';
import { Load, type LoadOptions } from '../load.ts';
import { type Findings, mergeFindings, noFindings } from '../report.ts';
import { until } from '../until.ts';
import { alertFaults, type FaultAlerts, type Monitoring } from './monitoring.ts';

/** Seconds within which the consequences of acknowledged calls must be carried out: prints are drawn, receipts have arrived. */
const deliverySeconds = 60;

/** A portal into which faults are injected. */
export interface PortalUnderTest {
  url: string;
  /** The settings of its services, from which its databases can be read; left out for a portal that somebody else runs. */
  env?: Environment;
}

/** A fault that is injected into a portal under load. */
export interface Fault<Portal> {
  name: string;
  /** Seconds after the end of `inject` within which calls must succeed again. */
  recovers: number;
  /** Number of clients, if it differs from that of the other faults. */
  connections?: number;
  /** The alerts that the fault must raise if the portal is monitored; none for a fault that the portal handles without anybody's help. */
  alerts?: string[];
  /**
   * Injects the fault, and ends when everything that is needed is available again. A returned text is shown below the table.
   * @param hold lets the fault last for this many milliseconds. If the portal is monitored, it also waits for these alerts, or for all alerts of the fault.
   */
  inject(portal: Portal, ledger: Ledger, load: Load, hold: (milliseconds: number, alerts?: string[]) => Promise<void>): Promise<unknown>;
  /** Seconds within which all messages must be delivered after the last call, if there are more messages than usual. */
  delivers?: number;
}

/** The result of an experiment with a fault. */
export interface Outcome extends Findings {
  fault: string;
  calls: number;
  acknowledged: number;
  retries: string;
  /** Seconds until calls succeeded again; NaN if that took too long. */
  recovered: number;
  /** Seconds until all messages were delivered; undefined if the databases of the portal cannot be read. */
  delivered?: number;
  /** The longest time without an acknowledged write, in seconds. */
  pause: number;
  note?: string;
  /** The alerts, if the portal was monitored. */
  alerts?: FaultAlerts;
}

interface ExperimentOptions extends Pick<LoadOptions, 'connections' | 'leaveOut'> {
  /** What the members of staff sign in with; the development users if left out. */
  credentials?: Credentials;
  /** Seconds of load before and after the fault. */
  before?: number;
  after?: number;
  /** Documents created before this moment were written by others, and are not checked. */
  storedSince?: Date;
  /** Watches the portal: the fault must raise its alerts and no others. */
  monitoring?: Monitoring;
}

/**
 * Injects one fault into a portal under load, then reads again everything that the portal acknowledged.
 * @param ledger everything that this portal has ever acknowledged
 */
export async function experiment<Portal extends PortalUnderTest>(
  portal: Portal,
  ledger: Ledger,
  fault: Fault<Portal>,
  { connections = 12, leaveOut = [], before = 2, after = 2, storedSince, monitoring, credentials }: ExperimentOptions = {},
): Promise<Outcome> {
  const load = new Load(portal.url, { ledger, connections: fault.connections ?? connections, leaveOut, credentials });
  const faults: string[] = [];
  /** Returns the seconds that a step took. If the step fails, returns NaN and records a fault. */
  const timed = async (step: () => Promise<void>): Promise<number> => {
    const began = Date.now();
    try {
      await step();
      return (Date.now() - began) / 1000;
    } catch (error) {
      faults.push((error as Error).message);
      return Number.NaN;
    }
  };
  await monitoring?.quiet(fault.alerts ?? []);
  load.start();
  await wait(before * 1000);
  let note: string | undefined;
  const watching = await monitoring?.watch(fault.alerts ?? []);
  const hold = async (milliseconds: number, alerts?: string[]): Promise<void> => (watching ? watching.hold(milliseconds, alerts) : wait(milliseconds));
  const injected = await timed(async () => {
    const said = await fault.inject(portal, ledger, load, hold);
    if (typeof said === 'string') note = said;
  });
  const recovered = Number.isNaN(injected) ? injected : await timed(() => recovery(portal.url, ledger, fault.recovers));
  await hold(after * 1000);
  await load.stop();
  const { env } = portal;
  const delivered = env && (await timed(() => allDelivered(env, fault.delivers)));
  const acknowledged = await checkAcknowledged(ledger, portal.url, credentials);
  const stored = env ? await checkStored(ledger, env, storedSince) : noFindings();
  const alerts = await watching?.end();
  if (alerts) faults.push(...alertFaults(alerts));
  return {
    fault: fault.name,
    calls: load.calls,
    acknowledged: [...load.tallies.values()].reduce((sum, tally) => sum + tally.acknowledged, 0),
    retries: String(load.retries),
    recovered,
    delivered,
    pause: load.longestPause / 1000,
    ...mergeFindings({ ...noFindings(), faults }, acknowledged, stored),
    note,
    alerts,
  };
}

async function allDelivered(env: Environment, seconds = deliverySeconds): Promise<void> {
  await until('all messages are delivered', async () => (await openMessages(env)) === 0, { seconds });
}

/** Waits until everything is ready and a registration succeeds. @throws Error if that takes longer than promised */
async function recovery(url: string, ledger: Ledger, seconds: number): Promise<void> {
  const client = new Client(url);
  const key = randomUUID();
  const body = anArrival({ travellerCode: `P${key.slice(0, 8)}`.toUpperCase() });
  const registers = async (): Promise<boolean> => {
    const { status } = await client.send({ path: '/health/ready', timeout: 3000 });
    if (status !== 200) return false;
    const answer = await client.send({ method: 'POST', path: `${arrivals}/`, body, headers: { 'idempotency-key': key }, timeout: 5000 });
    if (answer.status !== 201) return false;
    ledger.registered(arrivals, answer.body.model);
    return true;
  };
  try {
    await until('calls succeed again', registers, { seconds });
  } catch (error) {
    // The registration may have succeeded in spite of the error.
    ledger.unknown++;
    throw error;
  } finally {
    client.agent.destroy();
  }
}
