import type { Page } from '@playwright/test';

/**
 * Waits until the page has written its draft: it encrypts and writes with every key. The timer is the page's own, so on a slow machine
 * it is as late as the draft.
 */
export const draftWritten = (page: Page): Promise<void> => page.evaluate(() => new Promise<void>((done) => setTimeout(done, 500)));
