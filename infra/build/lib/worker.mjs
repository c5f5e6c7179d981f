import { at } from './paths.mjs';
import { writeStamp } from './stamp.mjs';
import { allTargets, inputHash } from './targets.mjs';

/**
 * Builds the targets named on the command line, one after another. This runs in a separate process, so that the process that runs the portal does not keep the
 * memory of the compiler and the bundler.
 */
const wanted = new Set(process.argv.slice(2));
/** @type {Record<import('./targets.mjs').Target['kind'], (target: import('./targets.mjs').Target, hash: string) => Promise<string[]>>} */
const builders = {
  backend: async (target) => (await import('./backend.mjs')).buildBackend(target),
  shell: async () => (await import('./frontend.mjs')).buildShell(),
  remote: async (target, hash) => (await import('./frontend.mjs')).buildRemote(target.name, hash),
};

for (const target of allTargets().filter(({ name }) => wanted.has(name))) {
  const started = Date.now();
  try {
    const hash = inputHash(target);
    const outputs = await builders[target.kind](target, hash);
    writeStamp(target.name, hash, outputs);
    process.send?.({ built: target.name, milliseconds: Date.now() - started });
  } catch (error) {
    process.send?.({ failed: target.name, message: describe(error) });
    process.exitCode = 1;
  }
}
process.disconnect?.();

/** Returns the message of the compiler, with paths relative to the project. @param {unknown} error */
function describe(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(`${at()}/`, '').replaceAll(at(), '.');
}
