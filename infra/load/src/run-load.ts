import { checkAcknowledged } from './acknowledged-check.ts';
import { readCredentials } from './credentials.ts';
import { checkStored, openMessages } from './database-check.ts';
import { Load } from './load.ts';
import { startPortalProcesses } from './processes/portal-processes.ts';
import { installedServers } from './processes/servers.ts';
import { mergeFindings, noFindings, throughput } from './report.ts';
import { until } from './until.ts';

interface Options {
  seconds: number;
  connections: number;
  /** The portal to call; if left out, a portal is started. */
  url?: string;
  /** A file with what the staff of the portal signs in with; the development users if left out. */
  credentials?: string;
}

/** Waits this many seconds, or until SIGTERM asks this process to end. In both cases everything that was acknowledged is checked afterwards. */
const untilAsked = (seconds: number): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, seconds * 1000);
    process.once('SIGTERM', () => {
      clearTimeout(timer);
      done();
    });
  });

/**
 * Runs the load, prints the throughput and reads again everything that was acknowledged.
 * @returns whether nothing is lost, duplicated or wrong
 */
export async function runLoad({ seconds, connections, url: given, credentials: file }: Options): Promise<boolean> {
  const can = installedServers();
  if (!given && !(can.mysql && can.redis)) {
    const missing = [can.mysql ? [] : 'MariaDB (mariadbd, mariadb-install-db)', can.redis ? [] : 'Redis (redis-server)'].flat().join(' and ');
    throw new Error(`${missing} cannot be started on this machine: start a portal with npm start, and name it with -- --url http://localhost:8080`);
  }
  const credentials = file ? readCredentials(file) : undefined;
  const own = given ? undefined : await startPortalProcesses();
  const url = own?.url ?? new URL(given ?? '').origin;
  try {
    console.log(`${connections} clients for ${seconds} s against ${url}${own ? ' (its own: six processes, MariaDB, Redis)' : ''}`);
    const load = new Load(url, { connections, credentials });
    load.start();
    await untilAsked(seconds);
    await load.stop();
    console.log(`\n${throughput(load)}\n\nRetried after: ${load.retries}`);
    const acknowledged = await checkAcknowledged(load.ledger, url, credentials);
    if (own) await until('all messages are delivered', async () => (await openMessages(own.env)) === 0, { seconds: 120 });
    else console.log('The databases of this portal cannot be read from here: versions, history and audit were checked over HTTP only.');
    const found = mergeFindings(acknowledged, own ? await checkStored(load.ledger, own.env) : noFindings());
    const { documents, receipts, uploads } = load.ledger;
    console.log(`Read again: ${documents.size} documents, ${receipts.size} receipts, ${uploads.size} uploads (${acknowledged.checked} calls).`);
    console.log(`Lost: ${found.lost.length}. Duplicates: ${found.duplicates.length}. Other faults: ${found.faults.length}.`);
    const all = [...found.lost, ...found.duplicates, ...found.faults];
    for (const line of all.slice(0, 20)) console.log(`  ${line}`);
    return all.length === 0;
  } finally {
    await own?.stop();
  }
}
