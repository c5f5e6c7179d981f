import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { callApi, signIn } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { expectStatus, perform, registerTripQuietly } from './trip.ts';

/** Only this journey uses this cashier. */
const cashier = 'cashier-2';

/** Closes a shift that an earlier run left open, with the expected amounts. */
async function withoutShift(page: Page): Promise<void> {
  const { records } = await (await page.request.get('/api/reference/v1/payment/shift/open')).json();
  for (const { id, version, sums } of records) {
    const counted = sums.map(({ method, currencyCode, expected }: { method: string; currencyCode: string; expected: number }) => ({
      method,
      currencyCode,
      amount: expected,
    }));
    const closed = await callApi(page, 'POST', `/api/reference/v1/payment/shift/${id}/actions/close`, { version, counted, comment: 'Left open' });
    expect(closed.status).toBe(200);
  }
}

test('a cashier’s shift: opened with a float, payments, one void by a second person, closed with what was counted', async ({ page, browser }) => {
  test.slow();
  const { reference, id } = await registerTripQuietly(page, 'E');
  await perform(page, 'trip-verifier', 'E', reference, 'Verify', 'Verified for exit');
  const wrong = await registerTripQuietly(page, 'E');
  await perform(page, 'trip-verifier', 'E', wrong.reference, 'Verify', 'Verified for exit');
  const faults = watch(page);
  // A person who has the id may see the trip; the cashier has no role for trips.
  const visitor = await (await browser.newContext()).newPage();

  await signIn(page, cashier, '/payment/shifts');
  await withoutShift(page);
  await page.goto('/payment/receipt');
  await page.getByLabel(/^Float/).fill('much');
  await page.getByRole('button', { name: 'Open the shift' }).click();
  await expect(page.getByTestId('error-summary')).toContainText('Enter the float in figures');
  await expectAccessible(page);
  await page.getByLabel(/^Float/).fill('50');
  await page.getByRole('button', { name: 'Open the shift' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The shift is open' })).toBeFocused();
  await expect(page.getByText(/Shift open since/).locator('..')).toContainText('Cash USD 50.00');
  await expectNoSidewaysScroll(page);

  // The work list leads to the payment; the amount is filled in, and Enter alone does not record a card payment without its slip number.
  await page.getByRole('link', { name: 'Unpaid documents' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Unpaid documents' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: reference }).click();
  const amount = page.getByLabel(/^Amount received/);
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue('10.00');
  await page.getByLabel('Card terminal').check();
  await page.getByRole('button', { name: 'Record the receipt' }).click();
  await expect(page.getByTestId('error-summary')).toContainText('Enter the number of the slip');
  await expectAccessible(page);
  await page.getByLabel(/^Slip number/).fill('t-4711');
  await page.getByLabel(/^Slip number/).press('Enter');
  await expect(page.getByText(/^The receipt is recorded: REC-/)).toBeVisible();
  // The till is ready for the next payment, whose document is found by the payer's name.
  const field = page.getByLabel(/^Reference of the document/);
  await expect(field).toHaveValue('');
  await field.fill('nobody of this name');
  await field.press('Enter');
  await expect(page.getByText('Nobody of this name has something to pay')).toBeVisible();
  await field.fill('sílva');
  await field.press('Enter');
  await expect(page.getByRole('link', { name: wrong.reference })).toBeVisible();
  // The receipt is printed immediately: the PDF is in its own frame.
  await expect(page.locator('iframe.portal-print-frame')).toHaveAttribute('src', /^blob:/);
  await expectStatus(visitor, id, 'PAID FOR APPROVAL');
  await expectAccessible(page);

  // A second payment, in cash, for a document that should not have been paid.
  await page.goto(`/payment/receipt?reference=${wrong.reference}`);
  await expect(page.getByLabel(/^Amount received/)).toHaveValue('10.00');
  await page.getByRole('button', { name: 'Record the receipt' }).click();
  const said = page.getByText(/^The receipt is recorded: REC-/);
  await expect(said).toBeVisible();
  const receipt = /REC-[\d-]+/.exec((await said.textContent()) ?? '')?.[0] as string;
  await expectStatus(visitor, wrong.id, 'PAID FOR APPROVAL');

  // The search over everything finds the receipt by its number.
  const search = page.getByRole('combobox', { name: 'Search name, passport, plate, reference' });
  await search.fill(receipt);
  await expect(page.getByRole('option').filter({ hasText: receipt })).toBeVisible();
  await search.press('Escape');

  // The cashier who received the money cannot void the receipt; a second person can, with a reason, by a counter-receipt.
  await page.goto('/account/receipt');
  await page.getByRole('link', { name: receipt }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment receipt' })).toBeVisible();
  const address = page.url();
  await expect(page.getByRole('button', { name: /^Void/ })).toHaveCount(0);
  await expect(page.getByText(/Void the receipt/)).toHaveCount(0);
  const second = await (await browser.newContext()).newPage();
  await signIn(second, 'cashier-supervisor', '/staff');
  await second.goto(address);
  await second.getByRole('button', { name: /^Void/ }).click();
  await expect(second.getByText('Enter a comment')).toBeVisible();
  await expectAccessible(second);
  await second.getByRole('textbox', { name: /^Comment/ }).fill('The permit was paid at the bank already');
  await second.getByRole('button', { name: /^Void/ }).click();
  const asked = second.locator('dialog[open]');
  await expect(asked).toContainText('The money is paid back from the till');
  await asked.getByRole('button', { name: /^Void/ }).click();
  await expect(second.getByRole('heading', { level: 1, name: 'Counter-receipt' })).toBeVisible();
  await expect(second.getByRole('main')).toContainText(receipt);
  await expect(second.getByRole('main')).toContainText('The permit was paid at the bank already');
  await expectAccessible(second);
  await second.context().close();
  await expectStatus(visitor, wrong.id, 'VERIFIED FOR EXIT');

  // The till should hold the float and nothing of the voided payment. A difference needs a reason.
  await page.goto('/payment/shifts');
  await page.getByRole('row', { name: /Open/ }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shift of a cashier' })).toBeVisible();
  const cash = page.getByRole('row', { name: /^Cash/ });
  await expect(cash).toContainText('USD 50.00');
  await expect(page.getByRole('row', { name: /^Card/ })).toContainText('USD 10.00');
  await page.getByRole('button', { name: 'Close the shift' }).click();
  await expect(page.getByTestId('error-summary')).toContainText('Count each method and currency');
  await page.getByLabel(/^Counted: Cash/).fill('49');
  await page.getByLabel(/^Counted: Card/).fill('10');
  // This form has no draft, so without a network nothing says that the counts are kept.
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.', { exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Close the shift' }).click();
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(/^Comment/).fill('One dollar short');
  await page.getByRole('button', { name: 'Close the shift' }).click();
  await expect(page.getByText('The shift is closed')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Cash/ })).toContainText(/USD\s50\.00.*USD\s49\.00.*-?USD.?-?1\.00/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await visitor.context().close();
  faults.expectQuiet();
});
