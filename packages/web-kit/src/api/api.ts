import { createContext, useContext } from 'react';
import { csrfToken, refreshSession, sessionStore } from '../session/session-store.ts';
import { type ApiProblem, asProblem, networkProblem, problemFrom } from './problem.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallOptions {
  /** Objects are sent as JSON text (the search query `q`); undefined ones are left out. */
  query?: Record<string, unknown>;
  /** One per document or action; the same key with the same body gives the first answer again. */
  idempotencyKey?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface UploadOptions extends CallOptions {
  method?: 'POST' | 'PUT';
  /** Per cent of the bytes that have left this device. */
  onProgress?(percent: number): void;
}

export interface Api {
  prefix: string;
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

async function headersFor(method: Method, options: CallOptions, accept: string): Promise<Record<string, string>> {
  const headers: Record<string, string> = { accept, ...options.headers };
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (method !== 'GET') headers['X-CSRF-Token'] = await csrfToken();
  return headers;
}

async function call(method: Method, url: string, body: unknown, options: CallOptions, accept: string): Promise<Response> {
  const attempt = async (): Promise<Response> => {
    const headers = await headersFor(method, options, accept);
    if (body !== undefined) headers['content-type'] = 'application/json';
    try {
      return await fetch(url, {
        method,
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        credentials: 'same-origin',
        signal: options.signal,
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw networkProblem();
    }
  };
  let response = await attempt();
  if (response.status === 403 && method !== 'GET') {
    // The session may have been renewed in another tab: with a new token the same call may pass.
    const before = sessionStore.get().data.csrfToken;
    const { csrfToken: after } = await refreshSession();
    if (after && after !== before) response = await attempt();
  }
  if (response.ok) return response;
  if (response.status === 401) void refreshSession();
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

async function upload<T>(url: string, form: FormData, options: UploadOptions): Promise<T> {
  const method = options.method ?? 'POST';
  const headers = await headersFor(method, options, 'application/json');
  // XMLHttpRequest: fetch tells nothing of the bytes that were sent.
  return new Promise<T>((resolve, reject: (problem: ApiProblem) => void) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(Math.round((event.loaded / event.total) * 100));
    };
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) {
        try {
          resolve(JSON.parse(request.responseText || 'null') as T);
        } catch (error) {
          reject(asProblem(error));
        }
      } else reject(problemFrom(request.status, request.responseText, { get: (name) => request.getResponseHeader(name) }));
    };
    request.onerror = () => reject(networkProblem());
    request.onabort = () => reject(asProblem(new DOMException('Aborted', 'AbortError')));
    options.signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** The calls of one service behind its prefix (`/api/trips`). Every failure is an `ApiProblem`. */
export function createApi(prefix: string): Api {
  const send = async <T>(method: Method, path: string, body?: unknown, options: CallOptions = {}) =>
    readJson<T>(await call(method, urlOf(prefix, path, options.query), body, options, 'application/json'));
  return {
    prefix,
    url: (path, query) => urlOf(prefix, path, query),
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body = {}, options) => send('POST', path, body, options),
    put: (path, body = {}, options) => send('PUT', path, body, options),
    delete: (path, options) => send('DELETE', path, undefined, options),
    blob: async (path, { method = 'GET', body, accept = '*/*', ...options } = {}) => {
      const response = await call(method, urlOf(prefix, path, options.query), body, options, accept);
      return response.blob().catch(() => {
        throw networkProblem();
      });
    },
    upload: (path, form, options = {}) => upload(urlOf(prefix, path, options.query), form, options),
  };
}

const apis = new Map<string, Api>();

/** The one client of a prefix: the same object each time, so that hooks may depend on it. */
export function apiOf(prefix: string): Api {
  const known = apis.get(prefix) ?? createApi(prefix);
  apis.set(prefix, known);
  return known;
}

export const ApiContext = createContext<string>('');

/** The client of the area the component stands in, or of another prefix. */
export function useApi(prefix?: string): Api {
  const here = useContext(ApiContext);
  return apiOf(prefix ?? here);
}
