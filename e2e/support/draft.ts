import type { Page } from '@playwright/test';

/**
 * Waits until the page has written its draft: it encrypts and writes after every key. The wait uses a timer of the page, so on a slow machine
 * it is as late as the draft.
 */
export const draftWritten = (page: Page): Promise<void> => page.evaluate(() => new Promise<void>((done) => setTimeout(done, 500)));
