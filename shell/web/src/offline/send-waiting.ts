import { senderOf, sessionUser } from '@portal/web-kit';
import { isNobodys, sendAsNobody, sendWaiting } from '@portal/web-kit/offline';
import { isFromDevice, shellApi } from '../areas/clients.ts';

/** Sends all that waits on this device and is this reader's or nobody's. */
export async function sendAllWaiting(): Promise<void> {
  await sendWaiting(isNobodys, sendAsNobody);
  const user = sessionUser();
  // Only a page of the network has what calls with a session need.
  if (user && !isFromDevice)
    await sendWaiting(
      ({ owner }) => owner === user,
      (url, request) => senderOf(shellApi(url.split('/').slice(0, 3).join('/')), { owner: user })(url, request),
    );
}
