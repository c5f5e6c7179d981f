import type { Api, Method } from './api.ts';
import { asProblem } from './problem.ts';

/** An unguessable key for one registration or action. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Aborted', 'AbortError'));
    });
  });

/**
 * Tries again while no answer comes or a part is down. The call must carry one idempotency key for all attempts,
 * so that an answer lost on the way back does not make a second document.
 * @param attempts how often in all (4)
 */
export async function withRetry<T>(send: () => Promise<T>, { attempts = 4, baseMs = 500, signal }: { attempts?: number; baseMs?: number; signal?: AbortSignal } = {}): Promise<T> {
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

const storageKey = (scope: string) => `portal:submission:${scope}`;
const inMemory = new Map<string, string>();

/** The key for this body: the same one until the body changes, also after a reload. */
export function idempotencyKeyFor(scope: string, body: unknown): string {
  const print = fingerprint(body);
  let stored = inMemory.get(scope) ?? '';
  try {
    stored = localStorage.getItem(storageKey(scope)) ?? stored;
  } catch {
    // Storage closed: the key lives as long as the page.
  }
  const [knownPrint, knownKey] = stored.split(' ');
  if (knownPrint === print && knownKey) return knownKey;
  const value = `${print} ${newIdempotencyKey()}`;
  inMemory.set(scope, value);
  try {
    localStorage.setItem(storageKey(scope), value);
  } catch {
    // As above.
  }
  return value.split(' ')[1] as string;
}

export function forgetIdempotencyKey(scope: string): void {
  inMemory.delete(scope);
  try {
    localStorage.removeItem(storageKey(scope));
  } catch {
    // As above.
  }
}

const running = new Map<string, Promise<unknown>>();

/**
 * Sends a registration or action so that it happens once: one key per body, kept over reloads, a second click while it runs
 * gets the first answer, a lost network is tried again. The key is forgotten when the answer is there.
 */
export function submitOnce<T>(api: Api, { scope, method = 'POST', url, body }: { scope: string; method?: Method; url: string; body?: unknown }): Promise<T> {
  const known = running.get(scope);
  if (known) return known as Promise<T>;
  const idempotencyKey = idempotencyKeyFor(scope, { method, url, body });
  const sent = withRetry(() => api.send<T>(method, url, body ?? {}, { idempotencyKey }))
    .then((answer) => {
      forgetIdempotencyKey(scope);
      return answer;
    })
    .finally(() => running.delete(scope));
  running.set(scope, sent);
  return sent;
}
