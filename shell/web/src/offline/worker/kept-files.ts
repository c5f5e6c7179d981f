import { isIntact, type Manifest, readManifest } from './manifest.ts';
import { timeoutSignal } from './timeout-signal.ts';

const CACHE = 'portal-files';
const MANIFEST = '/offline.json';
/**
 * Returns where a page is stored: under its hash, because its address gives another page in another language. A file is stored under its own address, where the
 * browser looks for its compiled form.
 */
const placeOf = (integrity: string): string => `/kept/${encodeURIComponent(integrity)}`;

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
};
const typeOf = (url: string): string => types[url.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
const headersOf = (url: string): Record<string, string> => ({ 'content-type': typeOf(url), 'x-content-type-options': 'nosniff' });

/** Checks that a stored response has exactly the status and the headers that this worker gives it. */
const isOurs = ({ status, headers }: Response, url: string): boolean => {
  const wanted = Object.entries(headersOf(url));
  return status === 200 && [...headers].length === wanted.length && wanted.every(([name, value]) => headers.get(name) === value);
};

/** An address, the hash of its content, and the place where it is stored. */
interface Kept {
  url: string;
  integrity: string;
  place: string;
}
const keptFile = (url: string, integrity: string): Kept => ({ url, integrity, place: url });
const keptPage = ({ path, integrity }: { path: string; integrity: string }): Kept => ({ url: path, integrity, place: placeOf(integrity) });

/**
 * The pages and scripts that this device stores. The scripts of all areas can write into the browser's cache, so nothing from there is trusted:
 * the manifest must have the gateway's signature, and the hash of each file is checked when it is stored and each time it is used.
 */
export class KeptFiles {
  private current?: Promise<Manifest | undefined>;

  /** @param publicKey of the gateway, to verify the manifest */
  constructor(private readonly publicKey: string) {}

  /** Returns the current manifest. */
  manifest(): Promise<Manifest | undefined> {
    this.current ??= this.read();
    return this.current;
  }

  private async read(): Promise<Manifest | undefined> {
    const kept = await (await caches.open(CACHE)).match(MANIFEST);
    return kept && readManifest(await kept.text(), this.publicKey);
  }

  /** Returns a stored response if its content is what the gateway has signed. */
  private async intact({ url, integrity, place }: Kept): Promise<Response | undefined> {
    const kept = await (await caches.open(CACHE)).match(place);
    if (!kept || !isOurs(kept, url)) return undefined;
    return (await isIntact(await kept.clone().arrayBuffer(), integrity)) ? kept : undefined;
  }

  /** Returns the content of a page if it is what the gateway has signed. */
  async page(page: { path: string; integrity: string }): Promise<ArrayBuffer | undefined> {
    return (await this.intact(keptPage(page)))?.arrayBuffer();
  }

  /**
   * Returns a script, a stylesheet or the font at this path. It returns the stored response itself, because the browser stores the compiled script with it. A
   * new response with the same content would be compiled each time.
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
   * Requests the manifest from the gateway and stores the files that it lists. Files that it does not list any more are deleted, so a version that was replaced
   * or withdrawn is removed at the first contact.
   * @param scanner whether the code scanner is stored too; a device that has stored it keeps it
   * @returns the time of the gateway's clock; undefined if the gateway gave no usable answer
   * @throws if the connection fails
   */
  async renew(scanner: boolean): Promise<Date | undefined> {
    const answer = await fetch(MANIFEST, { cache: 'no-cache', credentials: 'same-origin', signal: timeoutSignal() });
    if (!answer.ok) return undefined;
    const text = await answer.text();
    const manifest = await readManifest(text, this.publicKey);
    // When the gateways get a new secret, a new worker with the new public key is installed.
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
    // One after another, so that the requests of the visible page are not delayed.
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
  const answer = await fetch(url, { credentials: 'same-origin', signal: timeoutSignal() });
  const bytes = answer.ok ? await answer.arrayBuffer() : undefined;
  if (bytes && (await isIntact(bytes, integrity))) await cache.put(place, new Response(bytes, { headers: headersOf(url) }));
}
