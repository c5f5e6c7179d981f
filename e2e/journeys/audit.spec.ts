import { expect, test } from '@playwright/test';
import { aPassport } from '../answers/values.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { callApi, signIn, signInQuietly, signOut } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';
import { register } from './routes/documents.ts';

test('an auditor’s question: who has looked at this traveller’s declaration in the last month, and why', async ({ page }) => {
  const number = aPassport();
  const { id, reference } = await register(page, 'arrival', { travellerCode: number });
  const { reference: before } = await register(page, 'departure', { travellerCode: number });
  const declaration = `/api/declarations/v1/traveller/declaration/${id}`;
  await signInQuietly(page, 'border-officer');
  await callApi(page, 'GET', `${declaration}/document`);
  expect((await callApi(page, 'POST', `${declaration}/actions/arrival`, { version: 1, comment: 'The flight came a day early' })).status).toBe(200);
  await signOut(page);
  const faults = watch(page);
  await signIn(page, 'admin', '/staff/audit');
  const month = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByLabel('Passport or identity number').fill(`${number.slice(0, 2)} ${number.slice(2).toLowerCase()}`);
  await page.getByLabel('From', { exact: true }).fill(month);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const documents = page.getByRole('region', { name: 'Documents with this number: 2' });
  await expect(documents.getByRole('link')).toHaveText([reference, before]);
  const records = page.getByRole('region', { name: 'Audit log', exact: true });
  await expect(records.getByRole('row').filter({ hasText: reference })).toHaveText([
    /officer.*arrival.*Reason: The flight came a day early/i,
    /officer.*view/i,
    /Public.*register/,
  ]);
  await expect(records.getByRole('row').filter({ hasText: before })).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(asked.filter((url) => url.toUpperCase().includes(number.slice(2)))).toEqual([]);
  // The link shows all records of this officer, and Back returns to the person.
  await records
    .getByRole('link', { name: /^All that .* did$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/account=/);
  await expect(records.getByRole('row').filter({ hasText: 'register' })).toHaveCount(0);
  // Other journeys use the same officer, so their newer records may be listed first.
  const older = page.getByRole('button', { name: 'Show older records' });
  const own = records.getByRole('row').filter({ hasText: reference }).first();
  await expect(async () => {
    if (!(await own.isVisible())) await older.click({ timeout: 2_000 });
    await expect(own).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.goBack();
  await expect(documents).toBeVisible();
  // The log contains a digest of the number, but not the number itself.
  await page.goto('/staff/audit?action=person');
  await records.getByRole('group').first().click();
  await expect(records.getByRole('group').first()).toContainText(/"person": "\w+:/);
  await expect(records).not.toContainText(number);
  faults.expectQuiet();
});

test('who did what on a document, also as a file, and the search itself is recorded', async ({ page }) => {
  const { id, reference } = await register(page, 'arrival');
  const faults = watch(page);
  await signIn(page, 'admin', '/staff');
  await page.getByRole('navigation').getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  const records = page.getByRole('region', { name: 'Audit log', exact: true });
  await page.getByLabel('Reference', { exact: true }).fill(reference);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/reference=/);
  await expect(page.getByRole('status').filter({ hasText: '1 of 1' })).toBeVisible();
  await expect(records.getByRole('row')).toHaveText([/Time/, /Public.*register.*arrival-declaration/]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await records.getByRole('link', { name: `All of ${reference}` }).click();
  await expect(page).toHaveURL(new RegExp(`document=${id}`));
  await expect(records.getByRole('row').filter({ hasText: 'register' })).toBeVisible();

  const logs = page.getByRole('region', { name: 'Is the log whole?' });
  await expect(logs.getByRole('row').filter({ hasText: 'Payments and reference data' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV of Travel declarations' }).click();
  expect((await download).suggestedFilename()).toBe('audit-mf-declarations.csv');

  await page.goto('/staff/audit?action=export');
  await expect(records.getByRole('row').filter({ hasText: 'Adao Admin' }).first()).toContainText('audit');
  faults.expectQuiet();
});

test('a service that does not answer is named in the audit log, and the others are there', async ({ page }) => {
  await register(page, 'arrival');
  await page.route('**/api/licences/v1/audit/**', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"status":503,"errors":[]}' }),
  );
  await signIn(page, 'admin', '/staff/audit');
  await expect(page.getByText(/does not answer: its records are missing here/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Audit log', exact: true }).getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
});

test('older records follow, and only an auditor reads them @phone', async ({ page }) => {
  await signIn(page, 'admin', '/staff');
  // Each search of the log is recorded itself. These searches fill more than one page of records.
  for (let i = 0; i < 55; i++) await callApi(page, 'GET', '/api/media/v1/audit/search');
  await page.goto('/staff/audit');
  const rows = page.getByRole('region', { name: 'Audit log', exact: true }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  const before = await rows.count();
  await page.getByRole('button', { name: 'Show older records' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  await expectNoSidewaysScroll(page);
  await signOut(page);
  await signIn(page, 'border-officer', '/staff/audit');
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
});
