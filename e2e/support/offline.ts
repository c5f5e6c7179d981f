import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { Traveller } from '../answers/arrival.ts';
import { PortalProxy } from './portal-proxy.ts';
import { registeredIn } from './waiting.ts';

/** Waits until the device has requested everything from the portal that it may store. The page itself requests this only when it is idle. */
export async function waitForStoredPortal(page: Page, { scanner = false } = {}): Promise<void> {
  await page.evaluate(
    async (message) => {
      const { active } = await navigator.serviceWorker.ready;
      const { port1, port2 } = new MessageChannel();
      const renewed = new Promise((done) => {
        port1.onmessage = done;
      });
      active?.postMessage(message, [port2]);
      await renewed;
    },
    scanner ? 'renew with scanner' : 'renew',
  );
  const lacking = await page.evaluate(async (withScanner) => {
    const [files, answers] = await Promise.all([caches.open('portal-files'), caches.open('portal-answers')]);
    const manifest = await files.match('/offline.json');
    if (!manifest) return 'the manifest';
    const {
      pages,
      documents,
      files: scripts,
      scanner: reader,
      calls,
      catalogues,
      languages,
    } = JSON.parse(((await manifest.json()) as { manifest: string }).manifest);
    const ofPages = [...pages, ...documents].map(({ integrity }: { integrity: string }) => `/kept/${encodeURIComponent(integrity)}`);
    const wanted: string[] = [...ofPages, ...Object.keys(scripts), ...(withScanner ? Object.keys(reader) : [])];
    const places = new Set((await files.keys()).map(({ url }) => new URL(url).pathname));
    const answered = (await answers.keys()).length;
    return [
      ...wanted.filter((place) => !places.has(place)),
      ...(answered < calls.length * languages.length + catalogues.length ? [`answers: ${answered}`] : []),
    ].join(' ');
  }, scanner);
  expect(lacking).toBe('');
}

interface Device {
  context: BrowserContext;
  line: PortalProxy;
}

const openDeviceBehindProxy = async (browser: Browser): Promise<Device> => {
  const line = await PortalProxy.to(`http://localhost:${process.env.E2E_PORT}`);
  return { line, context: await browser.newContext({ serviceWorkers: 'allow', baseURL: line.url, locale: 'en-GB', timezoneId: 'Asia/Dili' }) };
};

/** Deletes what a journey left on the device, but keeps what is the same for everybody. Runs in the page. */
async function forgetJourney(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name = '' } of await indexedDB.databases())
    await new Promise((done) => {
      const request = indexedDB.deleteDatabase(name);
      request.onsuccess = request.onerror = request.onblocked = done;
    });
}

/**
 * For journeys of a traveller whose device stores the portal. All journeys of a worker share one device, so that what is the same for everybody is loaded once.
 * A journey that changes the clock of the device uses `ownDevice`.
 */
export const test = base.extend<
  { line: PortalProxy; visitor: Page; ownDevice: Device & { page: Page }; registered: (traveller: Traveller) => Promise<number> },
  { shared: Device; office: (traveller: Traveller) => Promise<number> }
>({
  shared: [
    async ({ browser }, use) => {
      const device = await openDeviceBehindProxy(browser);
      await use(device);
      await device.context.close();
      await device.line.cut();
    },
    { scope: 'worker' },
  ],
  line: async ({ shared: { line } }, use) => use(line),
  /** Provides a page of the device that shows the home page. */
  visitor: async ({ shared: { context, line } }, use) => {
    const page = await context.newPage();
    await page.goto('/');
    await waitForStoredPortal(page);
    await use(page);
    line.onCall = undefined;
    line.onAnswer = undefined;
    line.delayMs = 0;
    await line.restore();
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.clearCookies();
    // If a page of the journey could not be opened, the browser's error page may still be loading.
    const last = await context.newPage();
    await last.goto('/privacy');
    await last.evaluate(forgetJourney);
    for (const each of context.pages()) await each.close();
  },
  ownDevice: async ({ browser }, use) => {
    const device = await openDeviceBehindProxy(browser);
    const page = await device.context.newPage();
    await page.goto('/');
    await waitForStoredPortal(page);
    await use({ ...device, page });
    await device.context.close();
    await device.line.cut();
  },
  office: [async ({ browser }, use) => registeredIn(browser, `http://localhost:${process.env.E2E_PORT}`, use), { scope: 'worker' }],
  /** Provides a function that returns how many declarations the portal has for a passport. */
  registered: async ({ office }, use) => use(office),
});
