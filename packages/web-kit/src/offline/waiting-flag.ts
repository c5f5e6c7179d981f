/** Says without a database that something may wait on this device, and tells pages and worker of changes. */
const FLAG = 'portal:waiting';

const channel = (): BroadcastChannel | undefined => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(FLAG));

/** Tells of a change. */
export function tell(): void {
  const told = channel();
  told?.postMessage('changed');
  told?.close();
}

/** Remembers whether something waits. */
export function mark(some: boolean): void {
  try {
    if (some) localStorage.setItem(FLAG, 'yes');
    else localStorage.removeItem(FLAG);
  } catch {
    // A worker has no such storage.
  }
}

/** Whether something may wait on this device. */
export function mayWait(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return false;
  }
}

/** Calls back when something was kept, sent or deleted, here or elsewhere. @returns ends it */
export function onWaitingChange(changed: () => void): () => void {
  const told = channel();
  if (told) told.onmessage = changed;
  return () => told?.close();
}
