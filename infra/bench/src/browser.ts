import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';

/** Chromium flags: those that it needs to run as root and in a container, and those that switch off work that a measurement does not need. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a browser, measures with it, and closes it. */
export async function withBrowser(measure: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ args: flags, executablePath: process.env.CHROMIUM_PATH });
  try {
    await measure(browser);
  } finally {
    await browser.close();
  }
}

/** Opens a page in a new browser context with empty storage and caches, in the size of a phone. */
export async function phonePage(browser: Browser): Promise<{ page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB' });
  const page = await context.newPage();
  return { page, devtools: await context.newCDPSession(page) };
}

/** Slows the processor down for a page, by the factor `rate`. */
export const slowDown = (devtools: CDPSession, rate: number): Promise<unknown> => devtools.send('Emulation.setCPUThrottlingRate', { rate });
