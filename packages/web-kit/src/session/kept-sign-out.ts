import { clearAfterSignOut } from './clear-after-sign-out.ts';

/** The gateway sets this cookie when a page without script signs out and keeps the storage (`shell/server/src/session/auth-routes.ts`). */
const COOKIE = 'portal.signed-out';

/**
 * Finishes a sign-out on a page without script that kept the storage, because decisions of a gate may wait there to be sent: deletes everything else that the
 * sign-out with script deletes. Call it when the page starts, before anything is stored. The cookie goes last, so that the next page tries again what fails here.
 */
export async function finishKeptSignOut(): Promise<void> {
  // Over https only the prefixed cookie counts: no other host can set it.
  const isSecure = location.protocol === 'https:';
  const name = isSecure ? `__Host-${COOKIE}` : COOKIE;
  if (!document.cookie.split('; ').includes(`${name}=1`)) return;
  await clearAfterSignOut();
  document.cookie = `${name}=; path=/; max-age=0${isSecure ? '; secure' : ''}`;
}
