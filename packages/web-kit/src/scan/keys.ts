import type { JWK } from 'jose';

/** Where svc-reference publishes the public halves of the signing keys. */
export const KEYS_URL = '/api/reference/v1/keys';

const FRESH_MS = 24 * 3_600_000;
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

/**
 * The public key of that id: from the device, or asked for when the device's are a day old or lack it.
 * @returns `none` where the service has no such key, `unreachable` where that cannot be known now
 */
export async function findKey(url: string, kid: string): Promise<JWK | 'none' | 'unreachable'> {
  const stored = kept(url);
  const known = stored?.keys.find((key) => key.kid === kid);
  if (known && stored && Date.now() - stored.at < FRESH_MS) return known;
  const loaded = await load(url);
  if (!loaded) return known ?? 'unreachable';
  return loaded.find((key) => key.kid === kid) ?? 'none';
}
