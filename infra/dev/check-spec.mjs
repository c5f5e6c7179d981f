import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { at, root } from '../build/lib/paths.mjs';
import { specRows } from './lib/spec-rows.mjs';

/**
 * docs/spec.md lists every item of the specification, and docs/security.md every threat, in tables whose last column, "Test", names the tests that prove it.
 * Each test is in backticks, and semicolons separate them; a title may contain a semicolon.
 * Every row must name a test, and each named file must have a test with that title.
 */
const documents = ['docs/spec.md', 'docs/security.md'];

/** Titles by test file. @type {Map<string, Set<string>>} */
const titles = new Map();

/** The titles in a test file: texts that are the first argument of a call, as in `it('…', …)` and `it.each(rows)('…', …)`. @param {string} file */
function titlesIn(file) {
  const known = titles.get(file);
  if (known) return known;
  const calls = readFileSync(at(file), 'utf8').matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/gs);
  const found = new Set([...calls].map(([, , title]) => title.replace(/\\(['"`])/g, '$1')));
  titles.set(file, found);
  return found;
}

const allTests = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

/** Finds the test files with a path or a file name. @param {string} name */
const locate = (name) => (existsSync(at(name)) ? [name] : allTests.filter((file) => file.endsWith(`/${name}`)));

/** What is wrong with an entry of the column "Test". @param {string} entry */
function faultOf(entry) {
  const [file, title] = entry.split(/\s+›\s+(.*)/s);
  if (!title) return `"${entry}" is not written as "file › test name"`;
  const found = locate(file);
  if (found.length !== 1) return found.length ? `${file} is the name of ${found.length} files; give its path` : `${file} does not exist`;
  return titlesIn(found[0]).has(title) ? undefined : `${found[0]} has no test "${title}"`;
}

let faulty = false;
for (const document of documents) {
  const rows = existsSync(at(document)) ? specRows(readFileSync(at(document), 'utf8')) : [];
  const faults = rows.flatMap(({ line, item, tests }) => {
    const wrong = tests.length ? tests.map(faultOf).filter(Boolean) : ['names no test'];
    return wrong.map((fault) => `${document}:${line} ${item}: ${fault}`);
  });
  for (const fault of faults) console.error(fault);
  console.log(`${document}: ${rows.length} items, ${faults.length} faults`);
  faulty ||= faults.length > 0 || rows.length === 0;
}
process.exit(faulty ? 1 : 0);
