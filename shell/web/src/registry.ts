import type { Area, Registry, Title } from './area.ts';
import { overriddenArea, overrides } from './overrides.ts';

/** Age in ms below which a registry is not requested again. The page itself may have just delivered it. */
const FRESH = 5_000;

let current: Registry | undefined;
let readAt = 0;
let stale = false;
const listeners = new Set<() => void>();

export const registry = {
  /** Returns the current registry; undefined until one has been read. */
  get: () => current,
  /** Returns whether the last good state is used, which may differ from what is deployed. */
  isStale: () => stale,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

const isTitle = (title: Title | undefined): title is Title => typeof title?.en === 'string' && typeof title.pt === 'string';
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * Returns the readable parts of an area's entry. An incomplete entry affects only its own area: its prefixes stay known, so that its panel can show an error.
 * Unknown fields of a newer registry are kept.
 */
function asArea(value: Partial<Area> | null): Area[] {
  const { name, prefixes } = value ?? {};
  if (!isText(name) || !Array.isArray(prefixes) || !prefixes.every(isText)) return [];
  const menu = Array.isArray(value?.menu) ? value.menu.filter((entry) => isText(entry?.path) && isTitle(entry.title)) : [];
  const kinds = Array.isArray(value?.kinds) ? value.kinds.filter((kind) => isText(kind?.path) && isTitle(kind.title)) : [];
  return [{ ...(value as Area), menu, kinds, title: isTitle(value?.title) ? value.title : { en: name, pt: name }, integrity: value?.integrity ?? {} }];
}

/** Parses a registry. It is usable if it lists areas; one incomplete area does not affect the others. */
export function asRegistry(value: unknown): Registry | undefined {
  const { generation, areas, notice } = (value ?? {}) as Partial<Registry>;
  return Array.isArray(areas) ? { generation: Number(generation ?? 0), areas: areas.flatMap(asArea), notice } : undefined;
}

function accept(next: Registry): Registry {
  readAt = performance.now();
  const chosen = overrides();
  current = { ...next, areas: next.areas.map((area) => (chosen[area.name] ? { ...area, version: 'override' } : area)) };
  notifyListeners(Boolean(next.notice));
  return current;
}

function notifyListeners(isStale: boolean): void {
  stale = isStale;
  for (const listener of listeners) listener();
}

/** Sets the registry while the gateway prerenders a page. */
export function takeRegistry(value: unknown): void {
  const given = asRegistry(value);
  if (given) accept(given);
}

/** Reads the registry that the gateway wrote into the page. Undefined if there is none or it is unreadable. */
export function inlinedRegistry(): Registry | undefined {
  try {
    const inlined = asRegistry(JSON.parse(document.getElementById('registry')?.textContent ?? ''));
    return inlined && accept(inlined);
  } catch {
    return undefined;
  }
}

let pending: Promise<Registry> | undefined;

/**
 * Requests the current registry. Concurrent calls share one request. Throws if there is no usable answer.
 * @param anew accepts the answer even if its generation has not changed
 */
export function refreshRegistry(anew = false): Promise<Registry> {
  pending ??= fetch('/remotes.json', { cache: 'no-cache', headers: { accept: 'application/json' } })
    .then(async (response) => {
      if (!response.ok) throw new Error(`registry answered ${response.status}`);
      const fetched = asRegistry(await response.json());
      if (!fetched) throw new Error('registry is malformed');
      readAt = performance.now();
      if (anew || fetched.generation !== current?.generation) return accept(fetched);
      if (stale !== Boolean(fetched.notice)) notifyListeners(!stale);
      return current;
    })
    .catch((error) => {
      if (current && !stale) notifyListeners(true);
      throw error;
    })
    .finally(() => {
      pending = undefined;
    });
  return pending;
}

/** Marks the areas as stopped that the gateway names. Areas that it no longer names stay stopped until a new registry names their files. */
export function markStopped(names: readonly string[]): void {
  if (!current?.areas.some((area) => names.includes(area.name) && !area.stopped)) return;
  const since = new Date().toISOString();
  current = { ...current, areas: current.areas.map((area) => (names.includes(area.name) && !area.stopped ? { ...area, stopped: since } : area)) };
  notifyListeners(stale);
}

/** Returns whether operators have stopped an area. */
export const isStopped = (name: string): boolean => current?.areas.find((area) => area.name === name)?.stopped !== undefined;

/** Requests the current registry, unless it was read a moment ago. */
export const refreshOldRegistry = async (): Promise<void> => {
  if (performance.now() - readAt > FRESH) await refreshRegistry();
};

export const isPathWithin = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

/** Returns the area to which a path belongs. */
export const ownerOf = (path: string): Area | undefined => current?.areas.find(({ prefixes }) => prefixes.some((prefix) => isPathWithin(path, prefix)));

/** Returns the area to load now: the one of the registry, or a developer's own build of it. */
export async function areaToLoad(name: string): Promise<Area> {
  const area = current?.areas.find((one) => one.name === name);
  if (!area) throw new Error(`${name} is not deployed`);
  const url = overrides()[name];
  return url ? overriddenArea(area, url) : area;
}
