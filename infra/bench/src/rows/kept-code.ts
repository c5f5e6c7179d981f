import { phonePage, slowDown, withBrowser } from '../browser.ts';
import { median } from '../measure.ts';
import { machineLoadNote, type Report } from '../report.ts';
import { declarationsOf, registerArrival } from './run.ts';

declare global {
  interface Window {
    codeShown?: number;
  }
}

/** Runs in the page: records the time at which the QR code was painted. */
function observe(): void {
  const look = (): void => {
    const code = document.querySelector<HTMLImageElement>('.portal-qr__image');
    if (code?.complete && code.naturalWidth > 0)
      requestAnimationFrame(() => {
        window.codeShown = performance.now();
      });
    else requestAnimationFrame(look);
  };
  look();
}

/** Runs in the page: waits until the service worker has cached everything that the device may keep of the portal. */
async function keepPortal(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const renewed = new Promise((done) => {
    port1.onmessage = done;
  });
  active?.postMessage('renew', [port2]);
  await renewed;
}

/** Runs in the page: waits until the document and its QR code are stored on the device. */
const keepCode = (): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      indexedDB.open('portal-device').onsuccess = ({ target }) => {
        const { result } = target as IDBOpenDBRequest;
        const count = result.objectStoreNames.contains('items') ? result.transaction('items').objectStore('items').count() : undefined;
        result.close();
        if (count)
          count.onsuccess = () => {
            if (count.result >= 2) resolve();
            else setTimeout(look, 50);
          };
        else setTimeout(look, 50);
      };
    };
    look();
  });

/**
 * Measures how fast the page with the QR code opens from the device, without a network.
 * @param portal is closed by this measurement
 */
export async function keptCode(report: Report, portal: { url: string; close(): Promise<void> }, rounds: number): Promise<void> {
  report.section(
    'Without network',
    `Chromium without network; the portal is stopped too. Milliseconds from opening the address of the page with the QR code until its code is painted; everything comes from the device. ${machineLoadNote()}`,
  );
  const { id } = await registerArrival(declarationsOf(portal.url));
  const address = `${portal.url}/eservice/traveller/declaration/qr/${id}`;
  await withBrowser(async (browser) => {
    const { page: first } = await phonePage(browser);
    const context = first.context();
    await first.goto(portal.url);
    await first.evaluate(keepPortal);
    await first.goto(address);
    await first.evaluate(keepCode);
    await first.close();
    await portal.close();
    await context.setOffline(true);
    for (const [slowdown, words] of [
      [1, 'not slowed down'],
      [4, 'slowed down'],
    ] as const) {
      const took: number[] = [];
      for (let round = 0; round < rounds + 1; round++) {
        const page = await context.newPage();
        await slowDown(await context.newCDPSession(page), slowdown);
        await page.addInitScript(observe);
        await page.goto(address);
        await page.waitForFunction(() => window.codeShown !== undefined);
        // The first round is not counted: it starts the service worker and compiles the scripts.
        if (round > 0) took.push(await page.evaluate(() => window.codeShown ?? Number.NaN));
        await page.close();
      }
      report.add({ what: `page with the QR code, CPU ${words}`, ours: median(took), unit: 'ms', target: { value: 300 } });
    }
  });
}
