import { writeFileSync } from 'node:fs';
import { build } from '../build/build.mjs';
import { at } from '../build/lib/paths.mjs';
import { generated, textOf } from './generated.mjs';

/** Generates every generated file again and compares it with the one that is checked in. `--write` writes those that differ. */
const write = process.argv.includes('--write');
let faults = 0;
await build({ only: ['backend'] });
for (const { name, make } of generated) {
  try {
    for (const [file, text] of Object.entries(await make())) {
      if (textOf(file) === text) continue;
      if (write) {
        writeFileSync(at(file), text);
        console.log(`${file} written`);
      } else {
        console.error(`${file} is out of date. Generate it again: npm run check -- --write "generated files"`);
        faults += 1;
      }
    }
  } catch (error) {
    console.error(`${name} cannot be generated:\n${/** @type {Error} */ (error).message}`);
    faults += 1;
  }
}
// An idle worker thread of a service would keep this process alive.
process.exit(faults ? 1 : 0);
