import { parseArgs } from 'node:util';
import { build } from '../build/build.mjs';
import { install } from '../dev/lib/prepare.mjs';

/**
 * `npm run chaos`: does every fault to a portal under load, looks up what it had acknowledged, prints a table and writes docs/chaos.md.
 * `--quick` tries the two worst; `--only redis --only clocks` those whose name has one of the words in it. Both leave docs/chaos.md alone.
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
