import { expect, type Page } from '@playwright/test';

const english = /\b(the|your|and|with|from|this|is|are|not|you|of|to|please|enter|yes|no)\b/i;

/** Expects no English text on the page, except in elements marked as English and in typed values. */
export async function expectPortuguese(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  const lines = await linesOf(page);
  expect(lines.length).toBeGreaterThan(1);
  // "no" is also a Portuguese word if another word follows. Texts from the service appear a moment after the language is changed.
  const inEnglish = (shown: string[]) => shown.filter((line) => english.test(line.replace(/\b(no|No) (?=\p{L})/gu, '')));
  await expect.poll(async () => inEnglish(await linesOf(page))).toEqual([]);
}

const linesOf = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('[lang=en], script, style, textarea')) texts.push(node.textContent?.trim() ?? '');
    return texts.filter(Boolean);
  });
