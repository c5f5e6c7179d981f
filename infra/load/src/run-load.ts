import { startParts } from '../../chaos/lib/parts.mjs';
import { available } from '../../chaos/lib/servers.mjs';
import { until } from '../../chaos/lib/until.mjs';
import { checkAcknowledged } from './consistency.mjs';
import { Load } from './drive.mjs';
import { repeats, throughput } from './report.mjs';
import { checkStored, openMessages } from './stored.mjs';

/**
 * Drives the load, prints what was reached and looks up everything that was acknowledged.
 * @param {{ seconds: number, connections: number, url?: string }} options without `url` a portal of its own is started
 * @returns {Promise<boolean>} whether nothing is lost, twice or wrong
 */
export async function runLoad({ seconds, connections, url: given }) {
  const can = available();
  if (!given && !(can.mysql && can.redis)) {
    const missing = [can.mysql ? [] : 'MariaDB (mariadbd, mariadb-install-db)', can.redis ? [] : 'Redis (redis-server)'].flat().join(' and ');
    throw new Error(`${missing} cannot be started on this machine: start a portal with npm start, and name it with -- --url http://localhost:8080`);
  }
  const own = given ? undefined : await startParts();
  const url = own?.url ?? new URL(given).origin;
  try {
    console.log(`${connections} clients for ${seconds} s against ${url}${own ? ' (its own: six processes, MariaDB, Redis)' : ''}`);
    const load = new Load(url, { connections });
    load.start();
    await new Promise((done) => setTimeout(done, seconds * 1000));
    await load.stop();
    console.log(`\n${throughput(load)}\n\nRepeated after: ${repeats(load)}`);
    const found = await checkAcknowledged(load.ledger, url);
    if (own) {
      await until('all messages are delivered', async () => (await openMessages(own.env)) === 0, { seconds: 120 });
      const stored = await checkStored(load.ledger, own.env);
      for (const key of ['lost', 'duplicates', 'faults']) found[key].push(...stored[key]);
    } else console.log('The databases of this portal are its own: versions, history and audit were looked at from outside alone.');
    const { documents, receipts, uploads } = load.ledger;
    console.log(`Looked up again: ${documents.size} documents, ${receipts.size} receipts, ${uploads.size} uploads (${found.checked} calls).`);
    console.log(`Lost: ${found.lost.length}. Duplicates: ${found.duplicates.length}. Other faults: ${found.faults.length}.`);
    for (const line of [...found.lost, ...found.duplicates, ...found.faults].slice(0, 20)) console.log(`  ${line}`);
    return found.lost.length + found.duplicates.length + found.faults.length === 0;
  } finally {
    await own?.stop();
  }
}
