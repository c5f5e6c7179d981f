import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { at } from '../../build/lib/paths.mjs';

/** Reads a text file; undefined if it is missing. @param {string} file */
export const textOf = (file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : undefined);

/**
 * Compares a generated file with the text that it should have; with `--write` the text is written to the file.
 * @param {string} file @param {string} text @param {string} check name of the check that generates the file
 * @returns {string[]} the faults
 */
export function generatedFaults(file, text, check) {
  if (textOf(file) === text) return [];
  if (!process.argv.includes('--write')) return [`${file} is out of date. Generate it again: npm run check -- --write ${check}`];
  writeFileSync(at(file), text);
  console.log(`${file} written`);
  return [];
}
