/**
 * Name of a flag that says, without opening a database, that forms may wait on this device. It also names the channel that tells pages and the service worker
 * of changes.
 */
const FLAG = 'portal:waiting';

/** Opens the channel. Some browsers refuse it where the site's data is blocked. */
function channel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(FLAG);
  } catch {
    return undefined;
  }
}

/** Tells all pages and the service worker that something has changed. */
export function notifyWaitingChange(): void {
  const told = channel();
  told?.postMessage('changed');
  told?.close();
}

/** Sets or clears the flag that forms wait on this device. */
export function setWaitingFlag(some: boolean): void {
  try {
    if (some) localStorage.setItem(FLAG, 'yes');
    else localStorage.removeItem(FLAG);
  } catch {
    // A service worker has no localStorage.
  }
}

/** Whether forms may wait on this device. */
export function mayHaveWaitingForms(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

/** Calls back when a waiting form was stored, sent or deleted, in this page or elsewhere. @returns a function that stops it */
export function onWaitingChange(changed: () => void): () => void {
  const told = channel();
  if (told) told.onmessage = changed;
  return () => told?.close();
}
