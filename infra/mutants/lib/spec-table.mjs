import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { at } from '../../dev/lib/root.mjs';

const cells = (line) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Every row of docs/spec.md: `{ key: "document › section › item", tests }`. */
export function specRows() {
  const rows = [];
  let [part, section, columns] = ['', '', undefined];
  for (const line of readFileSync(at('docs/spec.md'), 'utf8').split('\n')) {
    if (line.startsWith('# ')) part = line.slice(2);
    if (/^#{2,3} /.test(line)) section = line.replace(/^#+ /, '');
    if (!line.startsWith('|')) columns = undefined;
    else if (!columns) columns = cells(line);
    else if (!/^\|[\s:|-]+\|?$/.test(line) && columns.at(-1) === 'Test') {
      const [item, , tests] = cells(line);
      rows.push({ key: `${part} › ${section} › ${item}`, tests: tests.split(/;\s+(?=`)/).map((test) => test.replaceAll('`', '')) });
    }
  }
  return rows;
}

const seed = '20261122';
const lot = ({ key }) =>
  createHash('sha256')
    .update(`${seed} ${key.replaceAll(' › ', ' ')}`)
    .digest('hex');

/** The selected rows: those with the smallest hashes, so that adding a row does not change the selection of the others. */
export const drawn = (count) => [...specRows()].sort((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, count);
