import type { Api, Method } from './api.ts';
import { asProblem } from './problem.ts';

/** An unguessable key for one registration or action. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

/**
 * Tries again while no answer comes or a part is down. The call must carry one idempotency key for all attempts,
 * so that an answer lost on the way back does not make a second document.
 * @param attempts how often in all (4)
 */
export async function withRetry<T>(
  send: () => Promise<T>,
  { attempts = 4, baseMs = 500, signal }: { attempts?: number; baseMs?: number; signal?: AbortSignal } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const problem = asProblem(error);
      if (attempt >= attempts || !problem.retryable || problem.status === 429) throw error;
      await wait(Math.min((problem.retryAfter ?? 0) * 1000 || baseMs * 2 ** (attempt - 1), 8000), signal);
    }
  }
}

/** A short fingerprint of what is sent (FNV-1a over the JSON text). */
export function fingerprint(body: unknown): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(body ?? null))) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16);
}

const SUBMISSION = 'portal:submission:';
/** A scope may hold the id of a document, which opens the document: it is not written down as it is. */
const storageKey = (scope: string) => SUBMISSION + fingerprint(scope);
const inMemory = new Map<string, string>();

/** The stored `<fingerprint> <key>` of a scope: the page's own first, since a full storage keeps an older one. */
function storedKeys(scope: string): string[] {
  const found = [inMemory.get(scope)];
  try {
    found.push(localStorage.getItem(storageKey(scope)) ?? undefined);
  } catch {
    // Storage closed: the key lives as long as the page.
  }
  return found.filter((value) => value !== undefined);
}

/** The key for this body: the same one until the body changes, also after a reload. */
export function idempotencyKeyFor(scope: string, body: unknown): string {
  const print = fingerprint(body);
  const known = storedKeys(scope).find((value) => value.startsWith(`${print} `));
  const key = known?.split(' ')[1] || newIdempotencyKey();
  inMemory.set(scope, `${print} ${key}`);
  try {
    localStorage.setItem(storageKey(scope), `${print} ${key}`);
  } catch {
    // As above.
  }
  return key;
}

/** Forgets the scope's key; with `key` only where it is that one, so that an earlier call's answer does not take away a later call's key. */
export function forgetIdempotencyKey(scope: string, key?: string): void {
  const isIt = (value: string | null | undefined) => !key || value?.split(' ')[1] === key;
  if (isIt(inMemory.get(scope))) inMemory.delete(scope);
  try {
    if (isIt(localStorage.getItem(storageKey(scope)))) localStorage.removeItem(storageKey(scope));
  } catch {
    // As above.
  }
}

/** Forgets the keys of all submissions, at a sign-out. */
export function forgetSubmissions(): void {
  inMemory.clear();
  try {
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    for (const name of names) if (name.startsWith(SUBMISSION)) localStorage.removeItem(name);
  } catch {
    // Storage closed: none are there.
  }
}

const running = new Map<string, Promise<unknown>>();

/**
 * Sends a registration or action so that it happens once: one key per body, kept over reloads, a second click while it runs
 * gets the first answer, a lost network is tried again. The key is forgotten when the answer is there.
 */
export function submitOnce<T>(api: Api, { scope, method = 'POST', url, body }: { scope: string; method?: Method; url: string; body?: unknown }): Promise<T> {
  const idempotencyKey = idempotencyKeyFor(scope, { method, url, body });
  // By key, not by scope: another body is another call, and must not be given this one's answer.
  const known = running.get(idempotencyKey);
  if (known) return known as Promise<T>;
  const sent = withRetry(() => api.send<T>(method, url, body ?? {}, { idempotencyKey }))
    .then((answer) => {
      forgetIdempotencyKey(scope, idempotencyKey);
      return answer;
    })
    .finally(() => running.delete(idempotencyKey));
  running.set(idempotencyKey, sent);
  return sent;
}
