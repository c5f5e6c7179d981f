import { mayWait, refreshSession, sessionUser } from '@portal/web-kit';
import { isFromDevice } from '../areas/clients.ts';

/** Whether the reader has asked the browser to save data: then nothing is loaded ahead. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** How long the page has to be without work. */
const IDLE_MS = 2_000;

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 30_000 });
  else setTimeout(work, IDLE_MS);
};

/** Sends what waits on this device, where something does. */
async function send(): Promise<void> {
  if (!mayWait() || !navigator.onLine) return;
  const { sendAllWaiting } = await import('./send-waiting.ts');
  await sendAllWaiting();
}

/** Once: where the line is bad, the page may come from the device again. */
function reload(): void {
  if (history.state?.portalReloaded) return;
  history.replaceState({ ...history.state, portalReloaded: true }, '');
  location.reload();
}

/** A page of the device has no area tokens. Whoever is signed in gets the page of the network as soon as nothing is being typed; the draft is kept. */
async function reloadSignedIn(): Promise<void> {
  if (!isFromDevice) return;
  await refreshSession();
  if (sessionUser() === undefined) return;
  const isTyping = (): boolean => document.activeElement?.matches('input, textarea, select') ?? false;
  if (!isTyping()) return reload();
  addEventListener('focusout', () => setTimeout(() => void reloadSignedIn()), { once: true });
}

/** Asks the worker to bring what the device keeps up to date. */
async function renew(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.onLine && !savesData()) active?.postMessage('renew');
}

/**
 * Lets the public side work without network. It begins after the page has been loaded and nothing else is to be done, and never on staff's pages:
 * these are not kept.
 */
export function keepPortal(): void {
  const back = () => void Promise.all([send(), reloadSignedIn()]).catch(() => undefined);
  addEventListener('online', back);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && back());
  const begin = () =>
    setTimeout(
      () =>
        whenIdle(() => {
          back();
          void navigator.serviceWorker
            ?.register('/sw.js', { updateViaCache: 'none' })
            .then(renew)
            .catch(() => undefined);
        }),
      IDLE_MS,
    );
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
  addEventListener('online', () => void renew().catch(() => undefined));
}
