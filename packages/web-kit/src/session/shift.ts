/**
 * The shift of an officer whose work goes on without a connection: it belongs to one tab, which keeps it through a reload, and ends with the
 * sign-out in any tab. Its secret encrypts what the officer took along: with the shift that is gone for everybody.
 */
const place = 'portal:shift';

const read = (storage: () => Storage): string | null => {
  try {
    return storage().getItem(place);
  } catch {
    return null;
  }
};

/** The secret of the shift of this tab; undefined where there is none, or none any more. */
export function shiftSecret(): string | undefined {
  const secret = read(() => sessionStorage);
  return secret && secret === read(() => localStorage) ? secret : undefined;
}

/** Begins a shift in this tab, or goes on with the one that there is. To be called while the portal knows the officer. */
export function beginShift(): void {
  const known = read(() => localStorage);
  const secret = known ?? Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    localStorage.setItem(place, secret);
    sessionStorage.setItem(place, secret);
  } catch {
    // Without storage nothing goes on after a reload.
  }
}

/** Ends the shift in every tab. */
export function endShift(): void {
  try {
    localStorage.removeItem(place);
    sessionStorage.removeItem(place);
  } catch {
    // There was none.
  }
}

const KEEP = 'portal:keep';

/** Asks the shell to keep on this device what works without a connection, also the pages of staff that an area lists. */
export const keepOnDevice = (): void => void globalThis.dispatchEvent?.(new Event(KEEP));

/** Tells the shell of the first time that this is asked. */
export const onKeepOnDevice = (keep: () => void): void => addEventListener(KEEP, keep, { once: true });
