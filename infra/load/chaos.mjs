import { readOptions } from '../dev/lib/options.mjs';
import { runTool } from '../dev/lib/tool.mjs';

const usage = `npm run chaos           injects every fault into a portal under load, checks everything that was acknowledged, and writes docs/chaos.md
  --quick               the two worst faults
  --only <word>         the faults whose name has the word; may be repeated
  --alerts              a Prometheus with the shipped rules watches: which alerts each fault raised, and when
  --cluster             on three MariaDB Galera nodes
  --recover             registers --rows documents, loses them by a mistake and brings them back to the moment before it
  --upgrade             upgrades a portal with --rows arrivals and goes back, under load
  --connections <number>    calls at the same time
  --url <address>       a portal that runs, with --faults <file>: the commands that begin and end each fault
  --credentials <file>  what the staff of that portal signs in with
With any of these the table is printed, and docs/chaos.md is not written.`;
const { values } = readOptions(usage, {
  options: {
    quick: { type: 'boolean', default: false },
    alerts: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    upgrade: { type: 'boolean', default: false },
    recover: { type: 'boolean', default: false },
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string', multiple: true },
    connections: { type: 'string' },
    url: { type: 'string' },
    faults: { type: 'string' },
    credentials: { type: 'string' },
  },
});
const { url, faults } = values;
if (Boolean(url) !== Boolean(faults)) {
  console.error(`--url and --faults belong together.\n\n${usage}`);
  process.exit(2);
}
await runTool(async () => {
  const { measuredNow } = await import('@portal/load/measured');
  console.log(`Measured ${measuredNow()}`);
  const connections = values.connections ? Number(values.connections) : undefined;
  const { runChaos, runClusterChaos, runDeployedChaos, runRecovery, runUpgradeAtNoon } = await import('@portal/load/chaos/run-chaos');
  if (url && faults) return runDeployedChaos({ ...values, url, faults, connections });
  const run = values.upgrade ? runUpgradeAtNoon : values.recover ? runRecovery : values.cluster ? runClusterChaos : runChaos;
  return run({ ...values, rows: Number(values.rows), connections });
});
