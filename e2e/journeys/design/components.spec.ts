import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';

/** The parts of the page with every component. */
const parts = ['buttons', 'fields', 'questions', 'help', 'media', 'parts', 'answers', 'signs', 'messages', 'waiting'];

for (const width of [360, 1280]) {
  test(`every component looks as it did at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/design');
    await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
    // The font that a first visit was too early for is there now.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
    expect(await page.evaluate(() => document.fonts.check('16px "Noto Sans"'))).toBe(true);
    await expect(page.getByRole('button', { name: 'Use this signature' })).toBeVisible();
    await expect(page.locator('#waiting').getByText('Loading')).toBeVisible();
    await expectAccessible(page);
    // A group folds on a phone, unless an answer is missing in it.
    const group = (title: string) => page.locator('details.portal-fold').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(group('A group with answers')).toHaveJSProperty('open', width === 1280);
    await expect(group('A group that waits for an answer')).toHaveJSProperty('open', true);
    for (const part of parts) await expect(page.locator(`#${part}`)).toHaveScreenshot(`${part}-${width}.png`);
  });
}
