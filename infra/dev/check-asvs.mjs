import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at } from '../build/lib/paths.mjs';
import { asvsFaults, asvsPage, readAsvs } from './lib/asvs.mjs';
import { fileFault, testFault } from './lib/proofs.mjs';

/** docs/asvs ties each requirement of OWASP ASVS 5.0 to its proof; docs/asvs.md shows it. `--write` writes the page. */
const page = 'docs/asvs.md';
const asvs = readAsvs(at('docs/asvs'));
const faults = asvsFaults(asvs, { test: testFault, file: fileFault });
const text = asvsPage(asvs);
if (!existsSync(at(page)) || readFileSync(at(page), 'utf8') !== text) {
  if (process.argv.includes('--write')) {
    writeFileSync(at(page), text);
    console.log(`${page} written`);
  } else faults.push(`${page} is out of date. Generate it again: npm run check -- --write asvs`);
}
for (const fault of faults) console.error(`docs/asvs: ${fault}`);
console.log(`docs/asvs: ${asvs.chapters.flatMap(({ requirements }) => requirements).length} requirements, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
