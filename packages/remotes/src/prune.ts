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
  await store.update(async ({ areas, orders = [] }) => {
    for (const area of new Set(history.map((change) => change.area))) {
      const lastUse = new Map(history.filter((change) => change.area === area).map((change, index) => [change.version, index]));
      const live = areas.find(({ name }) => name === area);
      const order = orders.find((one) => one.area === area);
      const kept = [
        order?.stable,
        order?.canary?.version,
        order?.request?.version,
        live?.version,
        live?.canary?.version,
        live && (await previousVersion(store, area, live.version)),
      ];
      const newestFirst = (await store.versions(area)).toSorted((a, b) => (lastUse.get(b) ?? -1) - (lastUse.get(a) ?? -1));
      for (const version of newestFirst.slice(keep)) {
        if (kept.includes(version)) continue;
        await store.remove(area, version);
        removed.push({ area, version });
      }
    }
    return undefined;
  });
  return removed;
}
