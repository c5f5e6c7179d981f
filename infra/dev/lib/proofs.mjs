import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { at, root } from '../../build/lib/paths.mjs';

/** Checks that the proofs that a document names exist: tests by their file and title, and files by a text in them. */

/** Titles of tests, by test file. @type {Map<string, Set<string>>} */
const titles = new Map();

/** Returns the titles in a test file: texts that are the first argument of a call, as in `it('…', …)` and `it.each(rows)('…', …)`. @param {string} file */
function titlesIn(file) {
  const known = titles.get(file);
  if (known) return known;
  const calls = readFileSync(at(file), 'utf8').matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)*)\1\s*,/gs);
  const found = new Set([...calls].map(([, , title]) => title.replace(/\\(['"`])/g, '$1')));
  titles.set(file, found);
  return found;
}

/** @type {string[] | undefined} */
let testFiles;
const allTests = () =>
  (testFiles ??= execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n'));

/** Finds the test files with a path or a file name. @param {string} name */
const locate = (name) => (existsSync(at(name)) ? [name] : allTests().filter((file) => file.endsWith(`/${name}`)));

/** Returns the fault of a named test, or undefined if the test exists. @param {string} entry the test as "file › title" */
export function testFault(entry) {
  const [file, title] = entry.split(/\s+›\s+(.*)/s);
  if (!title) return `"${entry}" is not written as "file › test name"`;
  const found = locate(file);
  if (found.length !== 1) return found.length ? `${file} is the name of ${found.length} files; give its path` : `${file} does not exist`;
  return titlesIn(found[0]).has(title) ? undefined : `${found[0]} has no test "${title}"`;
}

/** Returns the fault of a named file, or undefined if the file exists and contains the text. @param {string} file @param {string} text */
export function fileFault(file, text) {
  if (!file || !existsSync(at(file))) return `${file} does not exist`;
  return text && readFileSync(at(file), 'utf8').includes(text) ? undefined : `"${text}" does not stand in ${file}`;
}
