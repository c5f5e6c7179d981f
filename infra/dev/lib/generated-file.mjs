import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at } from '../../build/lib/paths.mjs';

/** Text of a file; undefined if it is missing. @param {string} file */
export const textOf = (file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined);

/**
 * Holds a generated file against the text that it should have; with `--write` it gets that text.
 * @param {string} file @param {string} text @param {string} check which check generates it
 * @returns {string[]} what is wrong
 */
export function generatedFaults(file, text, check) {
  if (textOf(file) === text) return [];
  if (!process.argv.includes('--write')) return [`${file} is out of date. Generate it again: npm run check -- --write ${check}`];
  writeFileSync(at(file), text);
  console.log(`${file} written`);
  return [];
}
