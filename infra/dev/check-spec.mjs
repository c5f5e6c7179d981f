import { existsSync, readFileSync } from 'node:fs';
import { at } from '../build/lib/paths.mjs';
import { testFault } from './lib/proofs.mjs';
import { specRows } from './lib/spec-rows.mjs';

/**
 * Checks docs/spec.md, which lists every item of the specification, and docs/security.md, which lists every threat. In their tables the last column, "Test",
 * names the tests that prove the row. Each test is in backticks, and semicolons separate them; a title may contain a semicolon. Every row must name a test, and
 * each named file must have a test with that title.
 */
const documents = ['docs/spec.md', 'docs/security.md'];

let faulty = false;
for (const document of documents) {
  const rows = existsSync(at(document)) ? specRows(readFileSync(at(document), 'utf8')) : [];
  const faults = rows.flatMap(({ line, item, tests }) => {
    const wrong = tests.length ? tests.map(testFault).filter(Boolean) : ['names no test'];
    return wrong.map((fault) => `${document}:${line} ${item}: ${fault}`);
  });
  for (const fault of faults) console.error(fault);
  console.log(`${document}: ${rows.length} items, ${faults.length} faults`);
  faulty ||= faults.length > 0 || rows.length === 0;
}
process.exit(faulty ? 1 : 0);
