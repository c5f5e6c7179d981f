import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { holdBack } from '../../support/hold-back.ts';
import { listOf } from '../../support/lists.ts';
import { callApi, signIn } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { register } from '../routes/documents.ts';
import { aDiploma, aHolder, aPhoto, type Holder, sign, staffHome } from './holders.ts';

const panel = (page: Page) => page.locator('.portal-document__panel');

/** Fills in the required fields of the officer's one-page form. */
async function fillForm(page: Page, holder: Holder): Promise<void> {
  const form = new Form(page);
  await form.choose('Professional document', 'Medical practitioner licence');
  await form.choose('Academic level', 'Specialist training');
  await form.choose('Type', 'First issue');
  await form.type('Full name', holder.name);
  await form.pick('Gender', 'Female');
  await form.find('Nationality', 'Timor');
  await form.date('Birth date', '1985-04-03');
  await form.choose('Identity type', 'Passport');
  await form.type('Identity number', holder.code);
  await form.type('Mobile number', '77123456');
}

test('the clerk keeps a draft, adds photo, scan and director, and submits it', async ({ page }) => {
  const faults = watch(page);
  const form = new Form(page);
  await signIn(page, 'licence-clerk', `${staffHome}/new`);
  await form.type('Full name', 'Ana Soares');
  await panel(page).getByRole('button', { name: 'Save draft', exact: true }).click();
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await panel(page).getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${staffHome}/edit/`));
  // The address changes before the screen does, and the page before has a button of the same name.
  await form.expectValue('Full name', 'ANA SOARES');

  await panel(page).getByRole('button', { name: 'Submit', exact: true }).click();
  await form.expectErrors('Enter professional document', 'Enter gender', 'Enter mobile number');
  await fillForm(page, aHolder());
  await expect(page.getByRole('row', { name: /Total/ })).toContainText('50.00');

  await page.getByRole('region', { name: 'Photo' }).locator('input[type=file]').setInputFiles(aPhoto);
  await page.getByRole('button', { name: 'Use this photo' }).click();
  await expect(page.getByRole('region', { name: 'Photo' }).getByRole('img')).toBeVisible();

  const scans = page.getByRole('region', { name: 'Scanned document list' });
  await scans.locator('select').selectOption({ label: 'Diploma' });
  await scans.locator('input[type=file]').setInputFiles(aDiploma);
  await scans.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(scans.getByRole('row', { name: /diploma\.pdf/ })).toContainText('Diploma');

  await page.getByRole('button', { name: 'Add a director' }).click();
  await page
    .getByRole('group', { name: /Director 1/ })
    .getByRole('textbox', { name: /^Name/ })
    .fill('Rui Belo');
  await expectAccessible(page);

  await panel(page).getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.locator('.portal-page-header').getByText('Submitted', { exact: true })).toBeVisible();
  await expect(page.locator('.portal-page-header')).toContainText(/MEDIB-\d{4}-\d{7}/);
  await expect(page.getByText('RUI BELO')).toBeVisible();
  await expect(page.getByRole('row', { name: /diploma\.pdf/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  faults.expectQuiet();
});

test('a signature that the clerk takes back by starting again leaves an empty pad', async ({ page }) => {
  const form = new Form(page);
  const holder = aHolder();
  await signIn(page, 'licence-clerk', `${staffHome}/new`);
  await form.type('Full name', holder.name);
  await panel(page).getByRole('button', { name: 'Save draft', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${staffHome}/edit/`));
  await form.type('Full name', 'Another Name');
  await draftWritten(page);
  await page.reload();
  await sign(page, holder);
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start again' }).click();
  const pad = page.getByRole('region', { name: 'Signature' });
  await expect(pad.getByRole('textbox')).toHaveValue('');
  await expect(pad.getByRole('button', { name: 'Use this signature' })).toBeDisabled();
});

test('the list filters, keeps its state in the address, shows history and exports', async ({ page }) => {
  const faults = watch(page);
  const { reference } = await register(page, 'licence');
  await signIn(page, 'licence-verifier', listOf(staffHome, reference));
  const row = page.getByRole('row', { name: new RegExp(reference) });
  await expect(row).toContainText('Submitted');
  await expectAccessible(page);
  await row.getByRole('button', { name: /History/ }).click();
  await expect(page.locator('dialog[open]')).toContainText('Submit application');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page
    .getByRole('link', { name: 'To verify' })
    .or(page.getByRole('button', { name: 'To verify' }))
    .click();
  await expect(page).toHaveURL(`${staffHome}/waiting/verification`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.goto(listOf(`${staffHome}/waiting/verification`, reference));
  await expect(page.getByRole('row', { name: new RegExp(reference) })).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
  expect(download.suggestedFilename()).toBe('professional-licences.csv');
  faults.expectQuiet();
});

test('an officer who was slower learns who was faster, and keeps the comment', async ({ page, browser }) => {
  const { id } = await register(page, 'licence');
  await signIn(page, 'licence-verifier', `${staffHome}/view/${id}`);
  const faster = await browser.newPage();
  await signIn(faster, 'licence-assessor');
  // Both officers start at the same time: the claim of the officer who is typing arrives after the question of the other.
  const letGo = await holdBack(page, '**/claim');
  await panel(page).getByRole('textbox').fill('The diploma cannot be read');
  expect((await callApi(faster, 'POST', `/api/licences/v1/professional/${id}/actions/query`, { version: 1, comment: 'Which hospital?' })).status).toBe(200);
  await panel(page).getByRole('button', { name: 'Query', exact: true }).click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog).toContainText('Alda Assessor');
  await expect(dialog).toContainText('The diploma cannot be read');
  await expectAccessible(page);
  await dialog.getByRole('button').first().click();
  letGo();
  await faster.context().close();
});

test('who has no role sees that, and a step that is not open says so', async ({ page, browser }) => {
  const { id } = await register(page, 'licence');
  await page.goto(`${staffHome}/view/${id}`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await signIn(page, 'trip-agent', `${staffHome}/view/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('RITA ROTAS')).toHaveCount(0);
  const officer = await browser.newPage();
  await signIn(officer, 'licence-approver', `${staffHome}/issuance/${id}`);
  await expect(officer.getByText('This cannot be done now')).toBeVisible();
  await expect(panel(officer).getByRole('button', { name: 'Issue licence' })).toHaveCount(0);
  await officer.context().close();
});
