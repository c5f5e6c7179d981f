import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { generated } from './generated.mjs';
import { at } from './lib/root.mjs';
import { run } from './lib/run.mjs';

/** Makes every generated file again and compares. With `--write` what was made stays, else what was there. */
const keep = process.argv.includes('--write');
let stale = 0;
for (const { name, files, script } of generated) {
  const before = new Map(files.map((file) => [file, existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined]));
  const { code, output } = await run(process.execPath, [script], { quiet: true });
  if (code) {
    console.error(`${name}: ${script} did not succeed:\n${output}`);
    stale += 1;
  }
  for (const [file, text] of before) {
    const made = existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined;
    if (made === text) continue;
    if (keep) {
      console.log(`${file} written`);
      continue;
    }
    console.error(`${file} is stale. Make it again: npm run check -- --write`);
    stale += 1;
    if (text !== undefined) writeFileSync(at(file), text);
  }
}
process.exit(stale ? 1 : 0);
