import type { Area } from '../area.ts';
import { overrides } from '../overrides.ts';
import { ownerOf } from '../registry.ts';

const preloaded = new Set<string>();

/** Preloads the files that an area's screens need first, each with its hash. */
function preloadArea({ name, entry, preload = [], integrity, stopped }: Area): void {
  if (stopped || preloaded.has(name) || overrides()[name]) return;
  preloaded.add(name);
  for (const file of [entry, ...preload]) {
    if (document.querySelector(`link[href="${file}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = file.endsWith('.css') ? 'style' : 'script';
    link.href = file;
    link.integrity = integrity[file] ?? '';
    document.head.append(link);
  }
}

/** Preloads the area of a link that the reader points at, because the reader will probably follow it in a moment. */
function pointedAt({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  const area = link?.origin === location.origin ? ownerOf(link.pathname) : undefined;
  if (area) preloadArea(area);
}

/** Starts to preload the scripts of areas before their links are followed. */
export function preloadAreas(): void {
  for (const event of ['mouseover', 'touchstart', 'focusin']) document.addEventListener(event, pointedAt, { passive: true });
}
