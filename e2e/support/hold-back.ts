import type { Page } from '@playwright/test';

/**
 * Holds back the requests of a page to these addresses.
 * @returns a function that releases them
 */
export async function holdBack(page: Page, addresses: string | RegExp): Promise<() => void> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}
