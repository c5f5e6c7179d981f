import { ScriptFault } from './fault.ts';

/**
 * Which scripts and stylesheets may enter the page. Remotes hand theirs to `self.portalGuardAsset` before they are
 * attached (their build puts the call in), the loader its entries; the browser then compares each with its hash.
 */
const hashes = new Map<string, string>();
const free = new Set<string>();
const retries = new Map<string, string>();

/** A hash no file has: the browser refuses the element, and the loader sees an ordinary failure. */
const impossible = `sha384-${'A'.repeat(64)}`;

const absolute = (address: string) => new URL(address, location.href);
const withoutQuery = (url: URL) => url.origin + url.pathname;
const isFree = (url: URL) => [...free].some((folder) => url.href.startsWith(folder));
/** The shell's own scripts come from where the page came from. */
const isShells = (url: URL) => url.origin === location.origin && url.pathname.startsWith('/assets/');

/** Lets the files of an area's version in, each with its hash. */
export function allow(integrity: Record<string, string>): void {
  for (const [path, hash] of Object.entries(integrity)) hashes.set(withoutQuery(absolute(path)), hash);
}

/** Lets a developer's build in without hashes; only reached where overrides are allowed. */
export function allowFolder(entry: string): void {
  free.add(new URL('.', absolute(entry)).href);
}

/** From now on the files of this area are asked for anew, past any answer a cache may hold or a request that hangs. */
export function askAnew(area: string, attempt: string): void {
  const folder = `/remotes/${area}/`;
  retries.set(folder, attempt);
  // A tag that still waits would be taken for the new request.
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) if (script.src.includes(folder)) script.remove();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) if (link.href.includes(folder) && !link.sheet) link.remove();
}

export function guard(element: HTMLScriptElement | HTMLLinkElement): void {
  const url = absolute(element instanceof HTMLLinkElement ? element.href : element.src);
  if (isFree(url)) return;
  element.integrity = hashes.get(withoutQuery(url)) ?? impossible;
  // Without it the browser cannot compare a file of another origin.
  if (url.origin !== location.origin) element.crossOrigin = 'anonymous';
  const attempt = [...retries].find(([folder]) => url.pathname.startsWith(folder))?.[1];
  if (!attempt) return;
  url.searchParams.set('retry', attempt);
  if (element instanceof HTMLLinkElement) element.href = url.href;
  else element.src = url.href;
}

/** The one policy of the page: addresses of scripts that are known pass it; text as HTML or as code never does. */
function scriptAddress(address: string): string {
  const url = absolute(address);
  if (isShells(url) || isFree(url) || hashes.has(withoutQuery(url))) return address;
  throw new ScriptFault(`${withoutQuery(url)} is no script that the registry knows`, url.href);
}

declare global {
  interface Window {
    portalGuardAsset?: typeof guard;
    trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(address: string): string }): unknown };
  }
}

/** To be called before any script is asked for by script. */
export function installGuard(): void {
  window.portalGuardAsset = guard;
  // As the default policy it also stands behind the bundler's own loading, which knows nothing of it.
  window.trustedTypes?.createPolicy('default', { createScriptURL: scriptAddress });
}
