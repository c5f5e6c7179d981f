import { userInfo } from 'node:os';
import path from 'node:path';
import type { Deployment } from './deployment.ts';
import { type Environment, openStore } from './open-store.ts';
import { SigningKeys } from './signing-keys.ts';

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/**
 * Reads the deployment options from the settings `REMOTES_*`, `S3_*` and `NODE_ENV`.
 * @param root the project's folder; relative paths start from it
 */
export async function deploymentFrom(environment: Environment, root: string): Promise<Deployment> {
  const shell = environment.REMOTES_SHELL || 'shell/dist/web/mf-manifest.json';
  return {
    store: await openStore(environment, root),
    keys: SigningKeys.from(environment, root),
    shellManifest: URL.canParse(shell) ? shell : path.resolve(root, shell),
    roots: [root],
    by: environment.REMOTES_WHO || userName(),
  };
}
