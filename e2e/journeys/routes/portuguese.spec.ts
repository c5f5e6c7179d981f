import { expect, type Page, test } from '@playwright/test';
import { expectPortuguese } from '../../support/portuguese.ts';
import { signInQuietly } from '../../support/sign-in.ts';
import { type Kind, register } from './documents.ts';

test.use({ locale: 'pt-PT' });

/** Opens each address, and expects that its screen has only Portuguese texts. */
async function expectScreens(page: Page, addresses: readonly string[], kind: Kind, username?: string): Promise<void> {
  const { id } = await register(page, kind);
  // The event stream of officers stays open, so the network of the page would never be idle.
  await page.route('/events', (route) => route.abort());
  if (username) await signInQuietly(page, username);
  for (const address of addresses) {
    await test.step(address, async () => {
      await page.goto(address.replace('{id}', id));
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectPortuguese(page);
    });
  }
}

const licence = (modes: string): string[] => modes.split(' ').map((mode) => `/licenser/professional/${mode}/{id}`);
const trip = (modes: string): string[] => modes.split(' ').map((mode) => `/triptic/trip/${mode}/{id}`);

test('the public applies for a licence and finds it in Portuguese', ({ page }) =>
  expectScreens(page, ['/eservice/medical/professional', '/eservice/medical/professional/search', '/eservice/medical/professional/view/{id}'], 'licence'));

test('officers work on licences in Portuguese', ({ page }) =>
  expectScreens(page, ['/licenser/professional', ...licence('view verification query rejection')], 'licence', 'licence-verifier'));

test('the public registers a trip and has it checked in Portuguese', ({ page }) =>
  expectScreens(page, ['/eservice/triptic/outbound', '/eservice/triptic/inbound', '/eservice/triptic/trip/inqr/{id}', '/eservice/triptic/validity'], 'trip'));

test('officers work on trips in Portuguese', ({ page }) =>
  expectScreens(page, ['/triptic/trip/search-outbound', ...trip('view verification modification termination')], 'trip', 'trip-verifier'));

test('the cashier works in Portuguese', ({ page }) =>
  expectScreens(page, ['/payment/receipt', '/payment/due', '/payment/shifts', '/payment/invoice', '/account/receipt', '/staff'], 'trip', 'cashier'));
