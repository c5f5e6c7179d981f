import type { Page } from '@playwright/test';

/** The drafts that the browser stores: the encrypted drafts of the device and of the tab by name, and the ids of their keys. */
export interface StoredDrafts {
  device: Record<string, string>;
  session: Record<string, string>;
  keys: string[];
}

/** Reads the stored drafts in the page. */
export const storedDrafts = (page: Page): Promise<StoredDrafts> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const session = Object.fromEntries(Object.entries(sessionStorage).filter(([name]) => name.startsWith('portal:draft:')));
    const database = await done(indexedDB.open('portal-drafts'));
    try {
      if (!database.objectStoreNames.contains('drafts')) return { device: {}, session, keys: [] };
      const drafts = database.transaction('drafts').objectStore('drafts');
      const [names, texts] = await Promise.all([done(drafts.getAllKeys()), done(drafts.getAll())]);
      const keys = (await done(database.transaction('keys').objectStore('keys').getAllKeys())) as string[];
      return { device: Object.fromEntries(names.map((name, index) => [String(name), String(texts[index])])), session, keys };
    } finally {
      database.close();
    }
  });

/**
 * Waits until the page has stored its draft. Text that is typed before the script runs is stored after the earlier draft has been read. From then on the page
 * encrypts and stores after every key press; the wait for that uses a timer of the page, so on a slow machine it is delayed as much as the draft.
 */
export async function draftWritten(page: Page): Promise<void> {
  for (;;) {
    const { device, session } = await storedDrafts(page);
    if (Object.keys({ ...device, ...session }).length > 0) break;
    await new Promise((later) => setTimeout(later, 50));
  }
  // Each write encrypts with new random values, so two equal readings mean that nothing was written in between.
  for (let before = ''; ; ) {
    await page.evaluate(() => new Promise<void>((done) => setTimeout(done, 500)));
    const stored = JSON.stringify(await storedDrafts(page));
    if (stored === before) return;
    before = stored;
  }
}
