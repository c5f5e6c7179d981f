import { readFileSync } from 'node:fs';
import { at } from '../../build/lib/paths.mjs';
import { specRows } from '../../dev/lib/spec-rows.mjs';
import { patches } from './spec-patches.mjs';

/** What of the patches no longer fits docs/spec.md or the sources. */
export function outOfDate() {
  const rows = specRows(readFileSync(at('docs/spec.md'), 'utf8'));
  const tests = new Map(rows.map(({ part, section, item, tests }) => [`${part} › ${section} › ${item}`, tests]));
  return Object.entries(patches).flatMap(([key, { file, find, test }]) => {
    if (!tests.has(key)) return [`${key}: there is no such row`];
    if (!tests.get(key)?.includes(test)) return [`${key}: does not name ${test}`];
    return readFileSync(at(file), 'utf8').includes(find) ? [] : [`${key}: ${file} does not contain the text that the patch replaces`];
  });
}
