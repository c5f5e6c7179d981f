import { tellPortalTime } from './portal-time.ts';

/** The response of `GET /auth/session`. */
export interface SessionData {
  user: { name: string; email?: string; sub?: string; [claim: string]: unknown } | null;
  roles: string[];
  agencies: string[];
  csrfToken: string;
}

interface SessionState {
  data: SessionData;
  loading: boolean;
  /** Whether the gateway has answered. A failed first call leaves the visitor anonymous and is repeated before the next write. */
  known: boolean;
  /** Whether a person who was signed in on this page no longer is. */
  ended: boolean;
}

const anonymous: SessionData = { user: null, roles: [], agencies: [], csrfToken: '' };

const unknown: SessionState = { data: anonymous, loading: true, known: false, ended: false };
let state = unknown;
let pending: Promise<SessionData> | undefined;
const listeners = new Set<() => void>();

const publish = (next: SessionState) => {
  state = next;
  for (const listener of listeners) listener();
};

export const sessionStore = {
  get: () => state,
  /** Returns the state for prerendering and hydration: the one before any answer. */
  atDrawing: () => (typeof document === 'undefined' ? state : unknown),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

let worksFor: string | undefined;

/**
 * Returns the person for whom this page works (the `sub` claim): the first one who was signed in on it, until `takeOverPage`. Somebody else may be signed in
 * now, because of a sign-in in another tab.
 */
export const pagePerson = (): string | undefined => worksFor;

/** Lets the page work for the person who is signed in now. */
export function takeOverPage(): void {
  worksFor = sessionUser();
}

/** Sets a session that the shell has already loaded. */
export function seedSession(data: Partial<SessionData>): void {
  const next = { ...anonymous, ...data };
  worksFor ??= next.user?.sub;
  publish({ data: next, loading: false, known: true, ended: next.user === null && (state.ended || state.data.user !== null) });
}

/** Returns the signed-in user (the `sub` claim), as far as this page knows. */
export const sessionUser = (): string | undefined => state.data.user?.sub;

/** The header of calls that a page makes by itself. Such a call does not extend an idle session. */
export const background: Readonly<Record<string, string>> = { 'x-background': '1' };

/**
 * Asks the gateway again who is signed in. Concurrent calls share one request.
 * @param headers `background` if the call must not count as activity
 */
export function refreshSession(headers: Readonly<Record<string, string>> = {}): Promise<SessionData> {
  pending ??= fetch('/auth/session', { credentials: 'same-origin', headers: { accept: 'application/json', ...headers }, cache: 'no-store' })
    .then(async (response) => {
      if (!response.ok) throw new Error(`session ${response.status}`);
      tellPortalTime(response.headers.get('date'));
      seedSession((await response.json()) as SessionData);
      return state.data;
    })
    .catch(() => {
      publish({ ...state, loading: false });
      return state.data;
    })
    .finally(() => {
      pending = undefined;
    });
  return pending;
}

/** Returns the CSRF token for state-changing calls. Loads the session first if necessary. */
export async function csrfToken(): Promise<string> {
  if (!state.known) await refreshSession();
  return state.data.csrfToken;
}
