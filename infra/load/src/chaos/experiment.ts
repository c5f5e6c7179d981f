import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { anArrival } from 'svc-declarations/testing';
import { Client } from '../../load/lib/client.mjs';
import { checkAcknowledged } from '../../load/lib/consistency.mjs';
import { Load } from '../../load/lib/drive.mjs';
import { arrivals } from '../../load/lib/kinds.mjs';
import { repeats } from '../../load/lib/report.mjs';
import { checkStored, openMessages } from '../../load/lib/stored.mjs';
import { until } from './until.mjs';

/** Seconds within which what was acknowledged has been carried out: prints are drawn, receipts have arrived. */
const deliverySeconds = 60;

/**
 * Does one fault to a portal under load and looks at what came of it.
 * @param {{ url: string, env: Record<string, string> }} portal
 * @param {import('../../load/lib/ledger.mjs').Ledger} ledger everything this portal was ever told
 * @param {import('./faults.mjs').Fault} fault
 * @param {{ connections?: number, leaveOut?: string[], before?: number, after?: number }} [options] seconds of load before and after the fault
 * @returns {Promise<{ fault: string, calls: number, acknowledged: number, repeats: string, recovered: number, delivered: number, lost: string[], duplicates: string[], faults: string[], note?: string }>}
 */
export async function experiment(portal, ledger, fault, { connections = 12, leaveOut = [], before = 2, after = 2 } = {}) {
  const load = new Load(portal.url, { ledger, connections, leaveOut });
  load.start();
  await wait(before * 1000);
  let struck;
  let recovered = Number.NaN;
  let note;
  const faults = [];
  try {
    note = await fault.strike(portal, ledger);
    struck = Date.now();
    await recovery(portal, ledger, fault.recovers);
    recovered = (Date.now() - struck) / 1000;
  } catch (error) {
    faults.push(error.message);
  }
  await wait(after * 1000);
  await load.stop();
  const ended = Date.now();
  let delivered = Number.NaN;
  try {
    await until('all messages are delivered', async () => (await openMessages(portal.env)) === 0, { seconds: deliverySeconds });
    delivered = (Date.now() - ended) / 1000;
  } catch (error) {
    faults.push(error.message);
  }
  const asked = await checkAcknowledged(ledger, portal.url);
  const stored = await checkStored(ledger, portal.env);
  const both = (key) => [...asked[key], ...stored[key]];
  const acknowledged = [...load.tallies.values()].reduce((sum, tally) => sum + tally.acknowledged, 0);
  return {
    fault: fault.name,
    calls: load.calls,
    acknowledged,
    repeats: repeats(load),
    recovered,
    delivered,
    lost: both('lost'),
    duplicates: both('duplicates'),
    faults: [...faults, ...both('faults')],
    ...(typeof note === 'string' ? { note } : {}),
  };
}

/** Waits until everything is ready and a registration is taken at once. @throws when that takes longer than was promised */
async function recovery(portal, ledger, seconds) {
  const client = new Client(portal.url);
  const key = randomUUID();
  const body = anArrival({ travellerCode: `P${key.slice(0, 8)}`.toUpperCase() });
  try {
    await until(
      'calls succeed again',
      async () => {
        const { status } = await client.ask({ path: '/health/ready', timeout: 3000 });
        if (status !== 200) return false;
        const answer = await client.ask({ method: 'POST', path: `${arrivals}/`, body, headers: { 'idempotency-key': key }, timeout: 5000 });
        if (answer.status !== 201) return false;
        ledger.registered(arrivals, answer.body.model);
        return true;
      },
      { seconds },
    );
  } catch (error) {
    // It may have been taken after all.
    ledger.unknown++;
    throw error;
  } finally {
    client.agent.destroy();
  }
}
