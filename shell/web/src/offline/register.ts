/** Whether the reader has asked the browser to save data: then nothing is loaded ahead. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** How long the page has to be without work. */
const IDLE_MS = 2_000;

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 30_000 });
  else setTimeout(work, IDLE_MS);
};

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
  if (!('serviceWorker' in navigator)) return;
  const begin = () =>
    setTimeout(
      () =>
        whenIdle(() => {
          void navigator.serviceWorker
            .register('/sw.js', { updateViaCache: 'none' })
            .then(renew)
            .catch(() => undefined);
        }),
      IDLE_MS,
    );
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin, { once: true });
  addEventListener('online', () => void renew().catch(() => undefined));
}
