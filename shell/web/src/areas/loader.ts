import { getInstance } from '@module-federation/enhanced/runtime';
import { type Area, areaToLoad } from '../registry.ts';
import { allow, allowFolder, askAnew, guard } from './guard.ts';

/** What a remote exposes as `./lifecycles` (see `defineArea` of the web kit). */
export interface Lifecycles {
  bootstrap(props: object): Promise<unknown>;
  mount(props: object): Promise<unknown>;
  unmount(props: object): Promise<unknown>;
}

type Container = { init(scope: unknown): unknown; get(expose: string): Promise<() => unknown> };

const loaded = new Map<string, { version: string; lifecycles: Lifecycles }>();

/** Runs an area's entry. The tag is removed again whatever happens, or a failed one would stand in the way of the next. */
function runEntry(area: Area, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    guard(script);
    const done = (settle: () => void) => () => {
      script.remove();
      settle();
    };
    script.onload = done(resolve);
    script.onerror = done(() => reject(new Error(`the entry of ${area.name} ${area.version} did not load`)));
    document.head.append(script);
  });
}

const globals = self as unknown as Record<string, Container | undefined>;

async function fetchLifecycles(area: Area): Promise<Lifecycles> {
  globals[area.global] = undefined;
  await runEntry(area, area.entry);
  const container = globals[area.global];
  if (!container) throw new Error(`the entry of ${area.name} ${area.version} registered nothing`);
  const host = getInstance();
  if (!host) throw new Error('the shell has no federation runtime');
  const remote = host.initRawContainer(area.global, area.entry, container as never);
  const exposed = (await remote.get(`${area.global}/lifecycles`, './lifecycles')) as Partial<Lifecycles> & { default?: Lifecycles };
  const lifecycles = exposed.mount ? exposed : exposed.default;
  if (typeof lifecycles?.mount !== 'function' || typeof lifecycles.unmount !== 'function' || typeof lifecycles.bootstrap !== 'function') {
    throw new Error(`${area.name} ${area.version} exposes no lifecycles`);
  }
  return lifecycles as Lifecycles;
}

/**
 * The lifecycles of an area's deployed version, loaded once per version.
 * @param attempt 0 for the first try; every later one asks for all files anew
 */
export async function loadArea(name: string, attempt: number): Promise<{ area: Area; lifecycles: Lifecycles; fresh: boolean }> {
  const area = await areaToLoad(name);
  const known = loaded.get(name);
  if (known && known.version === area.version && attempt === 0) return { area, lifecycles: known.lifecycles, fresh: false };
  loaded.delete(name);
  if (Object.keys(area.integrity).length > 0) allow(area.integrity);
  else if (area.version === 'override' || area.entry.startsWith('http')) allowFolder(area.entry);
  if (attempt > 0) askAnew(name, `${attempt}-${Date.now()}`);
  const lifecycles = await fetchLifecycles(area);
  loaded.set(name, { version: area.version, lifecycles });
  return { area, lifecycles, fresh: true };
}

/** The next entry loads the area from the start: what it left behind cannot be trusted. */
export const forgetArea = (name: string): void => {
  loaded.delete(name);
};
