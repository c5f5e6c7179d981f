import { build } from '../build/build.mjs';
import { generated } from './generated.mjs';
import { generatedFaults } from './lib/generated-file.mjs';

/** Generates every generated file again and compares it with the checked-in file. `--write` writes the files that differ. */
const faults = [];
await build({ only: ['backend'] });
for (const { name, make } of generated) {
  try {
    for (const [file, text] of Object.entries(await make())) faults.push(...generatedFaults(file, text, '"generated files"'));
  } catch (error) {
    faults.push(`${name} cannot be generated:\n${/** @type {Error} */ (error).message}`);
  }
}
for (const fault of faults) console.error(fault);
// An idle worker thread of a service would keep this process alive.
process.exit(faults.length ? 1 : 0);
