import type { Registry } from './registry.ts';
import { previousVersion } from './rollback.ts';
import type { Store } from './store.ts';

/**
 * Removes all but the newest `keep` versions of each area. The deployed version, the canary, the previous version and the versions that operators have chosen
 * always stay.
 * @returns the removed versions
 */
export async function prune({ keep = 20, store }: { keep?: number; store: Store }): Promise<{ area: string; version: string }[]> {
  const removed: { area: string; version: string }[] = [];
  const history = await store.history();
  await store.update(async (registry) => {
    for (const area of new Set(history.map((change) => change.area))) {
      const lastUse = new Map(history.filter((change) => change.area === area).map((change, index) => [change.version, index]));
      const live = registry.areas.find(({ name }) => name === area);
      const kept = [...versionsInUse(registry, area), live && (await previousVersion(store, area, live.version))];
      // A version that was never deployed is being published, so it counts as the newest.
      const rank = (version: string): number => lastUse.get(version) ?? history.length;
      const newestFirst = (await store.versions(area)).toSorted((a, b) => rank(b) - rank(a));
      for (const version of newestFirst.slice(keep)) {
        if (kept.includes(version)) continue;
        const isInUse = async (): Promise<boolean> => versionsInUse(await store.registry(), area).includes(version);
        if (await store.remove(area, version, isInUse)) removed.push({ area, version });
      }
    }
    return undefined;
  });
  return removed;
}

/** Returns the versions of an area that are deployed or that an order of operators names. */
function versionsInUse({ areas, orders = [] }: Registry, area: string): (string | undefined)[] {
  const live = areas.find(({ name }) => name === area);
  const order = orders.find((one) => one.area === area);
  return [order?.stable, order?.canary?.version, order?.request?.version, live?.version, live?.canary?.version];
}
