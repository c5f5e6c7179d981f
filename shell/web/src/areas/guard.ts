/**
 * Which scripts and stylesheets may enter the page. Remotes hand theirs to `self.portalGuardAsset` before they are
 * attached (their build puts the call in), the loader its entries; the browser then compares each with its hash.
 */
const hashes = new Map<string, string>();
const free = new Set<string>();
const retries = new Map<string, string>();

/** A hash no file has: the browser refuses the element, and the loader sees an ordinary failure. */
const impossible = `sha384-${'A'.repeat(64)}`;

/** Lets the files of an area's version in, each with its hash. */
export function allow(integrity: Record<string, string>): void {
  for (const [path, hash] of Object.entries(integrity)) hashes.set(path, hash);
}

/** Lets a developer's build in without hashes; only reached where overrides are allowed. */
export function allowFolder(entry: string): void {
  free.add(new URL('.', new URL(entry, location.href)).href);
}

/** From now on the files of this area are asked for anew, past any answer a cache may hold or a request that hangs. */
export function askAnew(area: string, attempt: string): void {
  const folder = `/remotes/${area}/`;
  retries.set(folder, attempt);
  // A tag that still waits would be taken for the new request.
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) if (script.src.includes(folder)) script.remove();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) if (link.href.includes(folder) && !link.sheet) link.remove();
}

function address(element: HTMLScriptElement | HTMLLinkElement): URL {
  return new URL(element instanceof HTMLLinkElement ? element.href : element.src, location.href);
}

export function guard(element: HTMLScriptElement | HTMLLinkElement): void {
  const url = address(element);
  if ([...free].some((folder) => url.href.startsWith(folder))) return;
  element.integrity = (url.origin === location.origin && hashes.get(url.pathname)) || impossible;
  const attempt = [...retries].find(([folder]) => url.pathname.startsWith(folder))?.[1];
  if (!attempt) return;
  url.searchParams.set('retry', attempt);
  if (element instanceof HTMLLinkElement) element.href = url.href;
  else element.src = url.href;
}

declare global {
  interface Window {
    portalGuardAsset?: typeof guard;
  }
}

export const installGuard = () => {
  window.portalGuardAsset = guard;
};
