import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { at, filesBelow, root } from './paths.mjs';

/** @param {string} file */
const isTest = (file) => /\.test\.tsx?$/.test(file);

/**
 * Returns a hash of the names and contents of the inputs of a build.
 * @param {string[]} inputs files or folders relative to the project; tests and missing files are skipped
 */
export const hashOf = (inputs) => {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const full = at(input);
    if (!existsSync(full)) continue;
    const files = statSync(full).isDirectory() ? filesBelow(full).map((file) => path.join(full, file)) : [full];
    for (const file of files) {
      if (isTest(file)) continue;
      hash.update(path.relative(root, file).split(path.sep).join('/')).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
};

/**
 * Returns the version of a build: equal sources give an equal version. The letter `h` keeps it valid: in semver a number must not begin with 0.
 * @param {string} version of its package @param {string} hash over all of its inputs
 */
export const versionOf = (version, hash) => `${version}-h${hash.slice(0, 8)}`;

/** @param {string} target */
const stampFile = (target) => at('.cache', 'build', `${target.replaceAll('/', '+')}.json`);

/** Returns whether the target was built from exactly these inputs and all its outputs still exist. @param {string} target @param {string} hash */
export const isFresh = (target, hash) => {
  try {
    const stamp = JSON.parse(readFileSync(stampFile(target), 'utf8'));
    return stamp.hash === hash && stamp.outputs.every((/** @type {string} */ file) => existsSync(at(file)));
  } catch {
    return false;
  }
};

/**
 * Records that `outputs` (relative to the project) were built from the inputs with this hash. @param {string} target @param {string} hash @param {string[]}
 * outputs
 */
export const writeStamp = (target, hash, outputs) => {
  const file = stampFile(target);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, JSON.stringify({ hash, outputs }));
  renameSync(`${file}.${process.pid}`, file);
};
