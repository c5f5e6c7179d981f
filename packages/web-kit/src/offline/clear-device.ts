import { forgetSubmissions } from '../api/retry.ts';
import { clearDrafts } from '../draft/drafts.ts';
import { nothingIfRefused } from '../indexed-db.ts';
import { ProfileVault } from '../profile/profile-vault.ts';
import { forgetOpened } from '../session/opened-documents.ts';
import { dropItems } from './device-store.ts';
import { notifyWaitingChange, setWaitingFlag } from './waiting-flag.ts';

/**
 * Deletes what the portal keeps of a person on this device: drafts, the details for the next trip, forms that wait to be sent, confirmations, and cached pages.
 * @throws if some of it cannot be deleted; all the rest is
 */
export async function clearDevice(): Promise<void> {
  forgetSubmissions();
  forgetOpened();
  const vault = new ProfileVault();
  if (vault.isPossible) vault.delete();
  setWaitingFlag(false);
  const results = await Promise.allSettled([clearDrafts(), dropItems(), dropPages()]);
  notifyWaitingChange();
  const worker = await navigator.serviceWorker?.getRegistration().catch(nothingIfRefused);
  await worker?.unregister();
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Deletes the pages that are cached for use without a network. */
async function dropPages(): Promise<void> {
  const names = await globalThis.caches?.keys().catch(nothingIfRefused);
  await Promise.all((names ?? []).map((name) => caches.delete(name)));
}
