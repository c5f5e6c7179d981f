import { forgetSubmissions } from '../api/retry.ts';
import { forgetOpened } from './opened-documents.ts';

/** The gateway sets this cookie when a sign-out keeps the browser's storage (`shell/server/src/session/auth-routes.ts`). Over https its name has a prefix. */
const COOKIE = 'portal.signed-out';

/**
 * Finishes a sign-out that kept the storage because work waits there to be sent: deletes everything else that the sign-out with script deletes. A page without
 * script cannot do this.
 */
export async function finishKeptSignOut(): Promise<void> {
  const found = document.cookie.split('; ').find((each) => each === `${COOKIE}=1` || each === `__Host-${COOKIE}=1`);
  if (!found) return;
  document.cookie = `${found.slice(0, -1)}; path=/; max-age=0${found.startsWith('__Host-') ? '; secure' : ''}`;
  forgetSubmissions();
  forgetOpened();
  const { dropItems } = await import('../offline/device-store.ts');
  await dropItems();
}
