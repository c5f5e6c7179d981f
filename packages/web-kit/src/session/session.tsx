import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { createApi } from '../api/api.ts';
import { isProblem } from '../api/problem.ts';
import { clearAfterSignOut } from './clear-after-sign-out.ts';
import { refreshSession, type SessionData, seedSession, sessionStore } from './session-store.ts';
import { hasUnsent } from './unsent.ts';

export interface Session extends SessionData {
  loading: boolean;
  /** Whether the gateway has said who is signed in. */
  known: boolean;
  /** Whether a person who was signed in on this page no longer is. */
  ended: boolean;
  hasRole(role: string): boolean;
  /** True for an empty list, because anybody may use what needs no role. */
  hasAnyRole(roles: readonly string[]): boolean;
  signIn(returnTo?: string): void;
  signOut(options?: { everywhere?: boolean }): Promise<void>;
  refresh(): Promise<SessionData>;
}

/** Goes to the sign-in page. Afterwards the user returns to this page. */
export function signIn(returnTo = `${location.pathname}${location.search}`): void {
  location.assign(`/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
}

/** The longest time, in ms, that sign-out waits for the browser to delete stored data. A browser that is already deleting the site's data may never answer. */
const longestDeletion = 3_000;

/**
 * Ends the session at the gateway and removes typed data from the device, except work that waits to be sent (`noteUnsent`). Then goes to the address that the
 * gateway names (the identity provider), or to the start page.
 * @param everywhere ends the person's sessions in all other browsers too
 * @throws ApiProblem if the gateway cannot be reached or refuses; the session is then still open
 */
export async function signOut({ everywhere = false }: { everywhere?: boolean } = {}): Promise<void> {
  const answer = await createApi('/auth')
    .post<{ redirectTo?: string } | undefined>(
      `${everywhere ? '/logout-everywhere' : '/logout'}${hasUnsent() ? '?keep=storage' : ''}`,
      {},
      { inNobodysName: true },
    )
    .catch(async (problem: unknown) => {
      // The session has ended already, so there is nothing to end.
      const { user } = await refreshSession();
      if (user || !isProblem(problem) || problem.status === 0) throw problem;
      return undefined;
    });
  await Promise.race([clearAfterSignOut().catch(() => undefined), new Promise((over) => setTimeout(over, longestDeletion))]);
  location.assign(answer?.redirectTo ?? '/');
}

/** Returns the signed-in user and the user's rights. */
export function useSession(): Session {
  const state = useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.atDrawing);
  return useMemo(() => {
    const roles = new Set(state.data.roles);
    return {
      ...state.data,
      loading: state.loading,
      known: state.known,
      ended: state.ended,
      hasRole: (role) => roles.has(role),
      hasAnyRole: (wanted) => wanted.length === 0 || wanted.some((role) => roles.has(role)),
      signIn,
      signOut,
      refresh: () => refreshSession(),
    };
  }, [state]);
}

/** Loads the session once. `initial` is a session that has already been loaded. */
export function SessionProvider({ initial, children }: { initial?: SessionData; children: ReactNode }) {
  useEffect(() => {
    if (sessionStore.get().known) return;
    if (initial) seedSession(initial);
    else void refreshSession();
  }, [initial]);
  return children;
}
