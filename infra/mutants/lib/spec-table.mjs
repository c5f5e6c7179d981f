import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { at } from '../../build/lib/paths.mjs';
import { specRows } from '../../dev/lib/spec-rows.mjs';

const seed = '20261122';
/** @param {{ key: string }} row */
const lot = ({ key }) =>
  createHash('sha256')
    .update(`${seed} ${key.replaceAll(' › ', ' ')}`)
    .digest('hex');

/** The selected rows: those with the smallest hashes, so that adding a row does not change the selection of the others. @param {number} count */
export function drawn(count) {
  const rows = specRows(readFileSync(at('docs/spec.md'), 'utf8')).map(({ part, section, item, tests }) => ({ key: `${part} › ${section} › ${item}`, tests }));
  return rows.sort((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, count);
}
