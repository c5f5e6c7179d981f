import { pageSetting } from '@portal/web-kit';
import type { Area } from './area.ts';

const KEY = 'portal:overrides';

/** Returns whether overrides are allowed. The gateway sets this in the page, but never in production. */
export const overridesAllowed = () => pageSetting('development') === 'on';

/**
 * Returns the developer's own builds by area, each as the address of a `remote.json`:
 * `localStorage['portal:overrides'] = '{"mf-trips":"http://localhost:4203/remote.json"}'`. `npm run dev -w mf-trips` prints the link that sets it.
 */
export function overrides(): Record<string, string> {
  if (!overridesAllowed()) return {};
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {};
  } catch {
    return {};
  }
}

const isOnThisMachine = (url: string): boolean => URL.canParse(url) && ['localhost', '127.0.0.1'].includes(new URL(url).hostname);

/** Stores the override of a developer's link (`?override=mf-trips@http://localhost:4203/remote.json`) and removes it from the address. */
export function takeOverride(): void {
  const address = new URL(location.href);
  const [, area, url] = /^(mf-[a-z-]+)@(.*)$/.exec(address.searchParams.get('override') ?? '') ?? [];
  // A link must not load somebody else's code into the page.
  if (!overridesAllowed() || !area || !isOnThisMachine(url)) return;
  localStorage.setItem(KEY, JSON.stringify({ ...overrides(), [area]: url }));
  address.searchParams.delete('override');
  history.replaceState(history.state, '', address);
}

export function clearOverrides(): void {
  localStorage.removeItem(KEY);
  location.reload();
}

/** Loads the description of a developer's build, which is beside its `remote.json`. The files change with each save, so they have no hashes. */
export async function overriddenArea(area: Area, url: string): Promise<Area> {
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  const own = (await response.json()) as Area;
  const entry = new URL(own.entry.split('/').at(-1) ?? '', new URL(url, location.href)).href;
  return { ...area, ...own, name: area.name, entry, integrity: {}, preload: [] };
}
