import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { callApi, signIn } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { expectStatus, perform, registerTripQuietly } from './trip.ts';

/** This journey alone works as this cashier. */
const cashier = 'cashier-2';

/** The shift that an earlier run left open is closed with what is expected. */
async function withoutShift(page: Page): Promise<void> {
  const { records } = await (await page.request.get('/api/reference/v1/payment/shift/open')).json();
  for (const { id, version, sums } of records) {
    const counted = sums.map(({ method, currencyCode, expected }: { method: string; currencyCode: string; expected: number }) => ({
      method,
      currencyCode,
      amount: Math.max(0, expected),
    }));
    const closed = await callApi(page, 'POST', `/api/reference/v1/payment/shift/${id}/actions/close`, { version, counted, comment: 'Left open' });
    expect(closed.status).toBe(200);
  }
}

test('a cashier’s shift: opened with a float, a payment from the queue with its slip, the receipt printed at once', async ({ page, browser }) => {
  test.slow();
  const { reference, id } = await registerTripQuietly(page, 'E');
  await perform(page, 'trip-verifier', 'E', reference, 'Verify', 'Verified for exit');
  const faults = watch(page);
  // Who has the id sees the trip; a cashier has no role for it.
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
  await expect(page.getByText(/Shift open since/).locator('..')).toContainText('Cash USD 50.00');
  await expectNoSidewaysScroll(page);

  // The queue leads to the payment; the amount stands there, and Enter alone is not enough for a card without its slip.
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
  // It is printed at once: the PDF lies in a frame of its own.
  await expect(page.locator('iframe.portal-print-frame')).toHaveAttribute('src', /^blob:/);
  await expectStatus(visitor, id, 'PAID FOR APPROVAL');
  await expectAccessible(page);
  await visitor.context().close();
  faults.expectQuiet();
});
