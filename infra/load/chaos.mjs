import { parseArgs } from 'node:util';
import { runTool } from '../dev/lib/tool.mjs';

/**
 * `npm run chaos`: injects every fault into a portal under load, reads again what the portal acknowledged, prints a table and writes docs/chaos.md.
 * `--quick` injects the two worst faults; `--only redis --only clocks` those with one of the words in their name. Both leave docs/chaos.md alone.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true }, connections: { type: 'string', default: '12' } },
});
await runTool(async () => {
  const { runChaos } = await import('./dist/src/chaos/run-chaos.js');
  return runChaos({ ...values, connections: Number(values.connections) });
});
