import type { Page } from '@playwright/test';

/**
 * Waits until the page has written its draft. What is typed before the script runs is written when the earlier draft has been read. From then on the page
 * encrypts and writes after every key; that wait uses a timer of the page, so on a slow machine it is as late as the draft.
 */
export async function draftWritten(page: Page): Promise<void> {
  await page.waitForFunction(() => [localStorage, sessionStorage].some((storage) => Object.keys(storage).some((name) => name.startsWith('portal:draft:'))));
  await page.evaluate(() => new Promise<void>((done) => setTimeout(done, 500)));
}
