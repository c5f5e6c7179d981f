import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { signIn, signOut } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { expectStatus, expectValidity, pay, perform, registerTrip } from './trip.ts';

/** Expects that the approver sees the payments, also after the approval. */
async function expectPaymentAtApproval(page: Page, id: string, status: string): Promise<void> {
  await signIn(page, 'trip-approver', `/triptic/trip/approval/${id}`);
  await expect(page.getByText(status, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Payment details/ })).toBeVisible();
  await expect(page.getByText('This cannot be done now.')).toBeVisible();
  await signOut(page);
}

test('a vehicle leaves and comes back, and everyone can see at each stage whether its trip is valid', async ({ page }) => {
  const faults = watch(page);
  const trip = await registerTrip(page, 'E');
  const { id, reference } = trip;
  await expect(page.getByText(/present it to the relevant authority/)).toBeVisible();
  await expectAccessible(page);
  await expectValidity(page, trip, 'Trip is Pending');

  await perform(page, 'trip-verifier', 'E', reference, 'Verify', 'Verified for exit', async (form) => {
    await form.getByRole('combobox', { name: /^Authoriser/ }).selectOption({ label: 'Duarte Soares' });
    const requirements = form.getByRole('checkbox', { name: /^Confirmed/ });
    await expect(requirements.first()).toBeAttached();
    for (const box of await requirements.all()) await box.check();
    await expectAccessible(form);
  });
  await pay(page, reference, '10.00');
  await expectStatus(page, id, 'PAID FOR APPROVAL');
  await expectValidity(page, trip, 'Trip is Pending');

  await perform(page, 'trip-approver', 'E', reference, 'Approve', 'Approved to exit', async (form) => {
    await expect(form.getByRole('heading', { name: /^Payment details/ })).toBeVisible();
    const opened = form.waitForEvent('popup');
    await form.getByRole('button', { name: /^View the receipt/ }).click();
    const receipt = await opened;
    await expect(receipt).toHaveURL(/\/account\/receipt\/view\/[\w-]+$/);
    await expect(receipt.getByRole('main').getByText(reference)).toBeVisible();
    await receipt.close();
    await expectAccessible(form);
  });
  await expectValidity(page, trip, 'Trip is Valid');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectPaymentAtApproval(page, id, 'Approved to exit');
  await pay(page, reference, '5.00');
  await expectStatus(page, id, 'PAID TO EXIT');
  await expectPaymentAtApproval(page, id, 'Paid to exit');

  // The trip waits for the driver, so it has no due date; the border's overview lists it nevertheless.
  await signIn(page, 'trip-border');
  await expect(
    page
      .getByRole('region', { name: /^With nobody, due next/ })
      .getByRole('link', { name: /^TIB/ })
      .first(),
  ).toBeVisible();
  await signOut(page);
  await perform(page, 'trip-border', 'E', reference, 'Validate', 'Validated for exit');
  await expectValidity(page, trip, 'Trip is Valid');
  await perform(page, 'trip-border', 'E', reference, 'Confirm', 'Confirmed for exit');
  await expectValidity(page, trip, 'Trip is Valid');
  await perform(page, 'trip-border', 'E', reference, 'Validate return', 'Validated for return');
  await expectValidity(page, trip, 'Trip is Valid');
  await perform(page, 'trip-border', 'E', reference, 'Confirm return', 'Confirmed for return');
  await expectValidity(page, trip, 'Trip is Invalid');

  await signIn(page, 'trip-border', `/triptic/trip/view/${id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Print confirmed exit' }).click();
  expect((await download).suggestedFilename()).toBe(`${reference}-print-confirmed-exit.pdf`);
  await expectAccessible(page);
  faults.expectQuiet();
});

test('a foreign vehicle enters and leaves', async ({ page }) => {
  const trip = await registerTrip(page, 'I');
  const { id, reference } = trip;
  await expectValidity(page, trip, 'Trip is Pending');
  await perform(page, 'trip-verifier', 'I', reference, 'Verify', 'Verified for entry', async (form) => {
    // This document is confirmed at the border: its verification does not ask for an authoriser.
    await expect(form.getByRole('heading', { name: /^Authoriser/ })).toHaveCount(0);
  });
  await pay(page, reference, '20.00');
  await expectStatus(page, id, 'PAID FOR APPROVAL');
  await perform(page, 'trip-approver', 'I', reference, 'Approve', 'Approved to enter', async (form) => {
    await expect(form.getByRole('heading', { name: /^Payment details/ })).toHaveCount(0);
  });
  await expectValidity(page, trip, 'Trip is Valid');
  await perform(page, 'trip-border', 'I', reference, 'Validate', 'Validated for entry');
  await perform(page, 'trip-border', 'I', reference, 'Confirm', 'Confirmed for entry', async (form) => {
    await form.getByRole('combobox', { name: /^Authoriser/ }).selectOption({ label: 'Celestino Amaral' });
  });
  await expectValidity(page, trip, 'Trip is Valid');
  await perform(page, 'trip-border', 'I', reference, 'Validate return', 'Validated for exit');
  await expectValidity(page, trip, 'Trip is Valid');
  await perform(page, 'trip-border', 'I', reference, 'Confirm return', 'Confirmed for exit');
  await expectValidity(page, trip, 'Trip is Invalid');
  await page.goto(`/eservice/triptic/trip/inqr/${id}`);
  await expect(page.getByText('Confirmed for exit', { exact: true })).toBeVisible();
  await expect(page.getByText(/present it to the relevant authority/)).toHaveCount(0);
});
