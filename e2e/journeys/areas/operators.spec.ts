import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { chooseLanguage } from '../../support/choose-language.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { deployedArea } from '../../support/registry.ts';
import { signIn, signInQuietly } from '../../support/sign-in.ts';
import { tamperWith } from './faults.ts';

test('an operator sees with the keyboard alone what is deployed and how often it fails for visitors', async ({ page }) => {
  const { version, entry } = await deployedArea(page, 'mf-trips');
  await page.goto('/eservice/triptic/validity');
  await expect(page.locator('[data-area="mf-trips"]').getByRole('heading', { level: 1 })).toBeVisible();
  // A second visit fails, so that it is counted as a failure.
  await tamperWith(page, entry, (text) => `${text};`);
  await page.reload();
  await expect(page.locator('[data-area-failed="mf-trips"]')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  // The page sends its report when the visitor leaves.
  await signIn(page, 'admin');
  const menu = page.getByRole('navigation', { name: 'Staff areas' });
  // On a phone the navigation is collapsed.
  await expect(menu.getByRole('link', { name: 'Deployed areas', includeHidden: true })).toHaveCount(1);
  const keyboard = new Keyboard(page);
  await keyboard.to('Deployed areas');
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('link', { name: 'Deployed areas', includeHidden: true })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 1, name: 'Deployed areas' })).toBeVisible();
  const trips = page.getByRole('region', { name: 'Vehicles across the border' });
  await expect(page.getByText(`Version ${version}, since `)).toContainText('Reason: built from source at start.');
  const figures = trips.getByRole('row').filter({ hasText: version });
  await expect(figures).toContainText('%');
  await expect(figures).toContainText(/changed file refused \d/);
  await expect(trips.getByRole('columnheader')).toContainText(['Version', 'Attempts to open it', 'Failures, by stage', 'Errors', 'LCP', 'INP', 'TTFB', 'CLS']);
  await expect(page.getByRole('heading', { name: 'Pages of the portal itself' })).toBeVisible();
  // The keyboard can focus tables that scroll horizontally.
  await keyboard.to('Vehicles across the border');
  await expect(trips).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await chooseLanguage(page, 'Português');
  await expect(page.getByRole('heading', { level: 1, name: 'Áreas instaladas' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Veículos na fronteira' })).toContainText(/ficheiro alterado recusado \d/);
  await expect(page.getByRole('heading', { name: 'Páginas do próprio portal' })).toBeVisible();
});

test('other staff and the public do not see the page of deployments', async ({ page }) => {
  expect((await page.request.get('/operations/areas')).status()).toBe(401);
  await signInQuietly(page, 'border-supervisor');
  await page.goto('/staff');
  await expect(page.getByRole('navigation', { name: 'Staff areas' }).getByRole('link', { name: 'Overview', includeHidden: true })).toBeAttached();
  await expect(page.getByRole('link', { name: 'Deployed areas', includeHidden: true })).toHaveCount(0);
  expect((await page.request.get('/operations/areas')).status()).toBe(403);
});

test('an operator sees the health of every part of the portal', async ({ page }) => {
  await signIn(page, 'admin', '/staff/health');
  await expect(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible();
  const parts = page.getByRole('region', { name: 'Parts' });
  for (const part of [
    'Gateway Sessions works',
    'Gateway Store of the areas works',
    'Vehicles across the border Database works',
    'Files and prints Storage of files works',
  ])
    await expect(parts.getByRole('row', { name: part })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Backup and restore' }).getByRole('row', { name: /^Last backup/ })).toContainText('never');
  await expect(page.getByRole('region', { name: 'Certificates and keys' }).getByRole('row', { name: /^Encryption of personal data/ })).toContainText('in use');
  await expect(page.getByRole('region', { name: 'All gateways, last hour' }).getByRole('row', { name: /^Together/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // If a service is down, only its own row is missing.
  await page.route('**/api/media/v1/parts', (route) => route.fulfill({ status: 503, body: '{}' }));
  await page.reload();
  await expect(parts.getByRole('row', { name: 'Files and prints Service does not work' })).toBeVisible();
  await expect(parts.getByRole('row', { name: 'Gateway Sessions works' })).toBeVisible();
});
