import { overriddenArea, overrides } from './overrides.ts';

/** A text in both languages, as area.json holds them. */
export interface Title {
  en: string;
  pt: string;
}

export interface MenuEntry {
  path: string;
  title: Title;
  description?: Title;
  audience: 'public' | 'staff';
  /** Any one of them opens the screen; staff only. */
  roles?: string[];
  /** Path below the area's api that answers `{ count }`. */
  waiting?: string;
}

/** A deployed remote as the registry describes it. */
export interface Area {
  name: string;
  title: Title;
  description?: Title;
  prefixes: string[];
  api: string;
  kit: number;
  menu: MenuEntry[];
  verification?: string[];
  version: string;
  /** Name under which the entry registers itself in the page. */
  global: string;
  entry: string;
  /** Hash of every script and stylesheet by its path. */
  integrity: Record<string, string>;
  preload?: string[];
}

export interface Registry {
  generation: number;
  areas: Area[];
}

let current: Registry | undefined;
const listeners = new Set<() => void>();

export const registry = {
  /** `undefined` until one has been read. */
  get: () => current,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

const isArea = (area: Area | null): boolean =>
  typeof area?.name === 'string' &&
  typeof area.entry === 'string' &&
  typeof area.title?.en === 'string' &&
  Array.isArray(area.prefixes) &&
  Array.isArray(area.menu) &&
  typeof area.integrity === 'object';

/** A registry can be used when it lists areas; one area that is not whole does not cost the others. */
function asRegistry(value: unknown): Registry | undefined {
  const { generation, areas } = (value ?? {}) as Partial<Registry>;
  return Array.isArray(areas) ? { generation: Number(generation ?? 0), areas: areas.filter(isArea) } : undefined;
}

function accept(next: Registry): Registry {
  const chosen = overrides();
  current = { ...next, areas: next.areas.map((area) => (chosen[area.name] ? { ...area, version: 'override' } : area)) };
  for (const listener of listeners) listener();
  return current;
}

/** The registry that the gateway wrote into the page; `undefined` when there is none that can be read. */
export function inlinedRegistry(): Registry | undefined {
  try {
    const inlined = asRegistry(JSON.parse(document.getElementById('registry')?.textContent ?? ''));
    return inlined && accept(inlined);
  } catch {
    return undefined;
  }
}

let pending: Promise<Registry> | undefined;

/** Asks for the present registry; calls at the same time share one request. Throws when there is no usable answer. */
export function refreshRegistry(): Promise<Registry> {
  pending ??= fetch('/remotes.json', { cache: 'no-cache', headers: { accept: 'application/json' } })
    .then(async (response) => {
      if (!response.ok) throw new Error(`registry answered ${response.status}`);
      const fetched = asRegistry(await response.json());
      if (!fetched) throw new Error('registry is malformed');
      return fetched.generation === current?.generation ? current : accept(fetched);
    })
    .finally(() => {
      pending = undefined;
    });
  return pending;
}

const within = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

/** The area that serves a path. */
export const ownerOf = (path: string): Area | undefined => current?.areas.find(({ prefixes }) => prefixes.some((prefix) => within(path, prefix)));

/** An area as it is to be loaded now: the registry's, or the developer's own build of it. */
export async function areaToLoad(name: string): Promise<Area> {
  const area = current?.areas.find((one) => one.name === name);
  if (!area) throw new Error(`${name} is not deployed`);
  const url = overrides()[name];
  return url ? overriddenArea(area, url) : area;
}
