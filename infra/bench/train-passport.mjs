import { writeFileSync } from 'node:fs';
import { at } from '../build/lib/paths.mjs';
import { readOptions } from '../dev/lib/options.mjs';
import { checkNode, install } from '../dev/lib/prepare.mjs';

const usage = `npm run passport:train [-- --examples 220000]   trains the reader of passports on drawn characters and writes its weights`;
const { values } = readOptions(usage, { options: { examples: { type: 'string', default: '220000' } } });

checkNode();
await install();
const { allowTypescript } = await import('./typescript-hook.mjs');
allowTypescript();
const { trainedWeights } = await import('@portal/web-kit/passport-testing');
const weights = trainedWeights(Number(values.examples), ({ examples, right }) => console.log(`${examples} examples, ${(100 * right).toFixed(1)} % right`));
writeFileSync(
  at('packages/web-kit/src/passport/reader/trained.generated.ts'),
  `import type { PackedWeights } from './weights-format.ts';\n\n/** Written by \`npm run passport:train\`. */\nexport const weights: PackedWeights = ${JSON.stringify(weights)};\n`,
);
