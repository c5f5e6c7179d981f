import { isIntact, type Manifest, readManifest } from './manifest.ts';
import { patience } from './patience.ts';

const CACHE = 'portal-files';
const MANIFEST = '/offline.json';
/** A page is kept under its hash: its address has another page in another language. A file is kept under its own address, where the browser looks for its compiled form. */
const placeOf = (integrity: string): string => `/kept/${encodeURIComponent(integrity)}`;

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
};
const typeOf = (url: string): string => types[url.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
const headersOf = (url: string): Record<string, string> => ({ 'content-type': typeOf(url), 'x-content-type-options': 'nosniff' });

const sameHeaders = ({ headers }: Response, wanted: Record<string, string>): boolean =>
  [...headers].length === Object.keys(wanted).length && Object.entries(wanted).every(([name, value]) => headers.get(name) === value);

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

  /** What is kept at a place, where it is what the gateway signed. */
  private async intact(place: string, integrity: string): Promise<Response | undefined> {
    const kept = await (await caches.open(CACHE)).match(place);
    const bytes = await kept?.clone().arrayBuffer();
    return bytes && (await isIntact(bytes, integrity)) ? kept : undefined;
  }

  /** A page, where it is what the gateway signed. */
  async page(integrity: string): Promise<ArrayBuffer | undefined> {
    return (await this.intact(placeOf(integrity), integrity))?.arrayBuffer();
  }

  /**
   * A script, a stylesheet or the font at this path. The answer is the kept one itself: with it comes what the browser has compiled of the script.
   * A new answer with the same bytes would be compiled each time.
   */
  async file(path: string): Promise<Response | undefined> {
    const manifest = await this.manifest();
    const scanner = manifest?.scanner[path];
    if (scanner) {
      const bytes = await (await this.intact(path, scanner.integrity))?.arrayBuffer();
      return bytes && new Response(bytes, { headers: scanner.headers });
    }
    const integrity = manifest?.files[path];
    const kept = integrity && (await this.intact(path, integrity));
    return kept && sameHeaders(kept, headersOf(path)) ? kept : undefined;
  }

  /**
   * Asks the gateway for its manifest and keeps what it lists. What it does not list any more is deleted: a version that was replaced or
   * withdrawn is gone with the first contact.
   * @param scanner whether it keeps the reader of codes too; a device that has it goes on keeping it
   * @returns the time of the gateway's clock; undefined where it gave no answer
   * @throws where the line breaks
   */
  async renew(scanner: boolean): Promise<Date | undefined> {
    const answer = await fetch(MANIFEST, { cache: 'no-cache', credentials: 'same-origin', signal: patience() });
    if (!answer.ok) return undefined;
    const text = await answer.text();
    const manifest = await readManifest(text, this.publicKey);
    // A new secret of the gateways comes with a new worker, which has the new key.
    if (!manifest) return undefined;
    const cache = await caches.open(CACHE);
    const before = Object.keys((await this.manifest())?.scanner ?? {});
    const withScanner = scanner || (await Promise.all(before.map((path) => cache.match(path)))).some(Boolean);
    await cache.put(MANIFEST, new Response(text, { headers: { 'content-type': 'application/json' } }));
    this.current = Promise.resolve(manifest);
    const wanted = [
      ...Object.entries(manifest.files).map(([url, integrity]) => ({ url, integrity, place: url })),
      ...(withScanner ? Object.entries(manifest.scanner).map(([url, { integrity }]) => ({ url, integrity, place: url })) : []),
      ...[...manifest.pages, ...manifest.documents].map(({ path, integrity }) => ({ url: path, integrity, place: placeOf(integrity) })),
    ];
    const places = new Set([MANIFEST, ...wanted.map(({ place }) => place)]);
    for (const { url } of await cache.keys()) if (!places.has(new URL(url).pathname)) await cache.delete(url);
    // One after another: the page in front comes first.
    for (const each of wanted) if (!(await this.intact(each.place, each.integrity))) await keep(cache, each);
    const now = new Date(answer.headers.get('date') ?? '');
    return Number.isNaN(now.getTime()) ? undefined : now;
  }

  async delete(): Promise<void> {
    this.current = undefined;
    await caches.delete(CACHE);
  }
}

async function keep(cache: Cache, { url, integrity, place }: { url: string; integrity: string; place: string }): Promise<void> {
  const answer = await fetch(url, { credentials: 'same-origin', signal: patience() });
  const bytes = answer.ok ? await answer.arrayBuffer() : undefined;
  if (bytes && (await isIntact(bytes, integrity))) await cache.put(place, new Response(bytes, { headers: headersOf(url) }));
}
