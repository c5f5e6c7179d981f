import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { answerDeparture, departureHome as home } from '../../answers/departure.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { signIn, signOut } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { register as registered } from '../routes/documents.ts';
import { aPassport } from './travellers.ts';

const register = (page: Page) => page.getByRole('button', { name: 'Register' });

async function fillDeparture(page: Page, passport: string): Promise<void> {
  await answerDeparture(new Form(page), passport);
}

test('a traveller registers a departure and gets a code to show @phone', async ({ page }) => {
  const faults = watch(page);
  await page.goto(home);
  await expect(register(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('Answer the questions first')).toBeVisible();
  await fillDeparture(page, aPassport());
  await expect(register(page)).not.toHaveAttribute('aria-disabled', 'true');
  await expectNoSidewaysScroll(page);
  await register(page).click();
  await expect(page.getByText(/^DEP-\d{4}-\d{7}$/)).toBeVisible();
  await expect(page.getByText(/take a screenshot of this page and present it to Immigration Staff/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the declaration' })).toHaveCount(0);
  expect((await page.locator('.portal-qr').boundingBox())?.width).toBeLessThanOrEqual(600);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  faults.expectQuiet();
});

test('for an officer unanswered questions are listed by their number', async ({ page }) => {
  await signIn(page, 'border-officer', '/other/departure/declaration/new');
  await expect(page.getByText('6 questions are still to be answered')).toBeVisible();
  await register(page).click({ force: true });
  const summary = page.getByTestId('error-summary');
  for (const rank of [1, 2, 3, 4, 5, 6]) await expect(summary.getByText(`Please answer question ${rank}`)).toBeVisible();
  await expectAccessible(page);
});

test('an unanswered checklist is one error, with everything else that is missing', async ({ page }) => {
  const form = new Form(page);
  await page.goto(home);
  // A forced click does not wait for the questions above the button, so wait for them first.
  await expect(page.getByText('Answer the questions first')).toBeVisible();
  await register(page).click({ force: true });
  await form.expectErrors(
    'Enter departure date',
    'Enter destination',
    'Enter purpose of travel',
    'Please Select Exit Point',
    'Questions: tick each line to which your answer is yes',
    'Say whether you carry more than 5000 USD or the equivalent',
  );
  await expectAccessible(page);
  await form.pick('Do you carry more than 5000 USD', 'Yes');
  await expect(page.getByText(/more than 5000 USD or the equivalent\. Tell an officer/)).toBeVisible();
});

test('a departure is kept while it is typed', async ({ page }) => {
  const form = new Form(page);
  await page.goto(home);
  await form.type('Occupation', 'Engineer');
  await form.answerAll('Questions', 'No');
  await draftWritten(page);
  await page.reload();
  await expect(form.field('Occupation')).toHaveValue('ENGINEER');
  await expect(register(page)).not.toHaveAttribute('aria-disabled', 'true');
});

test('a departure is registered, verified with its requirements by an officer and approved by a supervisor', async ({ page }) => {
  const passport = aPassport();
  await page.goto(home);
  await fillDeparture(page, passport);
  await register(page).click();
  await expect(page).toHaveURL(/\/eservice\/departure\/declaration\/qr\/[\w-]+$/);
  const id = page.url().split('/').pop() as string;
  await signIn(page, 'border-officer', '/other/departure/declaration');
  await expect(page.getByRole('heading', { level: 1, name: 'Departure declarations' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/other/departure/declaration/view/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'JOÃO SOARES' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page).toHaveURL(new RegExp(`/verification/${id}$`));
  const boxes = page.getByRole('checkbox', { name: /^Confirmed/ });
  await expect(boxes).toHaveCount(3);
  for (const box of await boxes.all()) await box.check();

  // The traveller's answers can be corrected on the same page.
  const question = page.getByRole('group', { name: /^2\. Are you taking out goods for sale/ });
  await expect(question.getByRole('radio', { name: 'No' })).toBeChecked();
  await question.getByRole('radio', { name: 'Yes' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible();
  const { model } = await (await page.request.get(`/api/declarations/v1/departure/declaration/${id}/document`)).json();
  expect(model.questions.map(({ accepted }: { accepted: boolean }) => accepted)).toEqual([false, true, false, false, false, false]);
  expect(model.requirements.map(({ confirmed }: { confirmed: boolean }) => confirmed)).toEqual([true, true, true]);
  await signOut(page);

  await signIn(page, 'border-supervisor', `/other/departure/declaration/view/${id}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Approved', { exact: true }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Print declaration/ }).click();
  expect((await download).suggestedFilename()).toBe(`${passport}.pdf`);
  await page.getByRole('button', { name: 'History and timeline' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test('whoever verified a departure is told that another officer must approve it, and may take the verification back', async ({ page }) => {
  const { id } = await registered(page, 'departure');
  await signIn(page, 'border-supervisor', `/other/departure/declaration/verification/${id}`);
  await page.getByRole('button', { name: 'Verify' }).click();
  // The server requires the same of callers that do not use the screen.
  await expect(page.getByTestId('error-summary')).toContainText('3 of 3 requirements are not confirmed: confirm them, or say in the comment why not');
  await page.getByRole('textbox', { name: /^Comment/ }).fill('The traveller keeps the documents until the gate');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Verified', { exact: true }).first()).toBeVisible();
  await page.goto(`/other/departure/declaration/view/${id}`);
  await expect(page.getByText('"Verify" was done by you: another officer must do this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTestId('error-summary')).toContainText('Enter a comment');
  await page.getByRole('textbox', { name: /^Comment/ }).fill('The wrong traveller');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Created', { exact: true }).first()).toBeVisible();
});

test('an amendment takes a verified departure back and keeps the typed words when somebody else was faster', async ({ page, browser }) => {
  const { id } = await registered(page, 'departure');
  await signIn(page, 'border-officer', `/other/departure/declaration/amendment/${id}`);
  const form = new Form(page);
  await form.openPart('Personal details');
  await form.type('Occupation', 'Surgeon');
  await form.type('Reason for the change', 'Said at the counter');

  const other = await (await browser.newContext()).newPage();
  await signIn(other, 'border-supervisor', `/other/departure/declaration/amendment/${id}`);
  await new Form(other).openPart('Personal details');
  await new Form(other).type('Family or last name', 'Ximenes');
  await other.getByRole('button', { name: 'Change', exact: true }).click();
  await new Form(other).expectErrors('Say why you change this declaration');
  await new Form(other).type('Reason for the change', 'As in the passport');
  await other.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(other).toHaveURL(new RegExp(`/view/${id}$`));
  await other.context().close();

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(/Occupation: SURGEON/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Load the new version' }).click();
  await expect(form.field('Family or last name')).toHaveValue('XIMENES');
  await expect(form.field('Occupation')).toHaveValue('SURGEON');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/view/${id}$`));
  // The page also shows what the change was.
  await expect(page.locator('#person').getByText('SURGEON')).toBeVisible();
});

test('an officer registers a departure for a traveller at the counter', async ({ page }) => {
  await signIn(page, 'border-officer', '/other/departure/declaration/new');
  await fillDeparture(page, aPassport());
  await register(page).click();
  await expect(page).toHaveURL(/\/qr\//);
  await expect(page.getByRole('link', { name: 'Open the declaration' })).toBeVisible();
});

test('the list is filtered, exported and shows the history of a row', async ({ page }) => {
  const passport = aPassport();
  await registered(page, 'departure', { travellerCode: passport });
  await registered(page, 'departure');
  await signIn(page, 'border-officer', '/other/departure/declaration');
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('group', { name: 'Passport number' })
    .getByRole('textbox', { name: /^Value/ })
    .fill(passport);
  await dialog.getByRole('button', { name: 'Apply filter' }).click();
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1);
  await expect(page.getByText('1 record', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('departure-declarations.csv');
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\n');
  expect([lines.length, lines[1]?.includes(passport)]).toEqual([2, true]);
  await page
    .getByRole('button', { name: /^History DEP-/ })
    .first()
    .click();
  await expect(page.getByRole('dialog').getByText('Register', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test('a stranger is asked to sign in and an applicant is told that the list is not for them', async ({ page }) => {
  await page.goto('/other/departure/declaration');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in to continue' })).toBeVisible();
  await signIn(page, 'applicant', '/other/departure/declaration');
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
});
