import { at } from '../build/lib/paths.mjs';
import { asvsFaults, asvsPage, readAsvs } from './lib/asvs.mjs';
import { generatedFaults } from './lib/generated-file.mjs';
import { fileFault, testFault } from './lib/proofs.mjs';

/** Checks docs/asvs, which names a proof for each requirement of OWASP ASVS 5.0. docs/asvs.md shows the result; `--write` writes that page. */
const asvs = readAsvs(at('docs/asvs'));
const faults = [...asvsFaults(asvs, { test: testFault, file: fileFault }), ...generatedFaults('docs/asvs.md', asvsPage(asvs), 'asvs')];
for (const fault of faults) console.error(`docs/asvs: ${fault}`);
console.log(`docs/asvs: ${asvs.chapters.flatMap(({ requirements }) => requirements).length} requirements, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
