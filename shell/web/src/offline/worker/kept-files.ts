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

/** Whether a kept response has the status and the headers that this worker gave it, and no others. */
const isOurs = ({ status, headers }: Response, url: string): boolean => {
  const wanted = Object.entries(headersOf(url));
  return status === 200 && [...headers].length === wanted.length && wanted.every(([name, value]) => headers.get(name) === value);
};

/** An address with the hash of its bytes, and where it is kept. */
interface Kept {
  url: string;
  integrity: string;
  place: string;
}
const keptFile = (url: string, integrity: string): Kept => ({ url, integrity, place: url });
const keptPage = ({ path, integrity }: { path: string; integrity: string }): Kept => ({ url: path, integrity, place: placeOf(integrity) });

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

  /** What is kept, where it is what the gateway signed. */
  private async intact({ url, integrity, place }: Kept): Promise<Response | undefined> {
    const kept = await (await caches.open(CACHE)).match(place);
    if (!kept || !isOurs(kept, url)) return undefined;
    return (await isIntact(await kept.clone().arrayBuffer(), integrity)) ? kept : undefined;
  }

  /** A page, where it is what the gateway signed. */
  async page(page: { path: string; integrity: string }): Promise<ArrayBuffer | undefined> {
    return (await this.intact(keptPage(page)))?.arrayBuffer();
  }

  /**
   * A script, a stylesheet or the font at this path. The answer is the kept one itself: with it comes what the browser has compiled of the script.
   * A new answer with the same bytes would be compiled each time.
   */
  async file(path: string): Promise<Response | undefined> {
    const manifest = await this.manifest();
    const scanner = manifest?.scanner[path];
    if (scanner) {
      const bytes = await (await this.intact(keptFile(path, scanner.integrity)))?.arrayBuffer();
      return bytes && new Response(bytes, { headers: scanner.headers });
    }
    const integrity = manifest?.files[path];
    return integrity ? this.intact(keptFile(path, integrity)) : undefined;
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
      ...Object.entries(manifest.files).map(([url, integrity]) => keptFile(url, integrity)),
      ...(withScanner ? Object.entries(manifest.scanner).map(([url, { integrity }]) => keptFile(url, integrity)) : []),
      ...[...manifest.pages, ...manifest.documents].map(keptPage),
    ];
    const places = new Set([MANIFEST, ...wanted.map(({ place }) => place)]);
    for (const { url } of await cache.keys()) if (!places.has(new URL(url).pathname)) await cache.delete(url);
    // One after another: the page in front comes first.
    for (const each of wanted) if (!(await this.intact(each))) await keep(cache, each);
    const now = new Date(answer.headers.get('date') ?? '');
    return Number.isNaN(now.getTime()) ? undefined : now;
  }

  async delete(): Promise<void> {
    this.current = undefined;
    await caches.delete(CACHE);
  }
}

async function keep(cache: Cache, { url, integrity, place }: Kept): Promise<void> {
  const answer = await fetch(url, { credentials: 'same-origin', signal: patience() });
  const bytes = answer.ok ? await answer.arrayBuffer() : undefined;
  if (bytes && (await isIntact(bytes, integrity))) await cache.put(place, new Response(bytes, { headers: headersOf(url) }));
}
