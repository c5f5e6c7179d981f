import { mayWait, refreshSession, sessionStore, sessionUser } from '@portal/web-kit';
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

/** Where the line is bad, the page may come from the device again: then it is not tried again at once. */
const RELOAD_PAUSE_MS = 30_000;
const LOOK_MS = 1_000;

/** Whether something is being typed, or stands over the page and waits for an answer. */
function isBusy(): boolean {
  const { activeElement } = document;
  const isTyping = activeElement?.matches('input, textarea, select') && (activeElement as HTMLInputElement).value !== '';
  return isTyping || document.querySelector('[role="dialog"], [role="alertdialog"], dialog[open]') !== null;
}

let isReloading = false;

/** A page of the device has no area tokens. Whoever is signed in gets the page of the network as soon as nothing is being typed; the draft is kept. */
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

/** Devices do not all ask at once for what they may keep. */
const SPREAD_MS = 30_000;

/** After an area was closed or opened: the device keeps nothing of a closed one. */
export function renewKept(): void {
  if (begun) setTimeout(() => void renew().catch(() => undefined), Math.random() * SPREAD_MS);
}

let isGate = false;
let begun = false;

/** Asks the worker to bring what the device keeps up to date. */
async function renew(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (navigator.onLine && !savesData()) active?.postMessage(isGate ? 'renew with scanner' : 'renew');
}

/** Lets a gate work without network: with its page, the reader of codes stays on the device. */
export function keepGate(): void {
  isGate = true;
  if (begun) void renew().catch(() => undefined);
  else keepPortal();
}

/**
 * Lets the public side work without network. It begins after the page has been loaded and nothing else is to be done, and of staff's pages on
 * that of the gate alone: the others are not kept.
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
