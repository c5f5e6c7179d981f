import { expect, type Page } from '@playwright/test';

const english = /\b(the|your|and|with|from|this|is|are|not|you|of|to|please|enter|yes|no)\b/i;

/** Every word outside what is marked as English and what people typed. */
export async function expectPortuguese(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  const lines = await page.locator('main').evaluate((main) => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('[lang=en], script, style, textarea')) texts.push(node.textContent?.trim() ?? '');
    return texts.filter(Boolean);
  });
  expect(lines.length).toBeGreaterThan(1);
  // "no" is a Portuguese word too, but never stands alone.
  expect(lines.filter((line) => english.test(line.replace(/\b(no|No) (?=\p{L})/gu, '')))).toEqual([]);
}
