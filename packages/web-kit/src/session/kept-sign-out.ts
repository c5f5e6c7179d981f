import { forgetSubmissions } from '../api/retry.ts';
import { forgetOpened } from './opened-documents.ts';

/** The gateway sets this cookie when a sign-out keeps the browser's storage (`shell/server/src/session/auth-routes.ts`). */
const COOKIE = 'portal.signed-out';

/**
 * Finishes a sign-out that kept the storage because work waits there to be sent: deletes everything else that the sign-out with script deletes. A page without
 * script cannot do this.
 */
export async function finishKeptSignOut(): Promise<void> {
  if (!document.cookie.split('; ').includes(`${COOKIE}=1`)) return;
  document.cookie = `${COOKIE}=; path=/; max-age=0`;
  forgetSubmissions();
  forgetOpened();
  const { dropItems } = await import('../offline/device-store.ts');
  await dropItems();
}
