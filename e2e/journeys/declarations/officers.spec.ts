import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';
import { signIn } from '../../support/sign-in.ts';
import { aVisitor, fillArrival, submitArrival } from './travellers.ts';

test('a red lane declaration is cleared only with an inspection note', async ({ page }) => {
  await fillArrival(page, aVisitor({ merchandise: 'Yes' }));
  const id = await submitArrival(page);
  await signIn(page, 'border-supervisor', `/other/traveller/declaration/arrival/${id}`);
  await expect(page.getByText('Red lane').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await expect(page.getByText('Arrived', { exact: true }).first()).toBeVisible();
  await expect(page.getByText(/clearing needs a comment, the inspection note/)).toBeVisible();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByTestId('error-summary')).toBeFocused();
  await page.getByRole('radio', { name: 'Cleared' }).check({ force: true });
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByTestId('error-summary')).toContainText(/comment|note/i);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: /^Comment/ }).fill('Three coffee machines, duty paid.');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('Cleared', { exact: true }).first()).toBeVisible();
});

test('a referred traveller is decided again', async ({ page }) => {
  await fillArrival(page, aVisitor());
  const id = await submitArrival(page);
  await signIn(page, 'border-supervisor', `/other/traveller/declaration/arrival/${id}`);
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await page.getByRole('radio', { name: /^Referred/ }).check({ force: true });
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('Referred', { exact: true }).first()).toBeVisible();
  await page.getByRole('radio', { name: 'Cleared' }).check({ force: true });
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('Cleared', { exact: true }).first()).toBeVisible();
});

test('an officer checks a code: the reference typed, a forged link, and on to the document', async ({ page }) => {
  await fillArrival(page, aVisitor());
  const id = await submitArrival(page);
  const reference = await page.getByText(/^ARR-\d{4}-\d{7}$/).innerText();
  await signIn(page, 'border-officer', '/other/traveller/scan');
  await expect(page.getByRole('heading', { level: 1, name: 'Scan a QR code' })).toBeVisible();
  await expectAccessible(page);
  const typed = page.getByRole('textbox');
  await typed.fill(reference.toLowerCase());
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: 'Genuine' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Scan the next one' }).click();
  await typed.fill('https://portal.example/v/aaaa.bbbb.cccc');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: 'Not genuine' })).toBeVisible();
  await page.getByRole('button', { name: 'Scan the next one' }).click();
  await typed.fill(reference);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Open the declaration' }).click();
  await expect(page).toHaveURL(new RegExp(`/other/traveller/declaration/view/${id}$`));
  await expect(page.getByText(reference).first()).toBeVisible();
});

test('the list of arrivals shows lane and status, and leads to the document', async ({ page }) => {
  await fillArrival(page, aVisitor({ merchandise: 'Yes' }));
  await submitArrival(page);
  const reference = await page.getByText(/^ARR-\d{4}-\d{7}$/).innerText();
  await signIn(page, 'border-officer', '/other/traveller/declaration');
  await expect(page.getByRole('heading', { level: 1, name: 'Arrival declarations' })).toBeVisible();
  await expectAccessible(page);
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row.getByText('Red lane')).toBeVisible();
  await row.getByRole('link', { name: reference }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'MARIA DA COSTA' })).toBeVisible();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeVisible();
});
