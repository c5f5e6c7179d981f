import { isIntact, type Manifest, readManifest } from './manifest.ts';

const CACHE = 'portal-files';
const MANIFEST = '/offline.json';
/** A file is kept under its hash: two versions of it never meet. */
const placeOf = (integrity: string): string => `/kept/${encodeURIComponent(integrity)}`;

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
};
const typeOf = (url: string): string => types[url.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

/**
 * The pages and scripts that this device keeps. The scripts of all areas can write into the browser's cache, so nothing from there is believed:
 * the manifest must bear the gateway's signature, and each file must have its hash, when it is kept and each time it is given.
 */
export class KeptFiles {
  private current?: Promise<Manifest | undefined>;

  /** @param publicKey of the gateway */
  constructor(private readonly publicKey: string) {}

  /** The manifest in force. */
  manifest(): Promise<Manifest | undefined> {
    this.current ??= this.read();
    return this.current;
  }

  private async read(): Promise<Manifest | undefined> {
    const kept = await (await caches.open(CACHE)).match(MANIFEST);
    return kept && readManifest(await kept.text(), this.publicKey);
  }

  /** A page or a file, where it is what the gateway signed. */
  async bytes(integrity: string): Promise<ArrayBuffer | undefined> {
    const kept = await (await caches.open(CACHE)).match(placeOf(integrity));
    const bytes = await kept?.arrayBuffer();
    return bytes && (await isIntact(bytes, integrity)) ? bytes : undefined;
  }

  /** A script, a stylesheet or the font at this path. */
  async file(path: string): Promise<Response | undefined> {
    const integrity = (await this.manifest())?.files[path];
    const bytes = integrity && (await this.bytes(integrity));
    return bytes ? new Response(bytes, { headers: { 'content-type': typeOf(path), 'x-content-type-options': 'nosniff' } }) : undefined;
  }

  /**
   * Asks the gateway for its manifest and keeps what it lists. What it does not list any more is deleted: a version that was replaced or
   * withdrawn is gone with the first contact.
   * @returns the time of the gateway's clock; undefined where it gave no answer
   */
  async renew(): Promise<Date | undefined> {
    const answer = await fetch(MANIFEST, { cache: 'no-cache', credentials: 'same-origin' }).catch(() => undefined);
    if (!answer?.ok) return undefined;
    const text = await answer.text();
    const manifest = await readManifest(text, this.publicKey);
    // A new secret of the gateways comes with a new worker, which has the new key.
    if (!manifest) return undefined;
    const cache = await caches.open(CACHE);
    await cache.put(MANIFEST, new Response(text, { headers: { 'content-type': 'application/json' } }));
    this.current = Promise.resolve(manifest);
    const wanted = new Map([
      ...Object.entries(manifest.files).map(([url, integrity]) => [integrity, url] as const),
      ...manifest.pages.map(({ path, integrity }) => [integrity, path] as const),
    ]);
    const places = new Set([MANIFEST, ...[...wanted.keys()].map(placeOf)]);
    for (const { url } of await cache.keys()) if (!places.has(new URL(url).pathname)) await cache.delete(url);
    // One after another: the page in front comes first.
    for (const [integrity, url] of wanted) if (!(await this.bytes(integrity))) await keep(cache, url, integrity);
    const now = new Date(answer.headers.get('date') ?? '');
    return Number.isNaN(now.getTime()) ? undefined : now;
  }

  async delete(): Promise<void> {
    this.current = undefined;
    await caches.delete(CACHE);
  }
}

async function keep(cache: Cache, url: string, integrity: string): Promise<void> {
  const answer = await fetch(url, { credentials: 'same-origin' }).catch(() => undefined);
  const bytes = answer?.ok ? await answer.arrayBuffer().catch(() => undefined) : undefined;
  if (bytes && (await isIntact(bytes, integrity))) await cache.put(placeOf(integrity), new Response(bytes));
}
