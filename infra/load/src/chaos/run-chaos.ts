import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { at } from '../../dev/lib/root.mjs';
import { Ledger } from '../../load/lib/ledger.mjs';
import { table } from '../../load/lib/report.mjs';
import { experiment } from './experiment.mjs';
import { faults, quickFaults } from './faults.mjs';
import { fullDisk } from './full-disk.mjs';
import { startParts } from './parts.mjs';
import { available } from './servers.mjs';

const head = ['fault', 'calls', 'acknowledged', 'retried after', 'recovered', 'delivered', 'lost', 'duplicates', 'verdict'];
const seconds = (value) => (Number.isNaN(value) ? 'not' : `${value.toFixed(1)} s`);
const good = (row) => row.lost.length + row.duplicates.length + row.faults.length === 0;
const cells = (row) => [
  row.fault,
  row.calls,
  row.acknowledged,
  row.repeats,
  seconds(row.recovered),
  seconds(row.delivered),
  row.lost.length,
  row.duplicates.length,
  good(row) ? 'good' : 'BAD',
];

function show(row) {
  console.log(
    `${good(row) ? 'good' : 'BAD '}  ${row.fault}: ${row.acknowledged} of ${row.calls} acknowledged, retried after ${row.repeats}, recovered in ${seconds(row.recovered)}`,
  );
  if (row.note) console.log(`        ${row.note}`);
  for (const line of [...row.lost, ...row.duplicates, ...row.faults].slice(0, 12)) console.log(`        ${line}`);
}

async function withServers(rows, { quick, wanted, connections }) {
  const list = (quick ? quickFaults : faults).filter(wanted);
  if (list.length === 0) return;
  const portal = await startParts({ s3: !quick, clamd: !quick });
  const ledger = new Ledger();
  try {
    for (const fault of list) {
      const row = await experiment(portal, ledger, fault, { connections });
      show(row);
      rows.push(row);
    }
  } finally {
    await portal.stop();
  }
}

/**
 * Injects the selected faults one after the other and prints the results. A whole run writes docs/chaos.md.
 * @param {{ quick?: boolean, only?: string[], connections?: number }} [options] `only`: words; a fault is selected if its name contains one of them
 * @returns {Promise<boolean>} whether all faults were survived
 */
export async function runChaos({ quick = false, only, connections = 12 } = {}) {
  const wanted = ({ name }) => only?.some((words) => name.toLowerCase().includes(words.toLowerCase())) ?? true;
  const leftOut = [];
  const rows = [];
  const can = available();
  if (can.mysql && can.redis) await withServers(rows, { quick, wanted, connections });
  else leftOut.push(`all faults of a portal with servers: ${can.mysql ? 'redis-server' : 'mariadbd'} is not installed`);
  if (!quick && wanted({ name: fullDisk.title })) {
    const reason = fullDisk.impossible();
    if (reason) leftOut.push(`${fullDisk.title}: ${reason}`);
    else rows.push(await fullDisk.run({ connections }));
    if (!reason) show(rows.at(-1));
  }
  console.log(`\n${table(head, rows.map(cells))}`);
  for (const what of leftOut) console.log(`Left out: ${what}`);
  if (!quick && !only) writeFileSync(at('docs/chaos.md'), page(rows, leftOut, connections));
  return rows.length > 0 && rows.every(good);
}

const page = (rows, leftOut, connections) => `# Fault injection

Written by \`npm run chaos\` on ${new Date().toISOString().slice(0, 10)}: Node ${process.version}, ${os.cpus().length} cores. Six processes, MariaDB, Redis, an S3 store and ${connections} clients share the machine.
Each row is a fault that was injected while the portal was under the load of \`npm run load\`. Clients retry a call with the same \`Idempotency-Key\` after 429, 5xx or a lost connection, and sign in again when their session is gone.

- *Recovered*: seconds from the end of the fault until all parts are ready and a registration is accepted.
- *Delivered*: seconds from the last call until no message is waiting.
- *Lost*: acknowledged results that are missing or have other content or another version. *Duplicates*: results that exist twice. Checked are documents, serial references, versions, history, audit, receipts and prints.
- *Verdict*: BAD if anything was lost or duplicated, if the portal did not recover in time, or if a call was answered 500, or another 5xx without \`Retry-After\`.

| ${head.join(' | ')} |
|${head.map(() => '---').join('|')}|
${rows.map((row) => `| ${cells(row).join(' | ')} |`).join('\n')}

How the attacks by one caller were answered, and how the same processes served other callers meanwhile:

${rows
  .filter(({ note }) => note)
  .map(({ fault, note }) => `- **${fault}**: ${note}.`)
  .join('\n')}
${leftOut.map((what) => `\nLeft out: ${what}\n`).join('')}`;
