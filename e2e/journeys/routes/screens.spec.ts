import { expect, type Locator, type Page, test } from '@playwright/test';
import { aPassport } from '../../answers/values.ts';
import { listWith } from '../../support/lists.ts';
import { signIn, signOut } from '../../support/sign-in.ts';
import { register } from './documents.ts';

/** Expects these headings of cards and sections, in English. */
async function expectSections(page: Page, sections: readonly string[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const section of sections)
    await expect(
      page
        .locator('main')
        .getByRole('heading', { level: 2, name: new RegExp(`^${section}`) })
        .first(),
      section,
    ).toBeVisible();
}

/** Returns the address of a document that was opened from a list. It contains the list, so that the next case can follow. */
const fromList = (list: string, id: string, address = list): string => `${list}/view/${id}?list=${encodeURIComponent(address)}`;
const columns = (page: Page): Locator => page.getByRole('columnheader');
const row = (page: Page, reference: string): Locator => page.getByRole('row').filter({ hasText: reference });

test('the list of departures has its columns, newest first, with view and history in each row', async ({ page }) => {
  const lastName = `Order ${aPassport()}`;
  const first = await register(page, 'departure', { lastName });
  const second = await register(page, 'departure', { lastName });
  await signIn(page, 'border-officer', '/other/departure/declaration');
  await expect(row(page, 'DEP-').first()).toBeVisible();
  await page.goto(listWith('/other/departure/declaration', 'lastName', lastName));
  await expect(columns(page)).toHaveText([/^Reference/, /^Date/, /^Name/, /^Flight/, /^Departure/, /^Entry/, /^Status/, /^Created/, /^Actions/]);
  await expect(row(page, first.reference)).toBeVisible();
  await expect(row(page, second.reference)).toBeVisible();
  const order = await page.locator('tbody').getByRole('link').allInnerTexts();
  expect(order.indexOf(second.reference)).toBeLessThan(order.indexOf(first.reference));
  await expect(row(page, first.reference).getByRole('button', { name: /^History/ })).toBeVisible();
  for (const name of [/^Filter/, /^Reload/, /^Export CSV/]) await expect(page.getByRole('button', { name })).toBeVisible();
  await row(page, first.reference).getByRole('link', { name: first.reference }).click();
  await expect(page).toHaveURL(fromList('/other/departure/declaration', first.id, listWith('/other/departure/declaration', 'lastName', lastName)));
});

test('the departure form has its cards and ends with terms and conditions', async ({ page }) => {
  await page.goto('/eservice/departure/declaration');
  await expectSections(page, ['Destination, exit and flight', 'Passport', 'Contact', 'Personal details', 'Money', 'Questions', 'Terms and conditions']);
  await page.getByRole('link', { name: 'Find a declaration you made' }).click();
  await expect(page).toHaveURL('/eservice/departure/declaration/search');
});

test('view, edit and print of a departure lead to one another', async ({ page }) => {
  const { id } = await register(page, 'departure');
  const at = (mode: string) => `/other/departure/declaration/${mode}/${id}`;
  await signIn(page, 'border-officer', at('view'));
  await expect(page.getByRole('textbox', { name: /^Occupation/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(at('edit'));
  await page.locator('summary').filter({ hasText: 'Personal details' }).click();
  await expect(page.getByRole('textbox', { name: /^Occupation/ })).toHaveValue('PILOT');
  await page.goto(at('verification'));
  await page.getByRole('button', { name: 'Return to view' }).click();
  await expect(page).toHaveURL(at('view'));
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page).toHaveURL(at('print'));
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await expect(page).toHaveURL(at('view'));
});

test('the wizard of arrivals moves at the top and at the bottom, in two languages', async ({ page }) => {
  await page.goto('/eservice/traveller/declaration');
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(2);
  await expect(page.getByText('Step 1 of 5')).toBeVisible();
  await expect(page.locator('label').filter({ hasText: 'Country of origin' }).locator('[lang=pt]')).toHaveText('País de origem');
});

test('who has no role for them does not see the list of arrivals', async ({ page }) => {
  await register(page, 'arrival');
  await signIn(page, 'trip-agent', '/other/traveller/declaration');
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
});

test('the licence form has its sections', async ({ page }) => {
  await signIn(page, 'licence-clerk', '/licenser/professional/new');
  await expectSections(page, [
    'Agency and document information',
    'Reference and dates',
    'Holder',
    'Photo',
    'Place of birth',
    'Identity details',
    'Holder contact',
    'Place of work',
    'University or academic institution',
    'Document requirements',
    'Fees',
    'Bank details',
    'Scanned document list',
    'Directors',
    'Signature',
  ]);
});

test('the list of licences has its columns, newest first', async ({ page }) => {
  const holderName = `Order ${aPassport()}`;
  const first = await register(page, 'licence', { holderName });
  const second = await register(page, 'licence', { holderName });
  await signIn(page, 'licence-clerk', '/licenser/professional');
  await expect(row(page, 'MEDIB-').first()).toBeVisible();
  await page.goto(listWith('/licenser/professional', 'holderName', holderName));
  await expect(columns(page).first()).toHaveText(/^Reference/);
  await expect(row(page, second.reference)).toBeVisible();
  const order = await page.locator('tbody').getByRole('link').allInnerTexts();
  expect(order.indexOf(second.reference)).toBeLessThan(order.indexOf(first.reference));
  const shown = row(page, first.reference);
  await expect(shown.getByText('Submitted', { exact: true })).toBeVisible();
  // The row shows gender and agency, and is visible without scrolling sideways.
  for (const text of ['Female', 'Ministry of Health']) await expect(shown).toContainText(text);
  const region = page.getByRole('region', { name: /^Licence applications/ });
  expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Total fee' }).check();
  await page.getByRole('button', { name: 'Show these columns' }).click();
  await expect(shown).toContainText('USD 30.00');
  await row(page, first.reference).getByRole('link', { name: first.reference }).click();
  await expect(page).toHaveURL(fromList('/licenser/professional', first.id, listWith('/licenser/professional', 'holderName', holderName)));
  await expect(columns(page)).toContainText(['Operation', 'Action Date/Time', 'Name', 'Mobile No.', 'Email Address', 'Details']);
});

const tripSections = [
  'Document information',
  'Vehicle: identity',
  'Vehicle: manufacturer',
  'Vehicle: other information',
  'Owner information',
  'Driver information',
  'Movement information',
  'Declarations',
  'Merchandise to declare',
  'Document requirements',
  'Fees',
  'Scanned document list',
];

test('the trip form has its sections, in registration and for officers', async ({ page }) => {
  const { id } = await register(page, 'trip');
  await page.goto('/eservice/triptic/outbound');
  await expectSections(page, tripSections);
  await page.getByRole('button', { name: 'Add merchandise' }).click();
  await expect(page.getByRole('group', { name: /^Item 1/ })).toBeVisible();
  await signIn(page, 'trip-verifier', `/triptic/trip/verification/${id}`);
  await expectSections(page, [...tripSections, 'Reference and dates', 'Authoriser information', 'Bank details']);
  await expect(columns(page)).toContainText(['Bank Code', 'Bank Name', 'Account Number']);
  await expect(columns(page)).toContainText(['Operation', 'Action Date/Time', 'Name', 'Mobile No.', 'Email Address', 'Details']);
  await expect(page.getByRole('button', { name: 'Add merchandise' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /^Vehicle number/ })).toHaveCount(0);
});

test('a new trip needs the role to submit, and the search of trips the role to search', async ({ page }) => {
  await signIn(page, 'trip-verifier', '/triptic/trip/search-outbound');
  await expect(page.getByRole('heading', { level: 1, name: 'Outbound trips' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New outbound trip' })).toHaveCount(0);
  await page.goto('/triptic/trip/new');
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
  await signOut(page);
  await signIn(page, 'cashier', '/triptic/trip/search-inbound');
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
});

test('a receipt that cannot be looked up says why, and can be asked for again', async ({ page }) => {
  const { id } = await register(page, 'trip');
  await signIn(page, 'trip-approver', `/triptic/trip/view/${id}`);
  // The response is changed to a trip whose fee is paid.
  await page.route(`**/v1/triptic/trip/${id}/document`, async (route) => {
    const response = await route.fetch();
    const { model, actions } = await response.json();
    const accountDetails = { ...model.accountDetails, receiptNumber: 7, receiptYear: 2026, receiptDate: '2026-05-02' };
    const approval = {
      name: 'approval',
      label: 'Approve',
      method: 'POST',
      url: `/v1/triptic/trip/${id}/actions/approval`,
      modes: ['approval'],
      kind: 'submit',
    };
    await route.fulfill({ response, json: { model: { ...model, documentStatus: 'PAID FOR APPROVAL', accountDetails }, actions: [...actions, approval] } });
  });
  await page.route('**/searchReceiptDetails', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: {
        title: 'x',
        status: 422,
        errors: [
          { code: 'CHOICE', message: 'No such receipt' },
          { code: 'CHOICE', message: 'Second reason' },
        ],
      },
    }),
  );
  await page.goto(`/triptic/trip/approval/${id}`);
  const button = page.getByRole('button', { name: /^View the receipt/ });
  await button.click();
  await expect(page.getByRole('alert').getByText('No such receipt')).toBeVisible();
  await expect(page.getByText('Second reason')).toHaveCount(0);
  await expect(button).toBeEnabled();
});
