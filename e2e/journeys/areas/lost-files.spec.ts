import { expect, type Page, test } from '@playwright/test';

/** Tests files of the shell that load after the first page. A phone may lose its network at that moment. */
test.beforeEach(async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'));
});

test.afterEach(async ({ page }) => {
  await expect(page.locator('body')).toHaveAttribute('data-same-page', 'yes');
});

const enter = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Arriving', exact: true }).click();

for (const [how, again] of [
  ['with Try again', (page: Page) => page.getByRole('button', { name: 'Try again' }).click()],
  [
    'when the area is entered again',
    async (page: Page) => {
      await page
        .getByRole('banner')
        .getByRole('link', { name: / home$/ })
        .click();
      await enter(page);
    },
  ],
] as const) {
  test(`a shared file that failed to load once loads ${how}`, async ({ page }) => {
    await page.route('**/assets/forms.*.js', (route) => route.abort());
    await enter(page);
    await expect(page.locator('[data-area-failed="mf-declarations"]')).toBeVisible();
    await page.unrouteAll();
    await again(page);
    await expect(page.locator('[data-area="mf-declarations"]').getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('a page of the portal that failed to load once loads with Try again', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page stopped working' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
});
