import { parseArgs } from 'node:util';
import { runTool } from '../dev/lib/tool.mjs';

/**
 * `npm run chaos`: injects every fault into a portal under load, checks everything that was acknowledged, prints a table and writes docs/chaos.md.
 * `--quick` runs the two worst faults; `--only redis --only clocks` those whose name contains one of the words. Neither writes docs/chaos.md.
 * `--cluster` does it to a portal on three MariaDB Galera nodes instead, and prints the table for docs/chaos.md.
 * `--alerts` has a Prometheus with the shipped rules watch, and prints which alerts each fault raised, and when.
 * `--recover` registers so many documents as `--rows` says, loses them by a mistake and brings them back to the moment before it.
 * `--upgrade` upgrades a portal with `--rows` arrivals and goes back, under load, and prints its sections.
 */
const { values } = parseArgs({
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
  const { runChaos, runClusterChaos, runRecovery, runUpgradeAtNoon } = await import('@portal/load/chaos/run-chaos');
  const run = values.upgrade ? runUpgradeAtNoon : values.recover ? runRecovery : values.cluster ? runClusterChaos : runChaos;
  return run({ ...values, rows: Number(values.rows), connections: values.connections ? Number(values.connections) : undefined });
});
