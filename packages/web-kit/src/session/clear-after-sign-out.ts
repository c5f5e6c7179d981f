import { forgetSubmissions } from '../api/retry.ts';
import { clearDrafts } from '../draft/drafts.ts';
import { forgetOpened } from './opened-documents.ts';
import { endShift } from './shift.ts';

/** The gateway sets this cookie when a sign-out keeps the storage (`shell/server/src/session/auth-routes.ts`). */
const COOKIE = 'portal.signed-out';
const isSecure = (): boolean => location.protocol === 'https:';
/** Over https only the prefixed cookie counts: no other host can set it. */
const cookieName = (): string => (isSecure() ? `__Host-${COOKIE}` : COOKIE);

/**
 * Deletes what a person who signed out leaves on the device, except work that waits to be sent (`noteUnsent`). Forms that wait to be sent and stored
 * confirmations are deleted too. The cookie goes last, so that the next page tries again what fails here.
 * @throws if the device's store cannot be emptied
 */
export async function clearAfterSignOut(): Promise<void> {
  forgetSubmissions();
  forgetOpened();
  endShift();
  await Promise.all([clearDrafts(), import('../offline/device-store.ts').then(({ dropItems }) => dropItems())]);
  document.cookie = `${cookieName()}=; path=/; max-age=0${isSecure() ? '; secure' : ''}`;
}

/**
 * Finishes a sign-out that kept the storage, because decisions of a gate may wait there to be sent. A page without script cannot delete the rest, and another page
 * may be closed before the end. So each page calls this when it starts, before anything is stored.
 */
export async function finishKeptSignOut(): Promise<void> {
  if (document.cookie.split('; ').includes(`${cookieName()}=1`)) await clearAfterSignOut();
}
