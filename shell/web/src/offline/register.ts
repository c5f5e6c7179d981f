import { mayHaveWaitingForms, refreshSession, sessionStore, sessionUser } from '@portal/web-kit';
import { isFromDevice } from '../areas/clients.ts';

/** Returns whether the reader has asked the browser to save data. Then nothing is loaded ahead. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Delay in ms after the page has loaded, before the work for offline use begins. */
const IDLE_MS = 2_000;

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 30_000 });
  else setTimeout(work, IDLE_MS);
};

/** Sends what waits on this device to be sent, if there is anything. */
async function send(): Promise<void> {
  if (!mayHaveWaitingForms() || !navigator.onLine) return;
  const { sendAllWaiting } = await import('./send-waiting.ts');
  await sendAllWaiting();
}

/**
 * Time in ms after loading in which a page from the device does not reload again. On a bad connection the reload may give the page from the device once more.
 */
const RELOAD_PAUSE_MS = 30_000;
const LOOK_MS = 1_000;

/** Checks that the reader is typing something, or that a dialog is open. */
function isBusy(): boolean {
  const { activeElement } = document;
  const isTyping = activeElement?.matches('input, textarea, select') && (activeElement as HTMLInputElement).value !== '';
  return isTyping || document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null;
}

let isReloading = false;

/**
 * Reloads a page from the device, because it has no area tokens. A signed-in user gets the page from the network as soon as nothing is being typed. The draft
 * is kept.
 */
function reloadSignedIn(): void {
  if (!isFromDevice || isReloading || sessionUser() === undefined) return;
  isReloading = true;
  const look = (): void => {
    if (isBusy() || (history.state?.portalReloaded && performance.now() < RELOAD_PAUSE_MS)) return void setTimeout(look, LOOK_MS);
    history.replaceState({ ...history.state, portalReloaded: true }, '');
    location.reload();
  };
  look();
}

/** Longest random delay in ms, so that not all devices request the new manifest at once. */
const SPREAD_MS = 30_000;

/** Updates what the device stores for offline use after an area was closed or opened: nothing of a closed area may stay on the device. */
export function renewKept(): void {
  if (begun) setTimeout(() => void renew().catch(() => undefined), Math.random() * SPREAD_MS);
}

let isGate = false;
let begun = false;

/** Asks the service worker to update what the device stores for offline use. */
async function renew(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.onLine && !savesData()) active?.postMessage(isGate ? 'renew with scanner' : 'renew');
}

/** Lets a gate work without a network: besides its page, the device also stores the code scanner. */
export function keepGate(): void {
  isGate = true;
  if (begun) void renew().catch(() => undefined);
  else keepPortal();
}

/**
 * Lets the public pages work without a network. It begins after the page has been loaded and is idle. Of the officers' pages only that of the gate is stored.
 */
export function keepPortal(): void {
  begun = true;
  const back = () => void Promise.all([send(), isFromDevice ? refreshSession() : undefined]).catch(() => undefined);
  if (isFromDevice) sessionStore.subscribe(reloadSignedIn);
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
