import type { AreaHelp } from '@portal/contract-kit';
import type { Area } from '../area.ts';
import { overrides } from '../overrides.ts';
import { ScriptFault } from './fault.ts';
import { allow, allowFolder, bypassCache, guard } from './guard.ts';
import { host } from './host.ts';

/** The functions that a remote exposes as `./lifecycles` (see `defineArea` of the web kit). */
export interface Lifecycles {
  bootstrap(props: object): Promise<unknown>;
  mount(props: object): Promise<unknown>;
  unmount(props: object): Promise<unknown>;
}

type Container = { init(scope: unknown): unknown; get(expose: string): Promise<() => unknown> };

/** An area whose code is loaded. `started` is true after its bootstrap has ended. */
export interface LoadedArea {
  version: string;
  lifecycles: Lifecycles;
  started: boolean;
}

const loaded = new Map<string, LoadedArea>();

/** Runs the entry script of an area. The tag is always removed again, because a failed one would block the next attempt. */
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
    script.onerror = done(() => reject(new ScriptFault(`the entry of ${area.name} ${area.version} did not load`, script.src)));
    document.head.append(script);
  });
}

const globals = self as unknown as Record<string, Container | undefined>;

/**
 * Returns the name of the global variable in which the bundler stores the chunks of a version. It is cleared before a load, because a chunk that is found there
 * would not be requested again.
 */
const chunksOf = (area: Area) => `webpackChunk${area.global}`;

async function fetchLifecycles(area: Area): Promise<Lifecycles> {
  globals[area.global] = undefined;
  globals[chunksOf(area)] = undefined;
  await runEntry(area, area.entry);
  const container = globals[area.global];
  if (!container) throw new Error(`the entry of ${area.name} ${area.version} registered nothing`);
  const remote = host.initRawContainer(area.global, area.entry, container as never);
  const exposed = (await remote.get(`${area.global}/lifecycles`, './lifecycles')) as Partial<Lifecycles> & { default?: Lifecycles };
  const lifecycles = exposed.mount ? exposed : exposed.default;
  if (typeof lifecycles?.mount !== 'function' || typeof lifecycles.unmount !== 'function' || typeof lifecycles.bootstrap !== 'function') {
    throw new Error(`${area.name} ${area.version} exposes no lifecycles`);
  }
  return lifecycles as Lifecycles;
}

/**
 * Makes the runtime request shared modules again that failed to load, for example because a phone lost its network for a moment. Otherwise the runtime keeps
 * the rejected promise and gives it to every caller.
 */
function forgetFailedShares(): void {
  for (const names of Object.values(host.shareScopeMap))
    for (const versions of Object.values(names)) for (const shared of Object.values(versions)) if (!shared.loaded) shared.loading = null;
}

/**
 * Returns the lifecycles of this version of an area. They are loaded once per version.
 * @param attempt 0 for the first attempt; every later attempt requests all files anew
 */
export async function loadArea(area: Area, attempt: number): Promise<LoadedArea> {
  const { name } = area;
  const known = loaded.get(name);
  if (known && known.version === area.version && attempt === 0) return known;
  loaded.delete(name);
  if (overrides()[name]) allowFolder(area.entry);
  else allow(area.integrity);
  if (attempt > 0) bypassCache(name, `${attempt}-${Date.now()}`);
  const fresh = { version: area.version, lifecycles: await fetchLifecycles(area), started: false };
  loaded.set(name, fresh);
  return fresh;
}

/** Makes the next entry load the area from the start, because its leftover state cannot be trusted. */
export const forgetArea = (name: string): void => {
  loaded.delete(name);
  forgetFailedShares();
};

/** Loads the area's part of the manual, which its remote exposes as `./help`. An area may have no such part. */
export async function loadHelp(area: Area): Promise<AreaHelp> {
  if (overrides()[area.name]) allowFolder(area.entry);
  else allow(area.integrity);
  if (!globals[area.global]) await runEntry(area, area.entry);
  const container = globals[area.global];
  if (!container) throw new Error(`the entry of ${area.name} ${area.version} registered nothing`);
  const remote = host.initRawContainer(area.global, area.entry, container as never);
  const exposed = (await remote.get(`${area.global}/help`, './help')) as Partial<{ help: AreaHelp }> | undefined;
  return exposed?.help ?? { parts: [] };
}
