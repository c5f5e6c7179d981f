import type { Page } from '@playwright/test';

/**
 * Changes the language with the switch in the header: a list of languages, or on the pages of staff a button.
 * @param name the name of the language in that language
 */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  const choice = page.locator('.portal-language').getByRole('button', { name });
  const list = page.locator('.portal-language summary');
  await list.or(choice).first().waitFor();
  if ((await list.count()) && !(await choice.isVisible())) await list.click();
  await choice.click();
}
