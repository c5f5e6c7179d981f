import { type Deployment, type DeploymentResult, deploy, deployedArea } from './deployment.ts';
import type { Store } from './store.ts';

interface RollbackOptions {
  area: string;
  /** The version to deploy again. The default is the one before the present version. */
  version?: string;
  why?: string;
}

/**
 * Deploys an earlier version again.
 * @throws Error when there is no earlier version, RefusedError when that version differs from what was published
 */
export async function rollback({ area, version, why = '', ...deployment }: Deployment & RollbackOptions): Promise<DeploymentResult> {
  const live = await deployedArea(deployment.store, area);
  const target = version ?? (await previousVersion(deployment.store, area, live.version));
  if (!target) throw new Error(`${area} has no earlier version to go back to.`);
  return deploy({ ...deployment, area, version: target, action: 'rollback', why });
}

/** Finds the version that the present one replaced when it first became the stable version. Therefore two rollbacks in a row go two versions back. */
export async function previousVersion(store: Store, area: string, present: string): Promise<string | undefined> {
  const replacedBy = new Map<string, string | null>();
  for (const { version, from, ...change } of await store.history())
    if (change.area === area && ['publish', 'promote'].includes(change.action) && from !== version && !replacedBy.has(version)) replacedBy.set(version, from);
  for (let version = present; replacedBy.has(version); ) {
    const before = replacedBy.get(version);
    if (!before) return undefined;
    if (await store.has(area, before)) return before;
    // That version has been pruned, so the search goes on with the one before it. Deleting the key guarantees that each version is visited only once, whatever
    // the history contains.
    replacedBy.delete(version);
    version = before;
  }
  return undefined;
}
