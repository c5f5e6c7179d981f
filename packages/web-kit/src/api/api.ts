import { createContext, useContext } from 'react';
import { currentLanguage, KIT, resolveLabel } from '../language/i18n.ts';
import { csrfToken, pagePerson, refreshSession, sessionStore, sessionUser, takeOverPage } from '../session/session-store.ts';
import { ApiProblem, asProblem, networkProblem, problemFrom } from './problem.ts';
import { pageTransport, type Transport } from './transport.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  /** Objects are sent as JSON text (the search query `q`); undefined values are omitted. */
  query?: Record<string, unknown>;
  /** Idempotency key: one for each document or action. A repeated call with the same key and the same body gets the first answer again. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sends the call even if the page is closed meanwhile. */
  keepalive?: boolean;
  /** The person in whose name alone a change may be sent (the `sub` claim). Without it, that is the person for whom the page works, or who tries again. */
  person?: string;
  /** Set for a POST that changes nothing in anybody's name, such as a search: it is sent whoever is signed in now. */
  inNobodysName?: true;
}

export interface UploadOptions extends CallOptions {
  method?: 'POST' | 'PUT';
  /** Called with the percentage of bytes sent so far. */
  onProgress?(percent: number): void;
}

export interface Api {
  prefix: string;
  /** Returns the address for a link or an image. The browser requests it without our headers, so the query carries the language. */
  url(path: string, query?: Record<string, unknown>): string;
  get<T>(path: string, options?: CallOptions): Promise<T>;
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>;
  delete<T = void>(path: string, options?: CallOptions): Promise<T>;
  send<T>(method: Method, path: string, body?: unknown, options?: CallOptions): Promise<T>;
  blob(path: string, options?: CallOptions & { method?: Method; body?: unknown; accept?: string }): Promise<Blob>;
  upload<T>(path: string, form: FormData, options?: UploadOptions): Promise<T>;
}

export function urlOf(prefix: string, path: string, query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : String(value))}`);
  const base = path.startsWith(`${prefix}/`) ? path : `${prefix}${path}`;
  return pairs.length ? `${base}${base.includes('?') ? '&' : '?'}${pairs.join('&')}` : base;
}

/** Calls refused because the signed-in person has changed. Each has the id of the person who is signed in now; '' means nobody. */
const refused = new Map<string, string>();

interface PersonCheck {
  /** Checks the person before an attempt. @throws ApiProblem */
  before(): void;
  /** Records that the gateway refused an attempt because nobody is signed in any more. */
  ended(): void;
}

/**
 * Makes the check of a change, which is every call but GET and what is in nobody's name: it is not sent in the name of another person, nor of nobody, unless it
 * was refused for that already and is tried again. The page then works for this person.
 */
function checkOfPerson(method: Method, url: string, { person, inNobodysName }: CallOptions): PersonCheck {
  const isChange = method !== 'GET' && !inNobodysName;
  const change = `${method} ${url}`;
  // Read before the first attempt: of two calls at once, the second one does not try the first one again.
  const told = refused.get(change);
  return {
    before() {
      const { user } = sessionStore.get().data;
      const [allowed, now] = [person ?? pagePerson(), user?.sub ?? ''];
      if (!isChange || !allowed || now === allowed) return;
      if (person === undefined) {
        if (told === now) {
          refused.clear();
          return takeOverPage();
        }
        refused.set(change, now);
      }
      if (!user) throw new ApiProblem({ status: 401, title: 'Session ended' });
      const message = resolveLabel('errors.otherPerson', currentLanguage(), KIT, { name: user.name });
      throw new ApiProblem({ status: 403, title: 'Another person', errors: [{ code: 'OTHER_PERSON', field: '', message }] });
    },
    ended() {
      if (isChange && person === undefined) refused.set(change, '');
    },
  };
}

async function headersFor(method: Method, options: CallOptions, accept: string, person: PersonCheck): Promise<Record<string, string>> {
  const headers: Record<string, string> = { accept, 'accept-language': currentLanguage(), ...options.headers };
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (method !== 'GET') {
    headers['X-CSRF-Token'] = await csrfToken();
    person.before();
    // The gateway then refuses it if nobody is signed in any more, because somebody has signed out in another tab.
    if (!options.inNobodysName && sessionUser()) headers['X-Signed-In'] = 'true';
  }
  return headers;
}

async function call(transport: Transport, method: Method, url: string, body: unknown, options: CallOptions, accept: string): Promise<Response> {
  const person = checkOfPerson(method, url, options);
  const attempt = async (): Promise<Response> => {
    const headers = await headersFor(method, options, accept, person);
    if (body !== undefined) headers['content-type'] = 'application/json';
    return transport.fetch(url, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'same-origin',
      signal: options.signal,
      keepalive: options.keepalive,
    });
  };
  let response = await attempt();
  if (response.status === 403 && method !== 'GET' && (await hasNewToken())) response = await attempt();
  if (response.ok) return response;
  if (response.status === 401) {
    person.ended();
    void refreshSession();
  }
  throw problemFrom(response.status, await response.text().catch(() => ''), response.headers);
}

async function readJson<T>(response: Response): Promise<T> {
  let text: string;
  try {
    text = await response.text();
  } catch {
    throw networkProblem();
  }
  if (!text) return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw problemFrom(502, '', response.headers);
  }
}

/** Loads the session after a refusal: another tab may have renewed it. @returns whether there is a new token, with which the call may succeed */
async function hasNewToken(): Promise<boolean> {
  const before = sessionStore.get().data.csrfToken;
  const { csrfToken: after } = await refreshSession();
  return Boolean(after) && after !== before;
}

async function upload<T>(transport: Transport, url: string, form: FormData, { method = 'POST', ...options }: UploadOptions): Promise<T> {
  const person = checkOfPerson(method, url, options);
  const attempt = async () => {
    const headers = await headersFor(method, options, 'application/json', person);
    return transport.upload(url, { method, headers, form, onProgress: options.onProgress, signal: options.signal }).catch((error: unknown) => {
      throw asProblem(error);
    });
  };
  let answer = await attempt();
  if (answer.status === 403 && (await hasNewToken())) answer = await attempt();
  const { status, body, headers: answered } = answer;
  if (status === 401) {
    person.ended();
    void refreshSession();
  }
  if (status < 200 || status >= 300) throw problemFrom(status, body, answered);
  try {
    return JSON.parse(body || 'null') as T;
  } catch (error) {
    throw asProblem(error);
  }
}

/**
 * Creates the client of the service behind a prefix (`/api/trips`). Every failure is an `ApiProblem`.
 * @param transport transport of the calling area; without it the gateway accepts only calls to shared services (reference, media)
 */
export function createApi(prefix: string, transport: Transport = pageTransport): Api {
  const send = async <T>(method: Method, path: string, body?: unknown, options: CallOptions = {}) =>
    readJson<T>(await call(transport, method, urlOf(prefix, path, options.query), body, options, 'application/json'));
  return {
    prefix,
    url: (path, query) => urlOf(prefix, path, { ...query, language: currentLanguage() }),
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body = {}, options) => send('POST', path, body, options),
    put: (path, body = {}, options) => send('PUT', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
    blob: async (path, { method = 'GET', body, accept = '*/*', ...options } = {}) => {
      // A file is only read, also with POST.
      const response = await call(transport, method, urlOf(prefix, path, options.query), body, { ...options, inNobodysName: true }, accept);
      return response.blob().catch(() => {
        throw networkProblem();
      });
    },
    upload: (path, form, options = {}) => upload(transport, urlOf(prefix, path, options.query), form, options),
  };
}

const apis = new Map<string, Api>();

/** Returns the client of a shared service. Each prefix always gets the same object, so that hooks may depend on it. */
export function apiOf(prefix: string): Api {
  const known = apis.get(prefix) ?? createApi(prefix);
  apis.set(prefix, known);
  return known;
}

/** The client of the area's own service. It uses the transport that the shell gave to the area. */
export const ApiContext = createContext<Api>(createApi(''));

/** Returns the client of the area's own service, without a prefix or with the area's own prefix. Any other prefix returns the client of a shared service. */
export function useApi(prefix?: string): Api {
  const own = useContext(ApiContext);
  return prefix === undefined || prefix === own.prefix ? own : apiOf(prefix);
}
