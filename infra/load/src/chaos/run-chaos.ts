import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { at } from '@portal/build/paths';
import { readCredentials } from '../credentials.ts';
import { Ledger } from '../ledger.ts';
import { measuredNow } from '../measured.ts';
import { clusterImpossible, startGalera } from '../processes/galera.ts';
import { type PortalProcesses, startPortalProcesses } from '../processes/portal-processes.ts';
import { installedServers } from '../processes/servers.ts';
import { markdown, table } from '../report.ts';
import { clusterFaults } from './cluster-faults.ts';
import { readFaults } from './commands.ts';
import { experiment, type Outcome } from './experiment.ts';
import { faults, type PortalFault, quickFaults } from './faults.ts';
import { fullDisk } from './full-disk.ts';
import { Monitoring, type MonitoringTargets, monitoringImpossible } from './monitoring.ts';
import { runPointInTime } from './point-in-time.ts';
import { runUpgrade } from './upgrade.ts';

const head = ['fault', 'calls', 'acknowledged', 'retried after', 'longest without a write', 'recovered', 'delivered', 'lost', 'duplicates', 'verdict'];
const seconds = (value: number | undefined): string => (value === undefined ? 'not read' : Number.isNaN(value) ? 'not' : `${value.toFixed(1)} s`);
const isGood = ({ lost, duplicates, faults: other }: Outcome): boolean => lost.length + duplicates.length + other.length === 0;
const cells = (row: Outcome): (string | number)[] => [
  row.fault,
  row.calls,
  row.acknowledged,
  row.retries,
  seconds(row.pause),
  seconds(row.recovered),
  seconds(row.delivered),
  row.lost.length,
  row.duplicates.length,
  isGood(row) ? 'good' : 'BAD',
];

const alertHead = ['fault', 'alerts, after', 'other alerts', 'promises in danger', 'lost', 'duplicates', 'verdict'];
const alertCells = (row: Outcome): (string | number)[] => {
  const { expected = [], others = [], serviceLevels = [] } = row.alerts ?? {};
  const none = (list: string[]): string => list.join(', ') || 'none';
  const raised = none(expected.map(([name, after]) => `${name}, ${seconds(after)}`));
  return [row.fault, raised, none(others), none(serviceLevels), row.lost.length, row.duplicates.length, isGood(row) ? 'good' : 'BAD'];
};

function show(row: Outcome): void {
  const verdict = isGood(row) ? 'good' : 'BAD ';
  console.log(
    `${verdict}  ${row.fault}: ${row.acknowledged} of ${row.calls} acknowledged, retried after ${row.retries}, recovered in ${seconds(row.recovered)}`,
  );
  if (row.note) console.log(`        ${row.note}`);
  for (const line of [...row.lost, ...row.duplicates, ...row.faults].slice(0, 12)) console.log(`        ${line}`);
}

async function injectAll(
  list: PortalFault[],
  options: Parameters<typeof startPortalProcesses>[0],
  load: { connections: number; monitored?: boolean },
  watchedToo?: MonitoringTargets,
): Promise<Outcome[]> {
  if (list.length === 0) return [];
  const portal = await startPortalProcesses({ ...options, mail: true });
  const ledger = new Ledger();
  const rows: Outcome[] = [];
  let monitoring: Monitoring | undefined;
  try {
    if (load.monitored) monitoring = await Monitoring.start(watchedIn(portal, watchedToo));
    for (const fault of list) {
      rows.push(await experiment(portal, ledger, fault, { connections: load.connections, monitoring }));
      show(rows[rows.length - 1]);
    }
    return rows;
  } finally {
    await monitoring?.stop();
    await portal.stop();
  }
}

/**
 * Returns the Prometheus targets of a portal that runs in several processes.
 * @param servers the database and the Redis; those that were started with the portal if left out
 */
function watchedIn({ ports, proxies, env }: PortalProcesses, servers?: MonitoringTargets): MonitoringTargets {
  const isGateway = (name: string): boolean => name.startsWith('gateway');
  // A gateway that is cut off from its callers is cut off from Prometheus, too.
  const addresses = [...ports].map(([name, port]) => [name, `127.0.0.1:${isGateway(name) ? (proxies[name]?.port ?? port) : port}`] as const);
  const gateway = Object.fromEntries(addresses.filter(([name]) => isGateway(name)));
  const services = Object.fromEntries(addresses.filter(([name]) => !isGateway(name)));
  const own = () => ({ redis: { redis: new URL(env.REDIS_URL).host }, database: { database: `127.0.0.1:${proxies.mysql.targets[0]}` } });
  return { gateway, services, ...(servers ?? own()) };
}

interface DeployedOptions extends Pick<Options, 'only' | 'connections'> {
  /** The address of the portal. */
  url: string;
  /** A file with the commands of the faults. */
  faults: string;
  /** A file with what the staff of the portal signs in with; the development users if left out. */
  credentials?: string;
}

interface Options {
  /** Runs only the faults of `quickFaults`. */
  quick?: boolean;
  /** Runs only faults whose name contains one of these words. */
  only?: string[];
  connections?: number;
  /** Whether a Prometheus with the shipped rules watches the portal. Each fault then lasts until its alerts are raised. */
  alerts?: boolean;
}

/** A few calls at a time suffice to notice a fault. With alerts, more calls would slow the machine down so much that the alerts would be about that. */
const loadOf = ({ connections, alerts }: Options) => ({ connections: connections ?? (alerts ? 4 : 12), monitored: alerts });

/**
 * Injects the faults of a file into a portal that somebody else runs. Its databases are not read, so everything is checked over HTTP.
 * @returns whether nothing was lost, duplicated or wrong
 */
export async function runDeployedChaos({ url, faults: file, credentials, only = [''], connections = 12 }: DeployedOptions): Promise<boolean> {
  const portal = { url: new URL(url).origin };
  const staff = credentials ? readCredentials(credentials) : undefined;
  const ledger = new Ledger();
  const rows: Outcome[] = [];
  for (const fault of readFaults(file).filter(({ name }) => only.some((words) => name.toLowerCase().includes(words.toLowerCase())))) {
    rows.push(await experiment(portal, ledger, fault, { connections, credentials: staff }));
    show(rows[rows.length - 1]);
  }
  console.log(`\n${table(head, rows.map(cells))}`);
  console.log('The databases of this portal cannot be read from here: versions, history and audit were checked over HTTP only.');
  return rows.length > 0 && rows.every(isGood);
}

/**
 * Injects the faults of a portal with two gateways on three Galera nodes and a Redis with a replica. @returns whether nothing was lost, duplicated or wrong
 */
export async function runClusterChaos({ only = [''], connections, alerts = false }: Options = {}): Promise<boolean> {
  const reason = clusterImpossible() ?? (alerts ? monitoringImpossible() : undefined);
  if (reason) throw new Error(`No cluster can be started: ${reason}`);
  const galera = await startGalera();
  try {
    const list = clusterFaults(galera).filter(({ name }) => only.some((words) => name.toLowerCase().includes(words.toLowerCase())));
    const env = { MYSQL_URL: galera.url, REDIS_URL: galera.redis.url };
    const rows = await injectAll(list, { mysql: false, redis: false, twoGateways: true, env }, loadOf({ connections, alerts }), {
      redis: Object.fromEntries(galera.redis.servers.map(({ name, host, port }) => [name, `${host.address}:${port}`])),
      database: Object.fromEntries(galera.nodes.map(({ name, host }) => [name, `${host.address}:3306`])),
      haproxy: { haproxy: galera.metrics },
    });
    console.log(`\n${alerts ? markdown(alertHead, rows.map(alertCells)) : markdown(head, rows.map(cells))}`);
    return rows.length > 0 && rows.every(isGood);
  } finally {
    await galera.stop();
  }
}

/** Restores a portal with this many documents to the moment before a mistake. @returns whether everything is as it was at that moment */
export async function runRecovery({ rows, connections }: { rows: number; connections?: number }): Promise<boolean> {
  const { documents, records, seconds: took, problems } = await runPointInTime({ documents: rows, connections });
  console.log(
    `${problems.length ? 'BAD ' : 'good'}  ${documents} documents and ${records} audit records: backup ${seconds(took.backup)}, back at the moment ${seconds(took.restore)}`,
  );
  for (const line of problems.slice(0, 12)) console.log(`        ${line}`);
  return problems.length === 0;
}

/**
 * Upgrades a portal with this many arrivals and downgrades it again, under load. @returns whether no call failed, calls stayed about as fast, and nothing was
 * lost
 */
export async function runUpgradeAtNoon({ rows, connections }: { rows: number; connections?: number }): Promise<boolean> {
  const found = await runUpgrade({ rows, connections });
  show(found);
  const spans = found.spans.map(({ name, seconds: took, calls, p50, p95 }) => [name, seconds(took), calls, `${Math.round(p50)} ms`, `${Math.round(p95)} ms`]);
  console.log(`\n${markdown(head, [cells(found)])}\n\n${markdown(['meanwhile', 'took', 'calls', 'half within', '95 of 100 within'], spans)}`);
  return isGood(found);
}

/**
 * Injects the selected faults one after the other and prints the results. A whole run writes docs/chaos.md.
 * @returns whether nothing was lost, duplicated or wrong
 */
export async function runChaos({ quick = false, only, connections, alerts = false }: Options = {}): Promise<boolean> {
  const unwatched = alerts && monitoringImpossible();
  if (unwatched) throw new Error(`No monitoring can be started: ${unwatched}.`);
  const load = loadOf({ connections, alerts });
  const wanted = ({ name }: { name: string }): boolean => only?.some((words) => name.toLowerCase().includes(words.toLowerCase())) ?? true;
  const leftOut: string[] = [];
  const rows: Outcome[] = [];
  const can = installedServers();
  if (can.mysql && can.redis) rows.push(...(await injectAll((quick ? quickFaults : faults).filter(wanted), { s3: !quick, clamd: !quick }, load)));
  else leftOut.push(`all faults of a portal with servers: ${can.mysql ? 'redis-server' : 'mariadbd'} is not installed`);
  if (!quick && wanted(fullDisk)) {
    const reason = fullDisk.impossible();
    if (reason) leftOut.push(`${fullDisk.name}: ${reason}`);
    else {
      rows.push(await fullDisk.run(load));
      show(rows[rows.length - 1]);
    }
  }
  console.log(`\n${alerts ? markdown(alertHead, rows.map(alertCells)) : table(head, rows.map(cells))}`);
  for (const what of leftOut) console.log(`Left out: ${what}`);
  if (!quick && !only && !alerts) writeFileSync(at('docs/chaos.md'), page(rows, leftOut, load.connections));
  return rows.length > 0 && rows.every(isGood);
}

const page = (rows: Outcome[], leftOut: string[], connections: number): string => `# Fault injection

Written by \`npm run chaos\` ${measuredNow()}: Node ${process.version}, ${os.cpus().length} cores. Six processes, MariaDB, Redis, an S3 store and ${connections} clients share the machine.
Each row is a fault that was injected while the portal was under the load of \`npm run load\`. Clients retry a call with the same \`Idempotency-Key\` after 429, 5xx or a lost connection, and sign in again when their session is gone.

- *Longest without a write*: the longest time in which no write was acknowledged to any of the clients.
- *Recovered*: seconds from the end of the fault until all parts are ready and a registration is accepted.
- *Delivered*: seconds from the last call until no message is waiting.
- *Lost*: acknowledged results that are missing or have other content or another version. *Duplicates*: results that exist twice. Checked are documents, serial references, versions, history, audit, receipts and prints.
- *Verdict*: BAD if anything was lost or duplicated, if the portal did not recover in time, or if a call was answered 500, or another 5xx without \`Retry-After\`.

${markdown(head, rows.map(cells))}

How the attacks by one caller were answered, and how the same processes served other callers meanwhile:

${rows
  .filter(({ note }) => note)
  .map(({ fault, note }) => `- **${fault}**: ${note}.`)
  .join('\n')}
${leftOut.map((what) => `\nLeft out: ${what}\n`).join('')}${keptSections(readFileSync(at('docs/chaos.md'), 'utf8'))}`;

/** Returns the sections of the page that separate runs have measured. A whole run leaves them unchanged. */
export function keptSections(page: string): string {
  const first = page.indexOf('\n## ');
  return first < 0 ? '' : page.slice(first);
}
