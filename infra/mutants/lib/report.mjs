import { readFileSync } from 'node:fs';
import { at } from '../../build/lib/paths.mjs';

const page = 'docs/mutants.md';
/** The minimum share of mutants that tests must detect. */
const least = 0.95;

/** Reads the accepted survivors with their reasons, by file and name, from the table in docs/mutants.md. */
export function readAccepted() {
  const rows = readFileSync(at(page), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `svc-'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|').replace(/^`|`$/g, '')));
  return new Map(rows.map(([, file, name, reason]) => [`${file} ${name}`, reason]));
}

/**
 * @typedef {{ file: string, name: string }} Named
 * @typedef {{ tried: Named[], left: Named[], accepted: Map<string, string>, whole: boolean, seconds: number }} Result `left`: the survivors
 */

/**
 * Prints the result. @param {Result} result @returns the exit code: 1 if too many mutants survive, if a survivor has no reason, or if a listed survivor no
 * longer survives
 */
export function report({ tried, left, accepted, whole, seconds }) {
  /** @param {Named} mutant */
  const key = ({ file, name }) => `${file} ${name}`;
  const unexplained = left.filter((mutant) => !accepted.get(key(mutant)));
  for (const mutant of unexplained) console.error(`survived: ${mutant.file}: ${mutant.name}`);
  const known = new Set(left.map(key));
  const stale = whole ? [...accepted.keys()].filter((one) => !known.has(one)) : [];
  for (const one of stale) console.error(`${page} lists a survivor that no longer survives: ${one}`);
  const score = tried.length ? (tried.length - left.length) / tried.length : 1;
  console.log(
    `${tried.length} mutants, ${tried.length - left.length} detected (${(score * 100).toFixed(1)} %), ${left.length} survived, ${left.length - unexplained.length} of them with a reason; ${Math.round(seconds)} s`,
  );
  return unexplained.length || stale.length || (whole && score < least) ? 1 : 0;
}
