import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';

/** Of Chromium: what it needs as root and in a container, and what it does not have to do. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Measures with a browser, and closes it. */
export async function withBrowser(measure: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ args: flags, executablePath: process.env.CHROMIUM_PATH });
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}

/** A page of a browser that knows nothing yet, in the size of a phone. */
export async function phonePage(browser: Browser): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' });
  const page = await context.newPage();
  return { page, devtools: await context.newCDPSession(page) };
}

/** Slows the processor of a page down so many times. */
export const slowDown = (devtools: CDPSession, rate: number): Promise<unknown> => devtools.send('Emulation.setCPUThrottlingRate', { rate });
