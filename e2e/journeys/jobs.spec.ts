import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { signIn, signOut } from '../support/sign-in.ts';

const job = {
  id: '019a0000-0000-7000-8000-000000000001',
  topic: 'declarations.mail',
  createdAt: '2026-11-01T10:00:00',
  reason: 'connect ECONNREFUSED',
  requestId: 'r-1',
};

test('an operator sees what failed, and what is decided needs a reason @phone', async ({ page }) => {
  // Everything is real except the failed job in the list, because a real job is retried for a minute before it fails permanently.
  await page.route('**/api/declarations/v1/jobs/failed**', (route) => route.fulfill({ json: { records: [job], totalRecords: 1 } }));
  await signIn(page, 'admin', '/staff');
  await page.goto('/staff/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Background work' })).toBeVisible();
  const failed = page.getByRole('region', { name: 'Failed' });
  await expect(failed.getByRole('row').nth(1)).toContainText('connect ECONNREFUSED');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await failed.getByRole('button', { name: /^Try again/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  // The service itself first reports that the reason is missing, and then that there is no such job.
  await expect(dialog.getByRole('alert')).toContainText('Enter reason');
  await expectAccessible(page);
  await dialog.getByLabel('Why?').fill('The mail server is back');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert')).not.toContainText('Enter reason');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await signOut(page);
  await signIn(page, 'border-officer', '/staff/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
});
