import { ScriptFault } from './fault.ts';

/**
 * This module controls which scripts and stylesheets may enter the page. Remotes pass theirs to `self.portalGuardAsset` before they are attached (their build
 * inserts the call), and the loader passes the entry scripts. The browser then checks each file against its hash.
 */
const hashes = new Map<string, string>();
const free = new Set<string>();
const retries = new Map<string, string>();

/** A hash that matches no file. With it the browser refuses the element, and the loader sees an ordinary failure. */
const impossible = `sha384-${'A'.repeat(64)}`;

const absolute = (address: string) => new URL(address, location.href);
const withoutQuery = (url: URL) => url.origin + url.pathname;
const isFree = (url: URL) => [...free].some((folder) => url.href.startsWith(folder));
/** Checks that a URL is one of the shell's own scripts, which have the origin of the page. */
const isShells = (url: URL) => url.origin === location.origin && (url.pathname.startsWith('/assets/') || url.pathname === '/sw.js');

/** Allows the files of a version of an area, each with its hash. */
export function allow(integrity: Record<string, string>): void {
  for (const [path, hash] of Object.entries(integrity)) hashes.set(withoutQuery(absolute(path)), hash);
}

/** Allows the files of a developer's build without hashes. It is called only where overrides are allowed. */
export function allowFolder(entry: string): void {
  free.add(new URL('.', absolute(entry)).href);
}

/** Makes all further requests for this area's files bypass cached responses and hanging requests. */
export function bypassCache(area: string, attempt: string): void {
  const folder = `/remotes/${area}/`;
  retries.set(folder, attempt);
  // Remove tags that are still loading, because the bundler would take them for the new request.
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]')) if (script.src.includes(folder)) script.remove();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) if (link.href.includes(folder) && !link.sheet) link.remove();
}

export function guard(element: HTMLScriptElement | HTMLLinkElement): void {
  const url = absolute(element instanceof HTMLLinkElement ? element.href : element.src);
  if (isFree(url)) return;
  element.integrity = hashes.get(withoutQuery(url)) ?? impossible;
  // Without this attribute the browser cannot verify a file of another origin.
  if (url.origin !== location.origin) element.crossOrigin = 'anonymous';
  const attempt = [...retries].find(([folder]) => url.pathname.startsWith(folder))?.[1];
  if (!attempt) return;
  url.searchParams.set('retry', attempt);
  if (element instanceof HTMLLinkElement) element.href = url.href;
  else element.src = url.href;
}

/** Rule of the only trusted-types policy of the page. It allows addresses of known scripts, and never text as HTML or as code. */
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

/** Installs the guard. It must be called before any script loads another one. */
export function installGuard(): void {
  window.portalGuardAsset = guard;
  // As the default policy it also applies to the bundler's own loading, which does not know about the policy.
  window.trustedTypes?.createPolicy('default', { createScriptURL: scriptAddress });
}
