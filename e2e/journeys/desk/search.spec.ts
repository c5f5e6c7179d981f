import { expect, type Page, test } from '@playwright/test';
import { aPassport } from '../../answers/values.ts';
import { expectAccessible } from '../../support/axe.ts';
import { signIn, signOutByButton } from '../../support/sign-in.ts';
import { register } from '../routes/documents.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search name, passport, plate, reference' });

test('one search finds a person in every area; one that is down costs its own results alone, and no address tells what was searched', async ({ page }) => {
  const passport = aPassport();
  const lastName = `Busca ${passport.slice(-6)}`;
  const arrival = await register(page, 'arrival', { travellerCode: passport, lastName });
  const departure = await register(page, 'departure', { travellerCode: passport, lastName });
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await signIn(page, 'border-officer', '/staff');
  await box(page).fill(passport);
  const results = page.getByRole('listbox', { name: 'Search results' });
  await expect(results.getByRole('option')).toHaveCount(2);
  await expect(results.getByRole('group', { name: /documents of one person$/ })).toBeVisible();
  await expectAccessible(page);
  // The results can be operated with the keyboard alone, like a list of options.
  await box(page).press('ArrowDown');
  await expect(box(page)).toHaveAttribute('aria-activedescendant', /.+/);
  await box(page).press('Escape');
  await expect(results).toBeHidden();
  await box(page).press('Enter');
  await expect(page).toHaveURL('/staff/search');
  for (const { reference } of [arrival, departure]) await expect(page.getByRole('main').getByRole('link', { name: reference })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: arrival.reference }).click();
  await expect(page).toHaveURL(new RegExp(`/other/traveller/declaration/view/${arrival.id}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName.toUpperCase());
  await page.goBack();
  await expect(page.getByRole('main').getByRole('link', { name: departure.reference })).toBeVisible();
  expect(addresses.filter((address) => address.includes(passport))).toEqual([]);

  // The documents that were opened last are listed before anything is typed, until the officer signs out.
  await page.goto('/staff');
  await box(page).focus();
  await expect(results.getByRole('option', { name: arrival.reference })).toBeVisible();
  await box(page).press('Escape');

  await page.route('**/api/declarations/v1/lookup**', (route) => route.abort());
  await box(page).fill(lastName);
  await expect(page.getByText('Travel declarations could not be searched. Its documents are missing here.').first()).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/declarations/v1/lookup**');
  await signOutByButton(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('portal:opened'))).toBeNull();
});
