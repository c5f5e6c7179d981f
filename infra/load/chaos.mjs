import { parseArgs } from 'node:util';
import { build } from '../build/build.mjs';
import { install } from '../dev/lib/prepare.mjs';

/**
 * `npm run chaos`: injects every fault into a portal under load, checks everything that was acknowledged, prints a table and writes docs/chaos.md.
 * `--quick` runs the two worst faults; `--only redis --only clocks` those whose name contains one of the words. Neither writes docs/chaos.md.
 */
const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true }, connections: { type: 'string', default: '12' } },
});

try {
  await install();
  await build({ only: ['backend'] });
  const { runChaos } = await import('./lib/run.mjs');
  process.exitCode = (await runChaos({ ...values, connections: Number(values.connections) })) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
