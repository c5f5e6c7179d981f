import { portalTime } from '../session/portal-time.ts';
import { sessionStore } from '../session/session-store.ts';
import { endShift } from '../session/shift.ts';
import { claimInBrowser } from './draft-claim.ts';
import { type DraftStorage, DraftStore } from './draft-store.ts';
import { draftsInBrowser, keysInBrowser } from './drafts-in-browser.ts';

/** The tab's storage; without access to it nothing is stored. */
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
    // The caller must learn of a full or blocked storage.
    setItem: (name, value) => sessionStorage.setItem(name, value),
    removeItem: (name) => use((store) => store.removeItem(name), undefined),
    names: () => use((store) => Object.keys(store), []),
  };
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
/** Drafts of the public's forms: kept on the device for a day. */
const onDevice = new DraftStore({ name: 'device', storage: draftsInBrowser(), keys, person, personKnown, portalTime, claim: claimInBrowser });
/** Drafts of officers' forms: kept in the tab as long as the officer's session lasts. */
const inSession = new DraftStore({ name: 'session', storage: tabStorage(), keys, person, personKnown, portalTime, endsWithSession: true });

/** Whether the form at this address is an officer's. */
export const draftsEndWithSession = (pathname: string): boolean => !pathname.startsWith('/eservice/');

/** Where the drafts of the form at this address are kept. */
export const draftsAt = (pathname: string): DraftStore => (draftsEndWithSession(pathname) ? inSession : onDevice);

/** After sign-out: removes everything that was typed from the device. */
export async function clearDrafts(): Promise<void> {
  await Promise.all([onDevice.clear(), inSession.clear()]).catch(() => undefined);
}

let last: string | null | undefined;

/** To be called once by the page: whenever the user becomes known, removes expired drafts and those of other persons, and ends the shift of an officer whose session is over. */
export function guardDrafts(): void {
  sessionStore.subscribe(() => {
    const now = person();
    if (now === undefined || now === last) return;
    last = now;
    if (now === null) endShift();
    void Promise.all([onDevice.sweep(), inSession.sweep()]).catch(() => undefined);
  });
}
