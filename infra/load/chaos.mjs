import { parseArgs } from 'node:util';
import { runTool } from '../dev/lib/tool.mjs';

/**
 * `npm run chaos`: injects every fault into a portal under load, checks everything that was acknowledged, prints a table and writes docs/chaos.md.
 * `--quick` runs the two worst faults; `--only redis --only clocks` those whose name contains one of the words. Neither writes docs/chaos.md.
 * `--cluster` does it to a portal on three MariaDB Galera nodes instead, and prints the table for docs/chaos.md.
 */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    cluster: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    connections: { type: 'string', default: '12' },
  },
});
await runTool(async () => {
  const { runChaos, runClusterChaos } = await import('@portal/load/chaos/run-chaos');
  return (values.cluster ? runClusterChaos : runChaos)({ ...values, connections: Number(values.connections) });
});
