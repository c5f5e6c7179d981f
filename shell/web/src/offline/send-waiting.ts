import { senderOf, sessionUser } from '@portal/web-kit';
import { isAnonymousForm, sendAnonymously, sendWaitingForms } from '@portal/web-kit/offline';
import { isFromDevice, shellApi } from '../areas/clients.ts';

/** Sends everything that waits on this device and belongs to this reader or to nobody. */
export async function sendAllWaiting(): Promise<void> {
  await sendWaitingForms(isAnonymousForm, sendAnonymously);
  const user = sessionUser();
  // Calls with a session need the tokens, which only a page from the network has.
  if (user && !isFromDevice)
    await sendWaitingForms(
      ({ owner }) => owner === user,
      (url, request) => senderOf(shellApi(url.split('/').slice(0, 3).join('/')), { owner: user })(url, request),
    );
}
