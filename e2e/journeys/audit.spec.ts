import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { callApi, signIn, signOut } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';
import { register } from './routes/documents.ts';

test('an auditor’s question: who did what on a document, also as a file, and the search itself is recorded', async ({ page }) => {
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
  // Each search of the log is a record of its own: more than one page of them.
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
