import { portalTime } from '../session/portal-time.ts';
import { sessionStore } from '../session/session-store.ts';
import { endShift } from '../session/shift.ts';
import { claimInBrowser } from './draft-claim.ts';
import { type DraftStorage, DraftStore } from './draft-store.ts';
import { draftsInBrowser, emptyDraftsInBrowser, keysInBrowser } from './drafts-in-browser.ts';

/** Uses the tab's sessionStorage. If the page has no access to it, nothing is stored. */
function tabStorage(): DraftStorage {
  const use = <T>(call: (store: Storage) => T, otherwise: T): T => {
    try {
      return call(sessionStorage);
    } catch {
      return otherwise;
    }
  };
  return {
    getItem: (name) => use((store) => store.getItem(name), null),
    // Errors are passed on, because the caller must learn that the storage is full or blocked.
    setItem: (name, value) => sessionStorage.setItem(name, value),
    removeItem: (name) => use((store) => store.removeItem(name), undefined),
    names: () => use((store) => Object.keys(store), []),
  };
}

const TAB = 'portal:tab';
let tabInMemory: string | undefined;

/** Returns the id of this tab. A tab whose drafts were written by an earlier version, which had no ids of tabs, has an empty one. */
function tabId(): string {
  tabInMemory ??= crypto.randomUUID();
  try {
    const known = sessionStorage.getItem(TAB);
    if (known !== null) return known;
    const id = Object.keys(sessionStorage).some((name) => name.startsWith('portal:draft:session:')) ? '' : tabInMemory;
    sessionStorage.setItem(TAB, id);
    return id;
  } catch {
    return tabInMemory;
  }
}

function person(): string | null | undefined {
  const { known, data } = sessionStore.get();
  return known ? (data.user?.sub ?? null) : undefined;
}

const personKnown = (): Promise<void> =>
  new Promise((resolve) => {
    if (!sessionStore.get().loading) return resolve();
    const leave = sessionStore.subscribe(() => {
      if (sessionStore.get().loading) return;
      leave();
      resolve();
    });
  });

const keys = keysInBrowser();
/** Drafts of the public's forms, kept on the device for a day. */
const onDevice = new DraftStore({ name: 'device', storage: draftsInBrowser(), keys, person, personKnown, portalTime, claim: claimInBrowser });
/** Drafts of officers' forms, kept in the tab as long as the officer's session lasts. */
const inSession = new DraftStore({ name: 'session', tab: tabId, storage: tabStorage(), keys, person, personKnown, portalTime, endsWithSession: true });

/** Whether the form at this address is for officers. */
export const draftsEndWithSession = (pathname: string): boolean => !pathname.startsWith('/eservice/');

/** Returns the store for drafts of the form at this address. */
export const draftsAt = (pathname: string): DraftStore => (draftsEndWithSession(pathname) ? inSession : onDevice);

/** Removes all drafts from the device; called after sign-out. @throws if the browser does not let them be removed */
export async function clearDrafts(): Promise<void> {
  await Promise.all([onDevice.clear(), inSession.clear()]);
  // The stores pass over what they cannot delete.
  await emptyDraftsInBrowser();
}

let last: string | null | undefined;

/**
 * Watches the session; the page calls it once. Whenever the user becomes known, removes expired drafts and drafts of other persons. If nobody is signed in,
 * ends the officer's shift.
 */
export function guardDrafts(): void {
  sessionStore.subscribe(() => {
    const now = person();
    if (now === undefined || now === last) return;
    last = now;
    if (now === null) endShift();
    void Promise.all([onDevice.sweep(), inSession.sweep()]).catch(() => undefined);
  });
}
