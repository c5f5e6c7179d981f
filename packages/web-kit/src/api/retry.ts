import type { Api, Method } from './api.ts';
import { type ApiProblem, asProblem, networkProblem } from './problem.ts';

/** Creates an unguessable idempotency key for one registration or action. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * How long a call waits for its whole answer, in ms. A line may be open without anything arriving on it. It is longer than the portal itself waits, so that a slow
 * portal is not taken for a lost network: the ingress waits up to 20 seconds for an instance, and the gateway up to 30 for a service (UPSTREAM_TIMEOUT_SECONDS).
 */
const LONGEST_MS = 60_000;

/** An attempt that failed after more than this many ms is not repeated: the portal was busy with it until its own limits. */
const LONG_ATTEMPT_MS = 15_000;

/** Sends a call and reads its answer. If that takes too long, aborts it and rejects as if the network was lost. */
export async function inTime<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(networkProblem());
      limit.abort();
    }, LONGEST_MS);
  });
  return Promise.race([send(limit.signal), late]).finally(() => clearTimeout(timer));
}

interface Retries {
  /** The number of attempts in total (default 4). */
  attempts?: number;
  baseMs?: number;
  /** Called when an attempt failed. `isLong` tells whether it lasted so long that it is not repeated. */
  onFailure?(problem: ApiProblem, isLong: boolean): void;
}

/**
 * Retries a call while there is no answer or a service is down, but not on a line that says nothing, nor where the portal took long to fail. All attempts of a call
 * must use the same idempotency key, so that a lost answer does not lead to a second document.
 */
export async function withRetry<T>(send: (signal: AbortSignal) => Promise<T>, { attempts = 4, baseMs = 500, onFailure }: Retries = {}): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const began = Date.now();
    try {
      return await inTime(send);
    } catch (error) {
      const problem = asProblem(error);
      const isLong = Date.now() - began > LONG_ATTEMPT_MS;
      onFailure?.(problem, isLong);
      if (attempt >= attempts || isLong || !problem.retryable || problem.status === 429) throw error;
      await wait(Math.min((problem.retryAfter ?? 0) * 1000 || baseMs * 2 ** (attempt - 1), 8000));
    }
  }
}

/** Returns a short fingerprint of a body (FNV-1a over its JSON text). */
export function fingerprint(body: unknown): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(JSON.stringify(body ?? null))) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16);
}

const SUBMISSION = 'portal:submission:';
/** Returns the storage key of a scope. A scope may contain the id of a document, which gives access to the document, so the scope is stored as a hash. */
const storageKey = (scope: string) => SUBMISSION + fingerprint(scope);
const inMemory = new Map<string, string>();

/** Returns the stored `<fingerprint> <key>` entries of a scope. The entry in memory comes first: when localStorage is full, it may still hold an older key. */
function storedKeys(scope: string): string[] {
  const found = [inMemory.get(scope)];
  try {
    found.push(localStorage.getItem(storageKey(scope)) ?? undefined);
  } catch {
    // Without localStorage the key lasts as long as the page.
  }
  return found.filter((value) => value !== undefined);
}

/** Whether a call of this scope was made and is not answered, so that it may have arrived. */
export const hasIdempotencyKey = (scope: string): boolean => storedKeys(scope).length > 0;

/**
 * Returns the idempotency key for this body. The key stays the same until the body changes, even after a reload.
 * @param registers the key stays the same until it is forgotten, whatever the body
 */
export function idempotencyKeyFor(scope: string, body: unknown, registers = false): string {
  const print = fingerprint(body);
  const stored = storedKeys(scope);
  const known = stored.find((value) => value.startsWith(`${print} `)) ?? (registers ? stored[0] : undefined);
  const key = known?.split(' ')[1] || newIdempotencyKey();
  inMemory.set(scope, `${print} ${key}`);
  try {
    localStorage.setItem(storageKey(scope), `${print} ${key}`);
  } catch {
    // Without localStorage the key lasts as long as the page.
  }
  return key;
}

/**
 * Forgets the idempotency key of a scope. With `key`, forgets it only if it is that key, so that the answer to an earlier call does not delete the key of a
 * later call.
 */
export function forgetIdempotencyKey(scope: string, key?: string): void {
  const isIt = (value: string | null | undefined) => !key || value?.split(' ')[1] === key;
  if (isIt(inMemory.get(scope))) inMemory.delete(scope);
  try {
    if (isIt(localStorage.getItem(storageKey(scope)))) localStorage.removeItem(storageKey(scope));
  } catch {
    // Without localStorage there is nothing to remove.
  }
}

/** Returns the scope of a form's action. A draft that is stored and what is registered from the same answers are two documents, each with a key of its own. */
export const formScope = (form: string, action: string): string => (action === 'store' ? `${form}-store` : form);

/** Forgets the idempotency keys of a form, whose next answers are another document, perhaps of another person. */
export function forgetForm(form: string): void {
  for (const action of ['register', 'store']) forgetIdempotencyKey(formScope(form, action));
}

/** Forgets the idempotency keys of all submissions; called at sign-out. */
export function forgetSubmissions(): void {
  inMemory.clear();
  try {
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    for (const name of names) if (name.startsWith(SUBMISSION)) localStorage.removeItem(name);
  } catch {
    // Without localStorage no keys are stored.
  }
}

const running = new Map<string, Promise<unknown>>();

interface Submission<T> {
  /** The last call of a scope is the one that is repeated, so calls that undo one another share a scope. */
  scope: string;
  method?: Method;
  url: string;
  body?: unknown;
  /**
   * Set for a call that registers a document: until it is answered, the form has one key. If the answer was lost and the answers are changed, the service refuses
   * the call (`IDEMPOTENCY_CONFLICT`) and does not register a second document. The next call then has a key of its own.
   */
  registers?: boolean;
  /** Whether the effect of the call still lasts. If it does not, what was answered is an earlier call, and this one is sent once more with a key of its own. */
  stands?(answer: T): boolean;
  /** Called when an attempt got no answer of the service, so that it may have arrived. `isLong` tells that the portal took long to fail. */
  lost?(isLong: boolean): void;
}

/**
 * Sends a registration or action exactly once. Each body has one idempotency key, which is kept over reloads. A second click during the call gets the answer to
 * the first one, and the call is retried when the network is lost. The key is forgotten when the answer arrives.
 */
export function submitOnce<T>(api: Api, { scope, method = 'POST', url, body, registers, stands, lost }: Submission<T>): Promise<T> {
  const call = { method, url, body };
  const idempotencyKey = idempotencyKeyFor(scope, call, registers);
  // Calls are identified by key and body, not by scope: a different body is a different call and must not get the answer to this one.
  const name = `${idempotencyKey} ${fingerprint(call)}`;
  const known = running.get(name);
  if (known) return known as Promise<T>;
  const onFailure: Retries['onFailure'] = ({ status }, isLong) => {
    if (status === 0 || status >= 500) lost?.(isLong);
  };
  const sent = withRetry((signal) => api.send<T>(method, url, body ?? {}, { idempotencyKey, signal }), { onFailure })
    .then(
      (answer) => {
        forgetIdempotencyKey(scope, idempotencyKey);
        return !stands || stands(answer) ? answer : submitOnce<T>(api, { scope, method, url, body });
      },
      (error: unknown) => {
        if (asProblem(error).has('IDEMPOTENCY_CONFLICT')) forgetIdempotencyKey(scope, idempotencyKey);
        throw error;
      },
    )
    .finally(() => running.delete(name));
  running.set(name, sent);
  return sent;
}
