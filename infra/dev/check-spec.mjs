import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { at } from './lib/root.mjs';

/**
 * docs/spec.md lists every item of the specification, and docs/security.md every threat, in tables whose last column, "Test", names the tests that show it:
 * each in code marks, parted by semicolons: a title may hold a semicolon of its own.
 * Every row must name one, every file must exist, and the file must have a test of that name.
 */
const documents = ['docs/spec.md', 'docs/security.md'];

const cells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Rows of the tables that have a column "Test". */
function rowsOf(text) {
  const rows = [];
  let columns;
  for (const [index, line] of text.split('\n').entries()) {
    if (!line.trim().startsWith('|')) columns = undefined;
    else if (!columns) columns = cells(line);
    else if (!/^\|[\s:|-]+\|?$/.test(line.trim()) && columns.at(-1) === 'Test')
      rows.push({ line: index + 1, item: cells(line)[0], tests: cells(line)[columns.length - 1] ?? '' });
  }
  return rows;
}

const sources = new Map();

/** The titles in a test file: the texts that stand first in a call, as in `it('…', …)` and `it.each(rows)('…', …)`. */
function titlesIn(file) {
  if (!sources.has(file)) {
    const calls = readFileSync(at(file), 'utf8').matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/gs);
    sources.set(file, new Set([...calls].map(([, , title]) => title.replace(/\\(['"`])/g, '$1'))));
  }
  return sources.get(file);
}

/** A bare file name is looked for everywhere; it must be the only one. */
let allTests;
function locate(name) {
  if (existsSync(at(name))) return [name];
  allTests ??= readdirSync(at(), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(\.|node_modules|docs)/.test(entry.name))
    .flatMap((entry) => readdirSync(at(entry.name), { recursive: true }).map((file) => path.join(entry.name, String(file)).split(path.sep).join('/')))
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file));
  return allTests.filter((file) => file.endsWith(`/${name}`));
}

function faultOf(written) {
  const entry = written.replaceAll('`', '');
  const [file, title] = entry.split(/\s+›\s+(.*)/s);
  if (!title) return `"${entry}" is not written as "file › test name"`;
  const found = locate(file);
  if (found.length !== 1) return found.length ? `${file} is the name of ${found.length} files; give its path` : `${file} does not exist`;
  return titlesIn(found[0]).has(title) ? undefined : `${found[0]} has no test "${title}"`;
}

let faulty = false;
for (const document of documents) {
  const rows = existsSync(at(document)) ? rowsOf(readFileSync(at(document), 'utf8')) : [];
  const faults = rows.flatMap(({ line, item, tests }) => {
    const entries = tests.split(/;\s+(?=`)/).filter(Boolean);
    return (entries.length ? entries.map(faultOf) : ['names no test']).filter(Boolean).map((fault) => `${document}:${line} ${item}: ${fault}`);
  });
  for (const fault of faults) console.error(fault);
  console.log(`${document}: ${rows.length} items, ${faults.length} faults`);
  faulty ||= faults.length > 0 || rows.length === 0;
}
process.exit(faulty ? 1 : 0);
