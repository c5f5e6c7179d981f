import type { JWK } from 'jose';

/** The address where svc-reference publishes the public halves of the signing keys. */
export const KEYS_URL = '/api/reference/v1/keys';

/** The age in ms after which keys are fetched again, and after which a gate says that they are old. */
export const FRESH_MS = 24 * 3_600_000;
const PATIENCE_MS = 6_000;

interface Kept {
  at: number;
  keys: JWK[];
}

const placeOf = (url: string) => `portal:keys:${url}`;
const inMemory = new Map<string, Kept>();

function kept(url: string): Kept | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(placeOf(url)) ?? 'null') as Kept | null;
    if (stored && Array.isArray(stored.keys)) return stored;
  } catch {
    // The storage is blocked or damaged, so the keys last only as long as the page.
  }
  return inMemory.get(url);
}

function keep(url: string, keys: JWK[]): void {
  const value: Kept = { at: Date.now(), keys };
  inMemory.set(url, value);
  try {
    localStorage.setItem(placeOf(url), JSON.stringify(value));
  } catch {
    // The storage is blocked or full, so the keys last only as long as the page.
  }
}

async function load(url: string): Promise<JWK[] | undefined> {
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = response.ok ? ((await response.json()) as { keys?: unknown }) : {};
    if (!Array.isArray(body.keys)) return undefined;
    keep(url, body.keys as JWK[]);
    return body.keys as JWK[];
  } catch {
    return undefined;
  }
}

/** Loads the keys onto the device while there is a connection, so that codes can be checked later without one. */
export async function rememberKeys(url: string = KEYS_URL): Promise<void> {
  const stored = kept(url);
  if (!stored || Date.now() - stored.at > FRESH_MS) await load(url);
}

/** Returns when the device got its keys from the service, by the device's clock; undefined if it has none. */
export const keysSince = (url: string = KEYS_URL): number | undefined => kept(url)?.at;

/**
 * Returns the public keys that fit. Takes them from the device, and fetches them if the stored keys are a day old or none of them fits.
 * @returns an empty list if the service has no such key, `unreachable` if that cannot be found out now
 */
export async function findKeys(url: string, fits: (key: JWK) => boolean | Promise<boolean>): Promise<JWK[] | 'unreachable'> {
  const fitting = async (keys: readonly JWK[]) =>
    (await Promise.all(keys.map(async (key) => ((await fits(key)) ? key : undefined)))).filter((key) => key !== undefined);
  const stored = kept(url);
  const known = stored ? await fitting(stored.keys) : [];
  if (known.length && stored && Date.now() - stored.at < FRESH_MS) return known;
  const loaded = await load(url);
  if (!loaded) return known.length ? known : 'unreachable';
  return fitting(loaded);
}
