/** Tests an upgrade at noon: while people work, every part is replaced by a version that has changed a large table, and then by the earlier version again. */
import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { at } from '@portal/build/paths';
import { eq, q } from '@portal/service-kit/testing';
import { arrivals } from '../calls.ts';
import { Client, sendWithRetry } from '../client.ts';
import { Ledger } from '../ledger.ts';
import type { Load } from '../load.ts';
import { type PortalProcesses, type Program, services, startPortalProcesses } from '../processes/portal-processes.ts';
import { quantile } from '../quantile.ts';
import { rowsOf } from '../service-database.ts';
import { until } from '../until.ts';
import { experiment, type Outcome } from './experiment.ts';

const run = promisify(execFile);

/** Returns the start options of a service in a later version. */
const nextVersion = (version: 'expanded' | 'contracted'): Program => ({
  env: { NEXT_VERSION: version },
  nodeOptions: ['--import', at('infra/load/dist/src/chaos/next-version.js')],
});
/** The start options of a service in the current version. */
const thisVersion: Program = { nodeOptions: [] };

/** The lowest `searchVersion` of rows that the next version has written or brought up to date. */
const nextLayout = 1_000_000;
const columnsAreComplete = `select
  (select count(*) from (select id from arrival_declaration where searchVersion < ${nextLayout} or searchVersion is null limit 1) b) as behind`;

/** Returns the options to run a command of svc-declarations in a later version. */
const asNext = (portal: PortalProcesses, version: 'expanded' | 'contracted') => {
  const { env, nodeOptions = [] } = nextVersion(version);
  return { env: { ...portal.env, ...env }, nodeOptions };
};

/** Migrates the database of the declarations to a later version, as the job of a deployment does. */
async function migrate(portal: PortalProcesses, version: 'expanded' | 'contracted'): Promise<void> {
  const { env, nodeOptions } = asNext(portal, version);
  await run(process.execPath, [...nodeOptions, at('svc-declarations/dist/src/main.js'), 'migrate'], { env });
}

/**
 * Makes the calls that screens of the next version make: an officer searches by the new column. @returns a function that ends the calls and returns how many
 * there were
 */
function nextScreens(portal: PortalProcesses, load: Load, ledger: Ledger): () => Promise<number> {
  const officer = new Client(portal.url, 'border-officer', load.agent);
  let [calls, ended] = [0, false];
  const search = `${arrivals}/search${q({ criteria: [eq('occupationText', 'medica', 'TEXT', 'CONTAINS')] })}`;
  const note = (outcome: string): void => ledger.fault(`a search by the new column was answered ${outcome}`);
  const work = async (): Promise<void> => {
    while (!ended) {
      const answer = await sendWithRetry(officer, { path: search }, { note });
      if (answer?.status !== 200) note(String(answer?.status));
      else calls++;
      await wait(250);
    }
  };
  const working = work();
  return async () => {
    ended = true;
    await working;
    return calls;
  };
}

/** The duration of the calls during one step of the upgrade. */
export interface Span {
  name: string;
  seconds: number;
  calls: number;
  /** Median in milliseconds. `p95` is the 95th percentile. */
  p50: number;
  p95: number;
}

export interface UpgradeOutcome extends Outcome {
  spans: Span[];
}

interface UpgradeOptions {
  /** Number of arrivals that exist before the upgrade. */
  rows: number;
  connections?: number;
  /** Seconds of load before and after the upgrade. */
  seconds?: number;
  /** Minutes within which the background job must have filled the new column. */
  minutes?: number;
  /** Whether it counts as a fault if calls failed at first, or if the 95th percentile is more than twice as long as before. */
  isMeasured?: boolean;
  /** The addresses of servers that are used instead of starting new ones. */
  env?: Record<string, string | undefined>;
}

const ms = (value: number): string => `${Math.round(value)} ms`;

/** Runs the upgrade and the downgrade on a portal that is started for it. */
export async function runUpgrade({ rows, connections = 4, seconds = 60, minutes = 60, isMeasured = true, env }: UpgradeOptions): Promise<UpgradeOutcome> {
  const portal = await startPortalProcesses({
    ...(env ? { mysql: false, redis: false } : { mysqlArguments: ['--innodb-buffer-pool-size=1G'] }),
    balanced: true,
    env: { ...env, SEAL_PERSONAL_DATA: 'later', MIGRATE_AT_START: 'true' },
  });
  const spans: Span[] = [];
  try {
    await seed(portal, rows);
    portal.env.MIGRATE_AT_START = 'false';
    const ledger = new Ledger();
    const began = new Date();
    const found = await experiment(
      portal,
      ledger,
      {
        name: `upgrade of every part and back, ${rows.toLocaleString('en')} arrivals`,
        recovers: 10,
        inject: (_portal, _ledger, load) => upgrade(portal, ledger, load, { seconds, minutes, spans }),
      },
      { connections, storedSince: began },
    );
    const [before] = spans;
    const slow = spans.slice(1).filter(({ p95 }) => before && p95 > 2 * before.p95);
    if (isMeasured) for (const { name, p95 } of slow) found.faults.push(`${name}: 95 of 100 calls within ${ms(p95)}, before within ${ms(before.p95)}`);
    if (isMeasured && found.retries !== 'none') found.faults.push(`calls failed at first: ${found.retries}`);
    return { ...found, spans };
  } finally {
    await portal.stop();
  }
}

/** Fills the table of arrivals in the form that a version without encryption leaves. */
async function seed(portal: PortalProcesses, rows: number): Promise<void> {
  await portal.process('svc-declarations').kill('SIGTERM');
  await run(process.execPath, [at('infra/load/dist/src/seed/seed-arrivals.js'), String(rows)], { env: portal.env });
  await portal.process('svc-declarations').start();
}

interface Steps {
  seconds: number;
  minutes: number;
  spans: Span[];
}

async function upgrade(portal: PortalProcesses, ledger: Ledger, load: Load, { seconds, minutes, spans }: Steps): Promise<string> {
  /** Runs a step and measures the calls that end meanwhile. */
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const [began, before] = [Date.now(), load.times()];
    const result = await work();
    const times = load.times().since(before);
    spans.push({ name, seconds: (Date.now() - began) / 1000, calls: times.length, p50: quantile(times, 0.5), p95: quantile(times, 0.95) });
    return result;
  };
  const replaceAll = async (names: string[], change: (name: string) => Program): Promise<void> => {
    for (const name of names) await portal.replace(name, change(name));
  };
  const isChanged = (name: string): boolean => name === 'svc-declarations';
  await step('before', () => wait(seconds * 1000));
  await step('the migration that adds a column and its index', () => migrate(portal, 'expanded'));
  await step('every part is replaced', () => replaceAll([...services, 'gateway'], (name) => (isChanged(name) ? nextVersion('expanded') : thisVersion)));
  const end = nextScreens(portal, load, ledger);
  await step('the new column is filled', () => until('every arrival has the new column', () => isComplete(portal), { seconds: minutes * 60, every: 1000 }));
  const searches = await end();
  const [{ missing }] = await rowsOf<{ missing: number }>(
    portal.env,
    'declarations',
    'select count(*) as missing from arrival_declaration where occupation is not null and occupationFolded is null',
  );
  if (Number(missing) > 0) ledger.fault(`${missing} arrivals are without the new column`);
  await step('every part is replaced by the version before', () => replaceAll(['gateway', ...[...services].reverse()], () => thisVersion));
  await step('the migration that drops them', () => migrate(portal, 'contracted'));
  portal.env.SEAL_PERSONAL_DATA = 'now';
  await step('every service is told to encrypt', () => replaceAll(services, () => ({})));
  await step('after', () => wait(seconds * 1000));
  const [{ open, sealed }] = await rowsOf<{ open: number; sealed: number }>(
    portal.env,
    'declarations',
    "select sum(json_value(body, '$.sealed') is null) as open, sum(json_value(body, '$.sealed') is not null) as sealed from (select body from arrival_declaration order by createdAt desc limit 5000) newest",
  );
  if (Number(sealed) === 0) ledger.fault('nothing is encrypted although SEAL_PERSONAL_DATA is now');
  const lines = spans.map(
    ({ name, seconds: took, calls, p50, p95 }) => `${name}: ${took.toFixed(0)} s, ${calls} calls, half within ${ms(p50)}, 95 of 100 within ${ms(p95)}`,
  );
  return `${lines.join('; ')}; ${searches} searches by the new column; of the newest arrivals ${open} were written plain, ${sealed} encrypted`;
}

const isComplete = async (portal: PortalProcesses): Promise<boolean> => {
  const [{ behind }] = await rowsOf<{ behind: number }>(portal.env, 'declarations', columnsAreComplete);
  return Number(behind) === 0;
};
