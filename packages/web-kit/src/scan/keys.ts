import type { JWK } from 'jose';

/** Where svc-reference publishes the public halves of the signing keys. */
export const KEYS_URL = '/api/reference/v1/keys';

/** Keys older than this are asked for again, and a gate says that they are old. */
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
    // Storage closed or damaged: the keys live as long as the page.
  }
  return inMemory.get(url);
}

function keep(url: string, keys: JWK[]): void {
  const value: Kept = { at: Date.now(), keys };
  inMemory.set(url, value);
  try {
    localStorage.setItem(placeOf(url), JSON.stringify(value));
  } catch {
    // As above.
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

/** Brings the keys onto the device while there is a connection, so that codes can be checked later without one. */
export async function rememberKeys(url: string = KEYS_URL): Promise<void> {
  const stored = kept(url);
  if (!stored || Date.now() - stored.at > FRESH_MS) await load(url);
}

/** When the keys of this device came from the service, as a time of its clock; undefined where it has none. */
export const keysSince = (url: string = KEYS_URL): number | undefined => kept(url)?.at;

/**
 * The public keys that fit: from the device, or asked for when the device's are a day old or none of them fits.
 * @returns an empty list where the service has no such key, `unreachable` where that cannot be known now
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
