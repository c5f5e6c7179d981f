import { type Deployed, type Deployment, deploy, deployedArea } from './deployment.ts';
import { publish } from './publish.ts';
import { withArea } from './registry.ts';
import type { Store } from './store.ts';

/** The shares of visitors that a canary may have, of a hundred. At 100 it becomes the stable version. */
const shares = [1, 10, 50, 100];

interface CanaryOptions {
  area: string;
  share: number;
  /** A stored version; the running canary when neither this nor `dir` is given. */
  version?: string;
  /** The folder of a build to publish. */
  dir?: string;
  why?: string;
}

/**
 * Gives some visitors another version of an area, or at 100 all of them.
 * @throws Error when the share is not allowed or there is no such version, RefusedError when the gate refuses the build
 */
export async function canary({ area, share, version, dir, why = '', ...deployment }: Deployment & CanaryOptions): Promise<Deployed> {
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
  /** Only the canary with this signature is removed; any canary when left out. */
  signature?: string;
  why: string;
  by: string;
}

/**
 * Removes an area's canary: every visitor gets the stable entry. Its signature still holds, so this needs no key.
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
