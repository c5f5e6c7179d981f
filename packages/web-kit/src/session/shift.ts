/**
 * The storage key of an officer's shift, during which work goes on without a connection. A shift belongs to one tab, survives a reload, and ends with a
 * sign-out in any tab. Its secret encrypts the data that the officer took along: when the shift ends, nobody can read that data any more.
 */
const place = 'portal:shift';

const read = (storage: () => Storage): string | null => {
  try {
    return storage().getItem(place);
  } catch {
    return null;
  }
};

/** Returns the secret of this tab's shift; undefined if there is none or the shift has ended. */
export function shiftSecret(): string | undefined {
  const secret = read(() => sessionStorage);
  return secret && secret === read(() => localStorage) ? secret : undefined;
}

/** Starts a shift in this tab, or joins the shift that is running. Call it while the portal knows the officer. */
export function beginShift(): void {
  const known = read(() => localStorage);
  const secret = known ?? Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    localStorage.setItem(place, secret);
    sessionStorage.setItem(place, secret);
  } catch {
    // Without storage the shift does not survive a reload.
  }
}

/** Ends the shift in every tab. */
export function endShift(): void {
  try {
    localStorage.removeItem(place);
    sessionStorage.removeItem(place);
  } catch {
    // Without storage there was no shift.
  }
}

const KEEP = 'portal:keep';

/** Asks the shell to store on this device everything that works without a connection, including the staff pages that an area lists. */
export const keepOnDevice = (): void => void globalThis.dispatchEvent?.(new Event(KEEP));

/** Calls back the first time that `keepOnDevice` is called; used by the shell. */
export const onKeepOnDevice = (keep: () => void): void => addEventListener(KEEP, keep, { once: true });
