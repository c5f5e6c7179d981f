import { versionsInForce } from './orders.ts';
import { type Area, type Change, type Entry, type Registry, withArea } from './registry.ts';
import { type Purpose, publicKeyText, signatureOf, signerOf } from './signing.ts';
import type { SigningKeys } from './signing-keys.ts';
import type { SizeLimits } from './size-limits.ts';
import type { Store } from './store.ts';
import { storedRemote, versionProblems } from './stored-version.ts';

/** Everything that a deployment needs: the store, the keys and the options. */
export interface Deployment {
  store: Store;
  keys: SigningKeys;
  /** The manifest of the shell that builds must be compatible with: a file or an address. */
  shellManifest: string;
  /** Folders of this machine whose paths no build may contain. */
  roots: string[];
  /** The person or program that deploys, as written into the history. */
  by: string;
  limits?: SizeLimits;
}

/** The result of a deployment. */
export interface DeploymentResult {
  area: string;
  version: string;
  generation: number;
  /** False when the version was already deployed. */
  changed: boolean;
}

/** Reports that a build or a stored version is refused. `reasons` are sentences for the person who publishes. */
export class RefusedError extends Error {
  constructor(
    area: string,
    readonly reasons: string[],
  ) {
    super(`${area} was not published:\n${reasons.map((reason) => `  - ${reason}`).join('\n')}`);
  }
}

/**
 * Throws when there is at least one reason to refuse.
 * @throws RefusedError with all the reasons
 */
export function refuse(area: string, reasons: string[]): void {
  if (reasons.length) throw new RefusedError(area, reasons);
}

interface DeployOptions {
  area: string;
  version: string;
  /** Percentage of visitors who get the version as a canary. Without it the version is for all visitors. */
  share?: number;
  action: Change['action'];
  why: string;
  /** An additional check that runs inside the update of the registry. It throws to refuse the change. */
  alsoCheck?: (registry: Registry) => Promise<void>;
}

/**
 * Points the registry at a stored version, for all visitors or for a share of them.
 * @throws RefusedError when the stored version differs from what was published, Error when it was pruned meanwhile
 */
export async function deploy({ store, keys, by, area, version, share, action, why, alsoCheck }: Deployment & DeployOptions): Promise<DeploymentResult> {
  const privateKey = await keys.privateKey(area);
  const trusted = [publicKeyText(privateKey), ...((await keys.trusted(area)) ?? [])];
  refuse(area, await versionProblems(store, area, version, trusted));
  const remote = await storedRemote(store, area, version);
  if (!remote) throw new Error(`${area} ${version} cannot be read from the store. Try again.`);
  const signed = (purpose: Purpose, entry: Entry | undefined): Entry | undefined =>
    entry && signerOf(purpose, entry, entry.signature, trusted) ? entry : undefined;
  const requireStored = async (): Promise<void> => {
    if (!(await store.has(area, version))) throw new Error(`${area} ${version} was removed from the store meanwhile. Publish it again.`);
  };
  let changed = true;
  const { generation } = await store.update(async (registry) => {
    const live = registry.areas.find(({ name }) => name === area);
    const [stable, canary] = [signed('stable', live), signed('canary', live?.canary)];
    changed = share ? canary?.version !== version || canary.share !== share : stable?.version !== version || Boolean(live?.canary);
    if (!changed) return undefined;
    await alsoCheck?.(registry);
    await requireStored();
    if (share && !live) throw new Error(`${area} is not deployed. Publish it before a canary.`);
    if (share && live?.version === version) throw new Error(`${area} ${version} is what every visitor gets already.`);
    // Only signed entries count here, because an unsigned one could contain any number.
    const sequence = Math.max(Date.now(), (stable?.sequence ?? 0) + 1, (canary?.sequence ?? 0) + 1);
    const fields = share ? { ...remote, sequence, share } : { ...remote, sequence };
    const entry: Entry = { ...fields, signature: signatureOf(share ? 'canary' : 'stable', fields, privateKey) };
    return {
      areas: withArea(registry.areas, share && live ? { ...live, canary: entry } : entry),
      entry: {
        action,
        area,
        version,
        from: live
          ? versionsInForce(
              { stable: live, canary: live.canary },
              registry.orders?.find((order) => order.area === area),
            ).stable
          : null,
        ...(share ? { share } : {}),
        why,
        by,
      },
    };
  });
  // In a bucket `prune` excludes no deployment, so it may have removed the version after the check above.
  await requireStored();
  return { area, version, generation, changed };
}

/** The entry of a deployed area. @throws Error when the area is not deployed */
export async function deployedArea(store: Store, area: string): Promise<Area> {
  const live = (await store.registry()).areas.find(({ name }) => name === area);
  if (!live) throw new Error(`${area} is not deployed. "list" shows what is.`);
  return live;
}
