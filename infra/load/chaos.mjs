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
  },
});
await runTool(async () => {
  const { measuredNow } = await import('@portal/load/measured');
  console.log(`Measured ${measuredNow()}`);
  const { runChaos, runClusterChaos, runRecovery, runUpgradeAtNoon } = await import('@portal/load/chaos/run-chaos');
  const run = values.upgrade ? runUpgradeAtNoon : values.recover ? runRecovery : values.cluster ? runClusterChaos : runChaos;
  return run({ ...values, rows: Number(values.rows), connections: values.connections ? Number(values.connections) : undefined });
});
