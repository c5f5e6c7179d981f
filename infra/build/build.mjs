import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';
import { at, root } from './lib/paths.mjs';
import { isFresh } from './lib/stamp.mjs';
import { allTargets, inputHash } from './lib/targets.mjs';

/**
 * Builds every target whose inputs have changed since its last build. Tries all targets, and then throws if one of them did not build.
 * @param {object} [options]
 * @param {string[]} [options.only] names of targets or kinds (`backend`, `shell`, `remote`); everything when left out
 * @param {(line: string) => void} [options.log] is called with one line per finished target
 * @returns {Promise<{ built: string[], reused: string[] }>} the names of the targets that were built, and of those that were up to date
 */
export async function build({ only, log = () => undefined } = {}) {
  const targets = allTargets().filter(({ name, kind }) => !only?.length || only.includes(name) || only.includes(kind));
  const stale = targets.filter((target) => !isFresh(target.name, inputHash(target)));
  const reused = targets.filter((target) => !stale.includes(target)).map(({ name }) => name);
  if (stale.length) log(`Building ${stale.map(({ name }) => name).join(', ')}${reused.length ? `; ${reused.length} unchanged` : ''}`);
  const backend = stale.filter(({ kind }) => kind === 'backend').map(({ name }) => name);
  const bundles = stale.filter(({ kind }) => kind !== 'backend').map(({ name }) => name);
  const failures = [];
  if (backend.length) failures.push(...(await run(backend, log)));
  failures.push(...(await Promise.all(split(bundles, availableParallelism() > 1 ? 2 : 1).map((names) => run(names, log)))).flat());
  if (failures.length) throw new Error(failures.map(({ failed, message }) => `${failed} does not build:\n${message}`).join('\n\n'));
  return { built: stale.map(({ name }) => name), reused };
}

/**
 * @typedef {{ failed: string, message: string }} Failure
 * @typedef {{ built: string, milliseconds: number } | Failure} Message a message of a build process
 */

/** Divides the names into at most `parts` lists. @param {string[]} names @param {number} parts */
const split = (names, parts) => Array.from({ length: Math.min(parts, names.length) }, (_, part) => names.filter((_name, index) => index % parts === part));

/** Builds targets in a separate process. @param {string[]} names @param {(line: string) => void} log @returns {Promise<Failure[]>} */
function run(names, log) {
  return new Promise((resolve, reject) => {
    /** @type {Failure[]} */
    const failures = [];
    const child = fork(at('infra/build/lib/worker.mjs'), names, { cwd: root, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.on('message', (value) => {
      const message = /** @type {Message} */ (value);
      if ('built' in message) log(`  ${message.built} built in ${(message.milliseconds / 1000).toFixed(1)} s`);
      else failures.push(message);
    });
    child.on('error', reject);
    child.on('exit', (code) => (code && !failures.length ? reject(new Error(`The build of ${names.join(', ')} ended with code ${code}`)) : resolve(failures)));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const started = Date.now();
  try {
    const { built, reused } = await build({ only: process.argv.slice(2), log: console.log });
    console.log(`${built.length} built, ${reused.length} unchanged, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exitCode = 1;
  }
}
