import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { chooseLanguage } from '../support/choose-language.ts';
import { callApi, signIn, signOut } from '../support/sign-in.ts';

/** Returns the first day of the month after the next one. A change that begins then does not affect other journeys. */
const firstOfAMonth = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1)).toISOString().slice(0, 10);
};

async function fillDay(page: Page, label: string, day: string): Promise<void> {
  const [year, month, date] = day.split('-').map(String);
  const group = page.getByRole('group', { name: label });
  await group.getByLabel('Day').fill(date ?? '');
  await group.getByLabel('Month').fill(month ?? '');
  await group.getByLabel('Year').fill(year ?? '');
}

async function as(page: Page, user: string, path: string): Promise<void> {
  await signOut(page);
  await signIn(page, user, path);
}

async function confirm(page: Page, button: string, reason?: string): Promise<void> {
  const dialog = page.getByRole('alertdialog');
  await expectAccessible(page);
  if (reason) await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a decree: a fee from the first of a month is proposed by one administrator and approved by another', async ({ page }) => {
  const from = firstOfAMonth();
  await signIn(page, 'admin', '/staff/catalogues');
  await expect(page.getByRole('heading', { level: 1, name: 'Catalogues' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Find a catalogue').fill('fee');
  await page.getByRole('link', { name: 'Fees', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Fees' })).toBeVisible();
  await page.getByLabel('Code or name').fill('TIBE');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  // The table shows all fees until the result of the search arrives.
  const found = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(found.filter({ hasNotText: 'TIBE' })).toHaveCount(0);
  await expect(found.first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('table').getByRole('link').first().click();
  const amount = page.getByLabel('Amount (minor units)');
  await expect(amount).toHaveValue(/^\d+$/);
  const before = Number(await amount.inputValue());
  expect(before).toBeGreaterThan(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await amount.fill(String(before + 500));
  await fillDay(page, 'Holds from', from);
  await page.getByLabel('Reason').fill('Decree 12');
  const code = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await page.getByRole('button', { name: 'Propose' }).click();
  await page.getByRole('link', { name: 'Open the proposal' }).click();
  await expect(page.getByText('You wrote this proposal: somebody else approves it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expectAccessible(page);
  const proposal = new URL(page.url()).pathname;

  await as(page, 'admin-2', proposal);
  await expect(page.getByRole('row').filter({ hasText: 'Amount' })).toContainText(String(before + 500));
  // Before the decision, the preview shows the form on that day and as it is today, with the same parts as the real form.
  await page.getByRole('link', { name: 'See the form as it will be' }).click();
  const form = page.getByRole('region', { name: 'The form as it will be' });
  const charged = form.getByRole('row').filter({ hasText: code });
  const shown = (minor: number) => (minor / 100).toFixed(2);
  await expect(charged).toContainText(shown(before + 500));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Day', { exact: true }).fill(new Date().toISOString().slice(0, 10));
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(charged).toContainText(shown(before));
  await page.goto(proposal);
  await page.getByRole('button', { name: 'Approve' }).click();
  await confirm(page, 'Approve');
  await expect(page.getByRole('alert').filter({ hasText: 'The proposal is approved.' })).toBeFocused();
  await expect(page.getByText('Approved', { exact: true })).toBeVisible();

  // Today's fee is unchanged; the new fee is there with its first day, and the history names both people.
  await page.goto(`/staff/catalogues/fees/record/${encodeURIComponent(code)}`);
  await expect(amount).toHaveValue(String(before));
  const periods = page.getByRole('region', { name: 'By their first day' });
  await expect(periods.getByRole('row').last()).toContainText(String(before + 500));
  const history = page.getByRole('region', { name: 'Versions, newest first' });
  await expect(history.getByRole('row').nth(1)).toContainText('Adao Admin, approved by Amalia Admin');
  await expect(history.getByRole('row').nth(1)).toContainText('Decree 12');
  await expectAccessible(page);
  await periods.getByRole('link').last().click();
  await expect(amount).toHaveValue(String(before + 500));
});

test('a decree: a new question is shown as the form will show it, in every language, and rejected with a reason', async ({ page }) => {
  await signIn(page, 'admin', '/staff/catalogues/questions/new');
  await page.getByRole('button', { name: 'Propose' }).click();
  // The service reports the missing values, each at its field.
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await expectAccessible(page);
  await page.locator('#field-code').fill('ARR-QX');
  await page.getByLabel('Name in English').fill('Do you carry a drone?');
  await page.getByLabel('Name in Portuguese').fill('Transporta um drone?');
  await page.getByLabel('Name in Tetun').fill('Lori drone ka lae?');
  await page.getByLabel('Place in the list').fill('99');
  const preview = page.getByRole('region', { name: 'As the form shows it' });
  await expect(preview.locator('[lang="tet"]')).toHaveText('Lori drone ka lae?');
  await page.getByRole('combobox', { name: 'Document' }).fill('ARR');
  await page.getByRole('option').first().click();
  await fillDay(page, 'Holds from', firstOfAMonth());
  await page.getByRole('button', { name: 'Propose' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Proposal' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Proposed. It counts when a second person has approved it.' })).toBeFocused();
  const proposal = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'See the form as it will be' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('tet');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'Lori drone ka lae?' })).toBeVisible();
  await expectAccessible(page);
  await as(page, 'admin-2', '/staff/catalogues/proposals?catalogue=questions');
  await page
    .getByRole('link', { name: /ARR-QX/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`${proposal}$`));
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reject', exact: true }).click();
  await expect(page.getByRole('alertdialog').getByRole('alert')).toContainText('Say why');
  await confirm(page, 'Reject', 'Not asked at the border');
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible();
});

test('an import with faults is told cell by cell, and a right one whole; the list speaks Portuguese', async ({ page }) => {
  const file = (text: string) => ({ name: 'colours.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await signIn(page, 'admin', '/staff/catalogues/vehicle-colours/import');
  await page.getByRole('button', { name: 'Try the file' }).click();
  await expect(page.getByTestId('error-summary')).toContainText('Choose a file');
  await page.getByLabel('File', { exact: true }).setInputFiles(file('code,name\nOCHRE,Ochre\nUMBER,\nA/B,Slash\n'));
  await page.getByRole('button', { name: 'Try the file' }).click();
  const faults = page.getByRole('region', { name: 'Cells by row and column' });
  await expect(faults.getByRole('row').filter({ hasText: 'UMBER' })).toContainText('Name in English is missing');
  await expect(page.getByRole('button', { name: 'Import all of it' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('File', { exact: true }).setInputFiles(file('code,name,name_pt\nOCHRE,Ochre,Ocre\nUMBER,Umber,Ocre escuro\n'));
  await page.getByRole('button', { name: 'Try the file' }).click();
  await expect(page.getByText(/OCHRE · Ochre: Added/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import all of it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Colours of vehicle' })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'The file is imported.' })).toBeFocused();
  await page.getByLabel('Code or name').fill('umber');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  // The list before it has the link too, at another place.
  await expect(page.getByText('1 record', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'UMBER' }).click();
  // A record that was imported by mistake is retired, and stays in the list of retired records.
  await expect(page.getByText('Nothing uses it.')).toBeVisible();
  await page.getByRole('button', { name: 'Retire' }).click();
  await confirm(page, 'Retire', 'A mistake');
  await expect(page.getByText('The record is retired.', { exact: true })).toBeVisible();
  await page.goto('/staff/catalogues/vehicle-colours?standing=RETIRED');
  await expect(page.getByRole('link', { name: 'UMBER' })).toBeVisible();
  await page.getByRole('button', { name: 'Português' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cores de veículo' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a record that somebody else changed first is saved after its new version is loaded, with what was typed', async ({ page, browser }) => {
  const code = `FIRST-${String(Date.now()).slice(-8)}`;
  await signIn(page, 'admin', '/staff/catalogues/vehicle-colours/new');
  await page.locator('#field-code').fill(code);
  await page.getByLabel('Name in English').fill('Sand');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The record is added.' })).toBeFocused();
  // The news is told once.
  await page.reload();
  await expect(page.getByLabel('Name in English')).toHaveValue('Sand');
  await expect(page.getByText('The record is added.')).toHaveCount(0);
  const path = `/api/reference/v1/catalogue/vehicle-colours/${code}`;
  const second = await (await browser.newContext()).newPage();
  await signIn(second, 'admin-2', '/staff/catalogues');
  const body = { version: 1, name: 'Dune', names: { pt: 'Duna' }, reason: 'Decree 13' };
  expect((await callApi(second, 'PUT', path, body)).status).toBe(200);
  await second.context().close();

  await page.getByLabel('Name in Tetun').fill('Rai-henek');
  // With another language the record is loaded again, but nobody has asked for the newer version.
  await chooseLanguage(page, 'Português');
  await expect(page.getByRole('button', { name: 'Guardar', exact: true })).toBeVisible();
  await chooseLanguage(page, 'English');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Amalia Admin changed it on');
  await expect(dialog.getByRole('row').filter({ hasText: 'Dune' })).toContainText('Sand');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Load the new version' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Name in English')).toHaveValue('Dune');
  await expect(page.getByLabel('Name in Tetun')).toHaveValue('Rai-henek');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  const { model } = await (await page.request.get(path)).json();
  expect(model).toMatchObject({ version: 3, name: 'Dune', names: { pt: 'Duna', tet: 'Rai-henek' } });
});

test('catalogues are for their administrators alone', async ({ page }) => {
  await signIn(page, 'border-officer', '/staff/catalogues');
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
});
