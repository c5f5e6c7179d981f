import { expect, type Page } from '@playwright/test';

/** Doubles the size of the text, as a reader's browser setting does: every size in rem grows. */
export const enlarge = (page: Page): Promise<void> => page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));

/** Returns the faults of a page with large text: text beyond the edge of the screen that cannot be reached by scrolling, or that its box cuts off. */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const faults: string[] = [];
    if (document.documentElement.scrollWidth > edge) faults.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !element.checkVisibility({ visibilityProperty: true }) || element.closest('option, script, style')) continue;
      // These texts are only read aloud by screen readers, and not drawn.
      if (element.closest('.govuk-visually-hidden, .shell-account__who, #a11y-status-message')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const name = `"${node.textContent.trim().slice(0, 40)}" in ${element.tagName.toLowerCase()}.${element.className}`;
      let scrolls = false;
      for (let each: Element | null = element; each; each = each.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(each);
        if (clipPath.startsWith('inset')) scrolls = true;
        if (overflowX === 'auto' || overflowX === 'scroll') scrolls = true;
        if (scrolls || (overflowX !== 'hidden' && overflowX !== 'clip')) continue;
        const frame = each.getBoundingClientRect();
        if (box.right > frame.right + 1 || box.bottom > frame.bottom + 1) faults.push(`${name} is cut off by ${each.className}`);
      }
      if (!scrolls && box.right > edge + 1) faults.push(`${name} ends at ${Math.round(box.right)} of ${edge}`);
      if (!scrolls && box.left < -1) faults.push(`${name} begins at ${Math.round(box.left)}`);
    }
    return faults.slice(0, 6);
  });

/** Expects that all text of the page fits on the screen when it is twice as large. */
export async function expectLargeTextFits(page: Page, state: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.portal-loading')).toHaveCount(0);
  await enlarge(page);
  expect.soft(await faultsOf(page), state).toEqual([]);
}

/** Expects that the page itself does not scroll horizontally when its text is twice as large; a table in it may. */
export async function expectLargeTextNarrow(page: Page, state: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.portal-loading')).toHaveCount(0);
  await enlarge(page);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), state).toBeLessThanOrEqual(0);
}
