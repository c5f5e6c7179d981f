import { expect, test } from '@playwright/test';
import { answerLicence } from '../../answers/licence.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { chooseLanguage } from '../../support/choose-language.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { codeSentTo } from '../../support/mail.ts';
import { signIn } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { register } from '../routes/documents.ts';
import { aHolder, aPhoto, fillApplication, find, publicHome, submitApplication } from './holders.ts';

test('the register says what is missing, that nothing matches, and that it could not look @phone', async ({ page }) => {
  const form = new Form(page);
  await page.goto(`${publicHome}/search`);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const alert = page.getByRole('alert');
  for (const message of ['Please enter Full Name', 'Please enter Birth Date', 'Please select Indentity Type', 'Please Enter Holder Code'])
    await expect(alert.getByText(message)).toBeVisible();
  await expectAccessible(page);
  await alert.getByRole('button', { name: 'Dismiss' }).click();
  await expect(alert.getByText('Please enter Full Name')).toHaveCount(0);

  await find(page, aHolder());
  await expect(page.getByRole('alert').getByText('No Records Found')).toBeVisible();
  await expect(page.getByText('Check each answer against your document.')).toBeVisible();
  await expectAccessible(page);

  await page.route('**/v1/professional/find*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('alert').getByText('Error Occurred while searching for record(s), Please Try again !!!')).toBeVisible();
  await page.unroute('**/v1/professional/find*');
  await expect(form.field('Full name')).toHaveValue('MARIA DA SILVA');
  await page
    .getByRole('link', { name: 'Apply for a licence' })
    .or(page.getByRole('button', { name: 'Apply for a licence' }))
    .click();
  await expect(page).toHaveURL(new RegExp(`${publicHome}/register$`));
});

test('the register shows the rest of what it found, and the keyboard goes on there', async ({ page }) => {
  const row = (number: number) => ({
    id: `k.${number}`,
    serialReference: { reference: `MEDIB-2026-${String(number).padStart(7, '0')}`, date: '2026-05-01' },
    holderName: 'MARIA DA SILVA',
    documentStatus: 'SUBMITTED',
  });
  const rows = Array.from({ length: 203 }, (_each, number) => row(number));
  await page.route('**/v1/professional/find', async (route) => {
    const { page: number, size } = route.request().postDataJSON().paging;
    await route.fulfill({ json: { records: rows.slice((number - 1) * size, number * size), totalRecords: rows.length } });
  });
  await find(page, aHolder());
  await expect(page.getByText('203 records found')).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(200);
  const more = page.getByRole('button', { name: 'Show more', exact: true });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('tbody tr')).toHaveCount(203);
  await expect(more).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'MEDIB-2026-0000200', exact: true })).toBeFocused();
});

test('an applicant continues a draft, submits it and gets its code and what to pay', async ({ page }) => {
  await signIn(page, 'applicant', publicHome);
  await fillApplication(page, aHolder());
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${publicHome}/edit/[\\w-]+$`));
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${publicHome}/qr/[\\w-]+$`));
  await expect(page.getByRole('heading', { level: 1, name: 'Application submitted' })).toBeVisible();
  await expect(page.getByText(/^MEDIB-\d{4}-\d{7}$/)).toBeVisible();
  await expect(page.getByText(/^You pay .*\d/)).toBeVisible();
  await page.getByRole('link', { name: /^See your application/ }).click();
  await page.getByRole('link', { name: 'Show the code', exact: true }).click();
  await expect(page.getByRole('img', { name: /MEDIB-/ })).toBeVisible();
});

test('an application on a phone, found in the register while it is in process @phone', async ({ page }) => {
  const faults = watch(page);
  const holder = aHolder();
  await fillApplication(page, holder);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const { reference, id } = await submitApplication(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await find(page, holder);
  const row = page.getByRole('row', { name: new RegExp(reference) });
  await expect(row.getByRole('cell').first()).toHaveText('Application in process, no licence');
  await expectNoSidewaysScroll(page);
  await test.step('what the register opens can be read and not changed', async () => {
    await row.getByRole('link', { name: reference }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Professional licence' })).toBeVisible();
    await expect(page.getByText('HOSPITAL NACIONAL')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Holder contact' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /Get a code/ })).toBeVisible();
    expect(page.url()).not.toContain(id);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
  await page.goto(`${publicHome}/view/${id}`);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${publicHome}/qr/${id}`);
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();
  await expect(page.getByText('An officer checks your documents')).toHaveCount(0);
  faults.expectQuiet();
});

test('each step stops at what is not right, and a reload loses nothing', async ({ page }) => {
  const form = new Form(page);
  await page.goto(publicHome);
  await form.next();
  await form.expectErrors('Enter professional document', 'Enter academic level', 'Enter type');
  await expectAccessible(page);
  await fillApplication(page, aHolder());
  await draftWritten(page);
  await page.reload();
  await expect(form.heading('Check your answers')).toBeVisible();
  await expect(page.getByText('HOSPITAL NACIONAL')).toBeVisible();
  await page.getByRole('button', { name: /^Change Full name/ }).click();
  await form.type('Full name', '');
  await form.next();
  await form.expectErrors('Enter full name');
  await chooseLanguage(page, 'Português');
  await expect(page.getByTestId('error-summary')).toContainText('Indique nome completo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sobre si');
});

test('a photo that was framed and a name that was typed to sign are sent when the form goes on', async ({ page }) => {
  const holder = aHolder();
  await page.goto(publicHome);
  await answerLicence(new Form(page), holder, async () => {
    const photo = page.getByRole('region', { name: 'Photo' });
    await photo.locator('input[type=file]').setInputFiles(aPhoto);
    await expect(photo.getByRole('button', { name: 'Use this photo' })).toBeVisible();
  });
  await page.getByRole('region', { name: 'Signature' }).getByRole('textbox').fill(holder.name);
  const { id } = await submitApplication(page);
  const { model } = await (await page.request.get(`/api/licences/v1/professional/${id}/document`)).json();
  expect([model.photoInstance, model.signature]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
});

test('a signature that is written again after a failed upload is sent', async ({ page }) => {
  const holder = aHolder();
  await fillApplication(page, holder);
  const pad = page.getByRole('region', { name: 'Signature' });
  await pad.getByRole('textbox').fill(holder.name);
  await page.route('**/api/media/v1/image/eSignature', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Submit application' }).click();
  await expect(pad.getByRole('alert').getByText('Could not upload the file!')).toBeVisible();
  await pad.getByRole('button', { name: 'Clear the signature' }).click();
  await pad.getByRole('textbox').fill(holder.name);
  const { id } = await submitApplication(page);
  const { model } = await (await page.request.get(`/api/licences/v1/professional/${id}/document`)).json();
  expect(model.signature).toMatch(/./);
});

test('a double click submits one application', async ({ page }) => {
  await fillApplication(page, aHolder());
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/professional/')) sent.push(request.headers()['idempotency-key'] ?? '');
  });
  await page.getByRole('button', { name: 'Submit application' }).dblclick();
  await expect(page).toHaveURL(/\/qr\//);
  expect(sent).toHaveLength(1);
});

test('an applicant who lost the address finds the application, gets a code and withdraws it', async ({ page }) => {
  const holder = aHolder();
  const email = `${holder.code.toLowerCase()}@example.org`;
  const { id, reference } = await register(page, 'licence', {
    holderName: holder.name,
    holderCode: holder.code,
    birthDate: '1985-04-03',
    holderEmail: email,
  });
  await find(page, holder);
  await page.getByRole('link', { name: reference }).click();
  await page.getByRole('button', { name: /^Get a code/ }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeSentTo(page, email));
  await page.getByRole('button', { name: 'Open the document' }).click();
  await expect(page).toHaveURL(`${publicHome}/view/${id}`);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.locator('dialog[open]').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('Withdrawn', { exact: true }).first()).toBeVisible();
});
