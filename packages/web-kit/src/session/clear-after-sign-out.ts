import { forgetSubmissions } from '../api/retry.ts';
import { clearDrafts } from '../draft/drafts.ts';
import { forgetOpened } from './opened-documents.ts';
import { endShift } from './shift.ts';

/**
 * Deletes what a person who signed out leaves on the device, except work that waits to be sent (`noteUnsent`). Forms that wait to be sent and stored
 * confirmations are deleted too.
 * @throws if the device's store cannot be emptied
 */
export async function clearAfterSignOut(): Promise<void> {
  forgetSubmissions();
  forgetOpened();
  endShift();
  const { dropItems } = await import('../offline/device-store.ts');
  await Promise.all([clearDrafts(), dropItems()]);
}
