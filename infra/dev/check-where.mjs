import { readFileSync } from 'node:fs';
import { at } from '../build/lib/paths.mjs';
import { fileFault } from './lib/proofs.mjs';

/**
 * Checks docs/where.md, which answers questions of the kind "where is it decided that…": each row names a file, and a text to search for in it. The text must
 * occur exactly once in the file, so that a search leads to the place.
 */
const document = 'docs/where.md';
const leastQuestions = 200;

/** Returns the text in backticks. @param {string} [cell] a path or a text in backticks */
const inCode = (cell = '') => /`([^`]+)`/.exec(cell)?.[1] ?? '';

const rows = readFileSync(at(document), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

/** Returns the fault of a row, or undefined if the text occurs exactly once in the file. @param {string} file @param {string} text */
function searchFault(file, text) {
  const fault = fileFault(file, text);
  if (fault) return fault;
  const times = readFileSync(at(file), 'utf8').split(text).length - 1;
  return times > 1 ? `"${text}" occurs ${times} times in ${file}` : undefined;
}

const faults = rows.flatMap(([, question, open, search]) => {
  const fault = searchFault(inCode(open), inCode(search));
  return fault ? [`${question} ${fault}`] : [];
});
const questions = rows.map(([, question]) => question);
for (const twice of questions.filter((question, i) => questions.indexOf(question) !== i)) faults.push(`${twice} occurs twice`);
if (rows.length < leastQuestions) faults.push(`there are ${rows.length} questions, at least ${leastQuestions} are expected`);
for (const fault of faults) console.error(`${document}: ${fault}`);
console.log(`${document}: ${rows.length} questions, ${faults.length} faults`);
process.exit(faults.length ? 1 : 0);
