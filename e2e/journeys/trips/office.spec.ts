import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';
import { chooseLanguage } from '../../support/choose-language.ts';
import { Form } from '../../support/form.ts';
import { callApi, signIn, signInQuietly, signOut } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { aPlate, fillTrip, perform, registerTripQuietly } from './trip.ts';

const staff = '/triptic/trip';

test('an agent keeps a draft, goes on with it and submits it', async ({ page }) => {
  const faults = watch(page);
  await signIn(page, 'trip-agent', `${staff}/outbound`);
  const form = new Form(page);
  await form.type('Vehicle number', 'draft 1');
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await expect(page).toHaveURL(/\/triptic\/trip\/edit\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'DRAFT 1' })).toBeVisible();
  await expect(page.getByRole('status').getByText('Vehicle trip permit is now Draft.')).toBeVisible();
  await expect(form.field('Vehicle number')).toHaveValue('DRAFT 1');
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await form.expectErrors('Enter chassis number');
  await expectAccessible(page);
  await fillTrip(page, 'E', aPlate());
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/triptic\/trip\/inqr\/[\w-]+$/);
  await expect(page.getByRole('img', { name: /TIBE-\d{4}-\d{7}/ })).toBeVisible();
  faults.expectQuiet();
});

test('a change of language changes the names in a form that an officer fills in, and keeps what was ticked', async ({ page }) => {
  const { id } = await registerTripQuietly(page, 'E');
  await signIn(page, 'trip-verifier', `${staff}/verification/${id}`);
  await page.getByRole('checkbox', { name: /: Driving licence$/ }).check();
  await chooseLanguage(page, 'Português');
  await expect(page.getByRole('checkbox', { name: /: Carta de condução$/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /: Certificado de matrícula do veículo$/ })).not.toBeChecked();
});

test('an agent submits a trip at once and gets its code', async ({ page }) => {
  await signIn(page, 'trip-agent', `${staff}/new`);
  await fillTrip(page, 'I', aPlate());
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/triptic\/trip\/inqr\/[\w-]+$/);
  await expect(page.getByRole('img', { name: /TIBI-\d{4}-\d{7}/ })).toBeVisible();
});

test('each list says how many of its trips wait', async ({ page, browser }) => {
  const waiting = async (list: string): Promise<number> => {
    const entry = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${list}`) });
    await expect(entry).toContainText(/\d+ waiting/);
    return Number(/(\d+) waiting/.exec((await entry.textContent()) ?? '')?.[1]);
  };
  await signIn(page, 'trip-verifier', `${staff}/search-outbound`);
  // Other journeys register and verify trips at the same time. If one was verified meanwhile, the check is repeated.
  await expect(async () => {
    await page.reload();
    const outbound = await waiting('Outbound trips');
    const inbound = await waiting('Inbound trips');
    const elsewhere = await browser.newContext();
    await registerTripQuietly(await elsewhere.newPage(), 'I');
    await elsewhere.close();
    await page.reload();
    expect(await waiting('Inbound trips')).toBeGreaterThan(inbound);
    expect(await waiting('Outbound trips')).toBeGreaterThanOrEqual(outbound);
  }).toPass();
});

test('the lists are filtered, exported, show the history and lead to each other', async ({ page }) => {
  const { plate, reference } = await registerTripQuietly(page, 'E');
  await signIn(page, 'trip-verifier', `${staff}/search-outbound`);
  await expect(page.getByRole('heading', { level: 1, name: 'Outbound trips' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(
    `${staff}/search-outbound?q=${encodeURIComponent(JSON.stringify({ criteria: [{ operation: 'EQ', fieldName: 'vehicleNumber', values: [plate] }], page: 1 }))}`,
  );
  await expect(page.getByRole('link', { name: /^TIBE-/ })).toHaveText([reference]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('outbound-trips.csv');
  await page.getByRole('button', { name: /^History TIBE-/ }).click();
  await expect(page.getByRole('dialog')).toContainText('Permit fee paid');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Inbound trips' }).click();
  await expect(page).toHaveURL(/search-inbound/);
  await expect(page.getByRole('heading', { level: 1, name: 'Inbound trips' })).toBeVisible();
});

test('a trip is modified, changes its owner, is terminated with a reason, and keeps its versions', async ({ page }) => {
  const { id, reference } = await registerTripQuietly(page, 'E');
  const form = new Form(page);
  const say = (reason: string) => page.getByRole('textbox', { name: /^Reason for the change/ }).fill(reason);
  await perform(page, 'trip-verifier', 'E', reference, 'Change', { stays: 'Submitted' }, async () => {
    await form.choose('Crossing point', { index: 2 });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await form.expectErrors('Say why you change this');
    await say('The other road is closed');
  });
  await perform(page, 'trip-approver', 'E', reference, 'Transfer ownership', { stays: 'Submitted' }, async () => {
    await expect(page).toHaveURL(/\/triptic\/trip\/transferOwnership\//);
    await form.type('Owner name', 'New Owner');
    // The owner is the driver: the form asks for the papers of the new driver, and does not show those of the old driver.
    const papers = page.getByRole('region', { name: /^New driver/ });
    await expect(papers.getByRole('textbox', { name: /^Passport/ })).toHaveValue('');
    await say('Sold, with a contract');
    await page.getByRole('button', { name: 'Transfer ownership', exact: true }).click();
    await form.expectErrors('Enter passport', 'Enter driving licence number', 'Enter contact number', 'Enter foreign address');
    await form.type('Passport', 'n 777');
    await form.type('Driving licence number', 'dl 7');
    await form.type('Contact number', '+670 7777 7777');
    await form.type('Foreign address', 'Jalan Kupang 4');
    await expectAccessible(page);
  });
  // The officer has claimed the case by working on it, so the claim is released.
  await signIn(page, 'trip-approver', `${staff}/view/${id}`);
  await callApi(page, 'POST', `/api/trips/v1/triptic/trip/${id}/release`);
  await signOut(page);
  await signIn(page, 'trip-verifier', `${staff}/view/${id}`);
  await expect(page.getByText('New Owner').first()).toBeVisible();
  const driver = page.getByRole('region', { name: /^Driver information/ });
  await expect(driver).toContainText('New Owner');
  await expect(driver).toContainText('N 777');
  await expect(driver).not.toContainText('C123456');
  await page.getByRole('link', { name: 'Version 1', exact: true }).click();
  await expect(page.getByText('You are looking at an earlier version.')).toBeVisible();
  await expect(page.getByText('Maria da Silva').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${staff}/termination/${id}`);
  await page.getByRole('button', { name: 'Terminate', exact: true }).click();
  await expect(page.getByTestId('error-summary')).toContainText('Enter a comment');
  await page.getByRole('textbox', { name: /^Comment/ }).fill('Stolen vehicle');
  await page.getByRole('button', { name: 'Terminate', exact: true }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Terminate', exact: true }).click();
  await expect(page.getByText('Terminated', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Search trips' })).toHaveAttribute('href', `${staff}/search-outbound`);
});

test('an action out of turn is not offered, and its address says so', async ({ page }) => {
  const { id } = await registerTripQuietly(page, 'E');
  await signIn(page, 'trip-approver', `${staff}/approval/${id}`);
  await expect(page.getByText('This cannot be done now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('the second click of a double click does not follow a link that came under the pointer', async ({ page }) => {
  await signIn(page, 'cashier', '/payment/receipt');
  const link = page.getByRole('link', { name: 'Shifts', exact: true });
  const find = page.getByRole('button', { name: 'Find', exact: true });
  // The browser reports an immediate second click, with the link in the place of the button. Both clicks are made in the page, because more than a second may
  // pass between two calls from outside.
  await find.evaluate(
    (button, other) => {
      const click = (detail: number) => new MouseEvent('click', { bubbles: true, cancelable: true, detail });
      button.dispatchEvent(click(1));
      other?.dispatchEvent(click(2));
    },
    await link.elementHandle(),
  );
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await expect(page).toHaveURL(/\/payment\/receipt$/);
  await link.click();
  await expect(page).toHaveURL(/\/payment\/shifts$/);
});

test('the cashier is told what is expected, and records what is due once', async ({ page }) => {
  const { reference } = await registerTripQuietly(page, 'E');
  await perform(page, 'trip-verifier', 'E', reference, 'Verify', 'Verified for exit');
  await signIn(page, 'cashier', '/payment/receipt');
  await expect(page.getByRole('heading', { level: 1, name: 'Record a payment' })).toBeVisible();
  await expectAccessible(page);
  const find = async (text: string) => {
    await page.getByLabel(/^Reference of the document/).fill(text);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
  };
  await find(' ');
  await expect(page.getByTestId('error-summary')).toContainText('Enter a reference such as');
  await find(reference);
  await page.getByLabel(/^Amount received/).fill('abc');
  await page.getByRole('button', { name: 'Record the receipt' }).click();
  await expect(page.getByTestId('error-summary')).toContainText('Enter the amount received in figures');
  await page.getByLabel(/^Amount received/).fill('9.50');
  await page.getByRole('button', { name: 'Record the receipt' }).click();
  await expect(page.getByTestId('error-summary')).toContainText(`The amount due for ${reference} is USD 10.00`);
  await expectAccessible(page);
  await page.getByLabel(/^Amount received/).fill('10.00');
  await page.getByRole('button', { name: 'Record the receipt' }).dblclick();
  await expect(page.getByText(/^The receipt is recorded: REC-/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Unpaid, newest first' })).toBeVisible();
  await find(reference);
  await expect(page.getByText('Nothing is due for this document now.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^REC-/ })).toHaveCount(1);
  await expectAccessible(page);
  await page.goto('/account/receipt');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment receipts' })).toBeVisible();
  // On a phone, the card of a receipt without a status has no line for a status.
  await page.setViewportSize({ width: 360, height: 740 });
  const card = page.getByRole('row').filter({ hasText: reference });
  await expect(card.locator('[data-title="Document"]')).toBeVisible();
  await expect(card.locator('[data-title="Status"]')).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('link', { name: /^REC-/ }).first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the receipt' }).click();
  expect((await download).suggestedFilename()).toMatch(/^REC-.*\.pdf$/);
  await expectAccessible(page);
});

test('a receipt or a shift that does not exist is a page that is not found, with one title', async ({ page }) => {
  await signInQuietly(page, 'cashier');
  for (const path of ['/account/receipt/view/', '/payment/shift/']) {
    await page.goto(`${path}0198c0de-0000-7000-8000-000000000009`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Page not found']);
  }
});

test('other registers are looked up', async ({ page }) => {
  await signIn(page, 'cashier', '/payment/lookup/medicine');
  const look = async (text: string) => {
    await page.getByRole('textbox').fill(text);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
  };
  await look('parac');
  await expect(page.getByRole('cell', { name: 'MED0001' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/payment/lookup/document');
  await look('nothing-like-this');
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await look('C-2026-0000101');
  await expect(page.getByText('LORO SAE TRADING')).toBeVisible();
  await expectAccessible(page);
  const declaration = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as PDF' }).click();
  expect((await declaration).suggestedFilename()).toBe('C-2026-0000101.pdf');
  await page.goto('/payment/lookup/membership');
  const registration = page.waitForEvent('download');
  await look('M-00417');
  expect((await registration).suggestedFilename()).toBe('registration.pdf');
  await expectAccessible(page);
});

test('a page asks strangers to sign in, and tells users without the role that they have no permission', async ({ page }) => {
  await page.goto(`${staff}/search-outbound`);
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to continue' })).toBeVisible();
  await signIn(page, 'cashier', `${staff}/search-outbound`);
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
  await page.goto('/payment/lookup/medicine');
  await expect(page.getByRole('heading', { level: 1, name: 'Look up a medicine' })).toBeVisible();
});
