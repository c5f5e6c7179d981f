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
  /** True once there was a response; a failed first call leaves the visitor anonymous and is repeated before the next write. */
  known: boolean;
  /** True once somebody who was signed in on this page is so no longer. */
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
  /** The state in which HTML was drawn for everybody: before any answer. */
  atDrawing: () => (typeof document === 'undefined' ? state : unknown),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Sets a session that the shell has read already. */
export function seedSession(data: Partial<SessionData>): void {
  const next = { ...anonymous, ...data };
  publish({ data: next, loading: false, known: true, ended: next.user === null && (state.ended || state.data.user !== null) });
}

/** Who is signed in (`sub`), as far as this page knows. */
export const sessionUser = (): string | undefined => state.data.user?.sub;

/** Headers of an automatic call of a page: it does not extend an idle session. */
export const background: Readonly<Record<string, string>> = { 'x-background': '1' };

/**
 * Asks the gateway again who is signed in; concurrent calls share one request.
 * @param headers `background`, to ask without counting as activity
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

/** The CSRF token for state-changing calls; waits for the session where it is not loaded yet. */
export async function csrfToken(): Promise<string> {
  if (!state.known) await refreshSession();
  return state.data.csrfToken;
}
