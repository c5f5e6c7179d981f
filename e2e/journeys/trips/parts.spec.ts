import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';
import { Form } from '../../support/form.ts';
import { home } from './trip.ts';

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

test('on a phone the form is a list of parts, one of them open, each with what is still to be answered', async ({ page }) => {
  const form = new Form(page);
  await page.goto(home.E);
  const part = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  await expect(part('Document information')).toHaveAttribute('aria-expanded', 'true');
  await expect(part('Vehicle: identity')).toHaveAttribute('aria-expanded', 'false');
  await expect(part('Owner information')).toHaveAccessibleName(/2 to answer/);
  await expect(page.getByRole('heading', { name: 'Fees' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_000);
  await expectAccessible(page);

  await form.choose('Applying for', 'Temporary exit of a vehicle');
  await form.choose('Sub-document', 'Private car');
  await expect(part('Document information')).toHaveAccessibleName(/Complete$/);
  await expect(page.getByText(/^1 of \d parts complete$/)).toBeVisible();

  // The next part opens at the top of the screen and gets the keyboard focus; the previous part collapses.
  await page.getByRole('button', { name: 'Next: Vehicle: identity' }).click();
  await expect(part('Vehicle: identity')).toBeFocused();
  expect((await part('Vehicle: identity').boundingBox())?.y).toBeLessThan(100);
  await expect(part('Document information')).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('combobox', { name: /^Applying for/ })).toBeHidden();
  await form.type('Vehicle number', 'TL 1');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(form.field('Vehicle number')).toBeHidden();

  // Parts with missing answers open, and the error summary has a link to each field.
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await form.expectErrors('Enter owner name');
  await expect(part('Scanned document list')).toHaveAttribute('aria-expanded', 'false');
  await page.getByTestId('error-summary').getByRole('link', { name: 'Enter owner name' }).click();
  await expect(form.field('Owner name')).toBeFocused();
  await expect(form.field('Vehicle number')).toHaveValue('TL 1');
  await expectAccessible(page);
});

test('on a wide screen every part is open', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(home.E);
  await expect(new Form(page).field('Owner name')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Owner information', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Owner information/ })).toHaveCount(0);
  await expectAccessible(page);
});
