import { userInfo } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Keys } from './keys.mjs';
import { openStore } from './store.mjs';

/** The project's folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/** Where the command was given: npm changes into the project's folder before it runs a script. */
export const calledFrom = (environment = process.env) => (environment.npm_lifecycle_event === 'remote' && environment.INIT_CWD) || process.cwd();

function who() {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/**
 * What deploying works with, as the environment says.
 * @param {NodeJS.ProcessEnv} [environment]
 * @returns {Promise<import('./remotes.mjs').World>}
 */
export async function worldOf(environment = process.env) {
  const shell = environment.REMOTES_SHELL || 'shell/dist/web/mf-manifest.json';
  return {
    store: await openStore(environment, root),
    keys: Keys.from(environment, root),
    shellManifest: URL.canParse(shell) ? shell : path.resolve(root, shell),
    roots: [root],
    by: environment.REMOTES_WHO || who(),
  };
}
