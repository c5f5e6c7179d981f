import { rmSync } from 'node:fs';
import { at, root } from '../build/lib/paths.mjs';
import { run } from '../dev/lib/run.mjs';
import { generate } from './lib/generate.mjs';

/** `npm run area -- new permits [permit]`: creates a new area that can be started, tested and published at once. */
const [command, area, document] = process.argv.slice(2);

/** @param {string} title @param {string} program @param {string[]} args */
async function step(title, program, args) {
  console.log(`${title} …`);
  const { code, output } = await run(program, args, { quiet: true });
  if (code) throw new Error(`${program} ${args.join(' ')} did not succeed:\n${output.trim()}`);
}

/** @type {string[]} */
let folders = [];
try {
  if (command !== 'new') throw new Error('npm run area -- new <area> [<document>], such as: npm run area -- new permits permit');
  folders = generate({ area, document, root });
  console.log(`${folders.join(' and ')} made`);
  // The lock file already has every package that the two folders need: npm only links the folders and records them.
  await step('Linking them', 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']);
  // Imports are sorted by name, so their order depends on the names of the area.
  await step('Formatting', process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...folders]);
  await step('Writing generated files', process.execPath, ['infra/dev/check-generated.mjs', '--write']);
  console.log(`\nNow: npm start, or npm test -- svc-${area}. docs/tutorial.md goes on from here.`);
} catch (error) {
  // Nobody has worked in the folders yet. Removing them lets the developer run the same command again.
  for (const folder of folders) rmSync(at(folder), { recursive: true, force: true });
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}
