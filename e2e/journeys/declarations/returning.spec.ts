import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { Form } from '../../support/form.ts';
import { signIn } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { arrivalHome, aVisitor, fillArrival, submitArrival } from './travellers.ts';

const pin = '280419';
const citizen = () => aVisitor({ type: 'Citizen coming home', foreigner: false });
const fillButton = (page: Page) => page.getByRole('button', { name: 'Fill in from an earlier trip' });
const pinBox = (page: Page) => page.getByRole('dialog').getByLabel('PIN', { exact: true });

/** Sends a declaration and keeps its details on the device. */
async function keepDetails(page: Page, traveller = citizen()): Promise<void> {
  await fillArrival(page, traveller);
  await submitArrival(page);
  await page.getByRole('button', { name: 'Keep my details for the next trip' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choose a PIN').fill('123456');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog.getByRole('alert')).toContainText('harder to guess');
  await expectAccessible(page);
  await dialog.getByLabel('Choose a PIN').fill(pin);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog.getByRole('status')).toContainText('kept on this device');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

test('a traveller keeps the details with a PIN and starts the next trip from them @phone', async ({ page }) => {
  const faults = watch(page);
  const traveller = citizen();
  await keepDetails(page, traveller);
  const stored = (await page.evaluate(() => localStorage.getItem('portal:profile'))) ?? '';
  expect(stored.length).toBeGreaterThan(100);
  expect(stored).not.toContain(traveller.passport);

  await page.goto(arrivalHome);
  await fillButton(page).click();
  await pinBox(page).fill('654999');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('After 4 more wrong PINs');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await pinBox(page).fill(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const form = new Form(page);
  await expect(page.getByText('Filled in. Check every answer')).toBeVisible();
  await form.expectValue('Flight or voyage number', 'QG500');
  await form.choose('Arrival date', { index: 2 });
  await form.next();
  await form.reach('Goods Details');
  // Goods, money and answers are given anew.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  // What was filled in is kept as a draft, as if it were typed.
  await page.reload();
  await form.reach('Goods Details');
  await page.goto(`${arrivalHome}?step=2`);
  await form.expectValue('Passport number', traveller.passport.toUpperCase());
  await form.expectValue('Given or first name', 'MARIA');
  faults.expectQuiet();
});

test('a returning citizen needs at most 12 taps and 10 keys', async ({ page }) => {
  await keepDetails(page);
  const used = { taps: 0, keys: 0 };
  const tap = async (what: Locator) => {
    used.taps += 1;
    await what.click();
  };
  const form = new Form(page);
  await page.goto(arrivalHome);
  await tap(fillButton(page));
  await expect(pinBox(page)).toBeFocused();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  used.keys += pin.length + 1;
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await form.choose('Arrival date', { index: 1 });
  used.taps += 2;
  await tap(page.getByRole('button', { name: 'Continue' }));
  // What is complete is passed over, and shown at the end.
  await form.reach('Goods Details');
  const choice = (group: string) => page.getByRole('group', { name: group }).getByLabel(/^No/);
  await tap(choice('Do you have merchandise to declare?'));
  await tap(page.getByRole('button', { name: 'Answer No to all that are not answered' }));
  await expect(page.getByText(/questions? answered No/)).toBeVisible();
  await tap(page.getByRole('checkbox', { name: 'My answers to the questions are true' }));
  await tap(choice('Do you carry more than 5000 USD'));
  await tap(page.getByRole('button', { name: 'Continue' }));
  await form.reach('Review & Submit');
  await tap(page.getByRole('checkbox', { name: 'I declare that the information provided is true and correct' }));
  await submitArrival(page);
  used.taps += 1;
  await expect(page.getByText('Green lane')).toBeVisible();
  expect(used.taps).toBeLessThanOrEqual(12);
  expect(used.keys).toBeLessThanOrEqual(10);
});

test('somebody who is signed in starts from a declaration of the account', async ({ page }) => {
  const traveller = citizen();
  await signIn(page, 'applicant', arrivalHome);
  await fillArrival(page, traveller);
  await submitArrival(page);
  await page.goto(arrivalHome);
  await fillButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: /ARR-/ }).first().click();
  const form = new Form(page);
  await form.expectValue('Flight or voyage number', 'QG500');
  await form.choose('Arrival date', { index: 1 });
  await form.next();
  await form.reach('Goods Details');
});

test('a departure starts from the details of an arrival', async ({ page }) => {
  await keepDetails(page);
  await page.goto('/eservice/departure/declaration');
  await fillButton(page).click();
  await pinBox(page).fill(pin);
  await page.getByRole('dialog').getByRole('button', { name: 'Fill in' }).click();
  const form = new Form(page);
  await form.expectValue('Given or first name', 'MARIA');
  await form.expectValue('Occupation', 'NURSE');
});

test('kept details are deleted by their owner, and after five wrong PINs', async ({ page }) => {
  await keepDetails(page);
  for (const left of [4, 3, 2, 1]) {
    await page.goto(arrivalHome);
    await fillButton(page).click();
    await pinBox(page).fill('654999');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(`After ${left} more wrong PIN`);
  }
  await pinBox(page).fill('654999');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('deleted from this device after five wrong PINs')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('portal:profile'))).toBeNull();
});
