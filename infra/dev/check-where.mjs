import { readFileSync } from 'node:fs';
import { at } from '../build/lib/paths.mjs';
import { fileFault } from './lib/proofs.mjs';

/**
 * Checks docs/where.md, which answers questions of the kind "where is it decided that…": each row names a file, and a text to search for in it. The file must
 * exist and contain the text.
 */
const document = 'docs/where.md';
const leastQuestions = 12;

/** Returns the text in backticks. @param {string} [cell] a path or a text in backticks */
const inCode = (cell = '') => /`([^`]+)`/.exec(cell)?.[1] ?? '';

const rows = readFileSync(at(document), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

const faults = rows.flatMap(([, question, open, search]) => {
  const fault = fileFault(inCode(open), inCode(search));
  return fault ? [`${question} ${fault}`] : [];
});
if (rows.length < leastQuestions) faults.push(`there are ${rows.length} questions, at least ${leastQuestions} are expected`);
for (const fault of faults) console.error(`${document}: ${fault}`);
console.log(`${document}: ${rows.length} questions, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
