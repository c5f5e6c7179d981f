import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { at } from '../../build/lib/paths.mjs';
import { specRows } from '../../dev/lib/spec-rows.mjs';

/**
 * A row of docs/spec.md, the patch that removes its behaviour, and the test that must then fail. @typedef {{ row: string, file: string, find: string, replace:
 * string, test: string }} Patch
 */

/** @type {Patch[]} */
export const patches = parse(readFileSync(at('infra/mutants/spec-patches.yaml'), 'utf8'));

/** Returns the faults of patches that no longer fit docs/spec.md or the sources. */
export function outOfDate() {
  const rows = specRows(readFileSync(at('docs/spec.md'), 'utf8'));
  const tests = new Map(rows.map(({ part, section, item, tests }) => [`${part} › ${section} › ${item}`, tests]));
  return patches.flatMap(({ row, file, find, test }) => {
    if (!tests.has(row)) return [`${row}: there is no such row`];
    if (!tests.get(row)?.includes(test)) return [`${row}: does not name ${test}`];
    return readFileSync(at(file), 'utf8').includes(find) ? [] : [`${row}: ${file} does not contain the text that the patch replaces`];
  });
}
