import { forgetSubmissions } from '../api/retry.ts';
import { clearDrafts } from '../draft/drafts.ts';
import { forgetOpened } from './opened-documents.ts';
import { endShift } from './shift.ts';

/** The gateway sets this cookie when a sign-out keeps the storage (`shell/server/src/session/sign-out.ts`). */
const COOKIE = 'portal.signed-out';
const isSecure = (): boolean => location.protocol === 'https:';
/** Over https only the prefixed cookie counts: no other host can set it. */
const cookieName = (): string => (isSecure() ? `__Host-${COOKIE}` : COOKIE);
/** As long as the gateway sets it, in seconds. */
const A_MONTH = 30 * 86_400;

/** Returns the value of the cookie: 1 after the sign-out, 2 where a page could not delete the rest. */
const signedOut = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((each) => each.startsWith(`${cookieName()}=`))
    ?.slice(cookieName().length + 1);

function setSignedOut(value: string, seconds: number): void {
  document.cookie = `${cookieName()}=${value}; path=/; max-age=${seconds}${isSecure() ? '; secure' : ''}`;
}

/**
 * Deletes what a person who signed out leaves on the device, except work that waits to be sent (`noteUnsent`). Forms that wait to be sent and stored
 * confirmations are deleted too. The cookie goes last, so that the next page tries again what fails here.
 * @throws if the drafts or the device's store cannot be deleted
 */
export async function clearAfterSignOut(): Promise<void> {
  forgetSubmissions();
  forgetOpened();
  endShift();
  await Promise.all([clearDrafts(), import('../offline/device-store.ts').then(({ dropItems }) => dropItems())]);
  setSignedOut('', 0);
}

/**
 * Finishes a sign-out that kept the storage, because decisions of a gate may wait there to be sent. A page without script cannot delete the rest, and another page
 * may be closed before the end. So each page calls this when it starts. What fails is tried once more by the next page, and then no more: a device whose store
 * never opens would otherwise delete, on every page, what the next people type.
 */
export async function finishKeptSignOut(): Promise<void> {
  const state = signedOut();
  if (state !== '1' && state !== '2') return;
  try {
    await clearAfterSignOut();
  } catch (error) {
    if (state === '1') setSignedOut('2', A_MONTH);
    else setSignedOut('', 0);
    throw error;
  }
}
