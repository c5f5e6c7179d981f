import { type Deployment, type DeploymentResult, deploy, deployedArea } from './deployment.ts';
import { publish } from './publish.ts';
import { withArea } from './registry.ts';
import type { Store } from './store.ts';

/** The percentages of visitors that a canary may have. At 100 it becomes the stable version. */
const shares = [1, 10, 50, 100];

interface CanaryOptions {
  area: string;
  share: number;
  /** A stored version. The default is the running canary when `dir` is not given either. */
  version?: string;
  /** The folder of a build to publish. */
  dir?: string;
  why?: string;
}

/**
 * Deploys another version of an area to some visitors, or to all of them when the share is 100.
 * @throws Error when the share is not allowed or the version does not exist, RefusedError when the gate refuses the build
 */
export async function canary({ area, share, version, dir, why = '', ...deployment }: Deployment & CanaryOptions): Promise<DeploymentResult> {
  if (!shares.includes(share)) throw new Error(`A canary goes to ${shares.slice(0, -1).join(', ')} or ${shares.at(-1)} of a hundred visitors.`);
  const live = await deployedArea(deployment.store, area);
  const target = version ?? (dir ? undefined : live.canary?.version);
  const some = share === 100 ? undefined : share;
  if (target) return deploy({ ...deployment, area, version: target, share: some, action: some ? 'canary' : 'promote', why });
  if (!dir) throw new Error(`${area} has no canary. Name a stored version with --version, or a build with --from.`);
  return publish({ ...deployment, area, dir, share: some, why });
}

interface AbortOptions {
  store: Store;
  area: string;
  /** Signature of the canary to remove; a canary with another signature stays. Without it any canary is removed. */
  signature?: string;
  why: string;
  by: string;
}

/**
 * Removes an area's canary, so that every visitor gets the stable entry. The signature of the stable entry is still valid, so no key is needed.
 * @returns the version of the removed canary; undefined when there was none
 */
export async function abortCanary({ store, area, signature, why, by }: AbortOptions): Promise<{ version: string | undefined; generation: number }> {
  let version: string | undefined;
  const { generation } = await store.update(async ({ areas }) => {
    version = undefined;
    const live = areas.find(({ name }) => name === area);
    if (!live?.canary || (signature && live.canary.signature !== signature)) return undefined;
    const { canary: removed, ...stable } = live;
    version = removed.version;
    return {
      areas: withArea(areas, stable),
      entry: { action: 'abort', area, version: stable.version, from: removed.version, share: removed.share, why, by },
    };
  });
  return { version, generation };
}
