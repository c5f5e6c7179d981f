import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { signIn } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';
import { register } from './routes/documents.ts';

test('a supervisor’s morning: the board, a number and its list, the table as a file', async ({ page }) => {
  await register(page, 'arrival');
  const faults = watch(page);
  await signIn(page, 'border-supervisor', '/staff');
  await page.getByRole('navigation').getByRole('link', { name: 'Board' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Board' })).toBeVisible();
  const arrivals = page.getByRole('region', { name: 'Arrival declarations', exact: true });
  await expect(arrivals.getByRole('img', { name: 'Queues now: Chart' })).toBeVisible();
  await expect(arrivals.getByText('Own work')).toHaveCount(0);
  await page.getByLabel('Period').selectOption('Last 30 days');
  await expect(page).toHaveURL(/period=month/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const queues = arrivals.getByRole('group', { name: 'Arrival declarations: Queues now' });
  const download = page.waitForEvent('download');
  await queues.getByRole('button', { name: /^CSV/ }).click();
  expect((await download).suggestedFilename()).toBe('Arrival declarations - Queues now.csv');
  await queues.locator('summary').click();
  await expectAccessible(page);
  const row = queues.getByRole('row', { name: /^Created/ });
  const [inTime, overdue] = (await row.getByRole('cell').allTextContents()).slice(1, 3).map((text) => Number(text.replace(/\D/g, '')));
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Arrival declarations' })).toBeVisible();
  // Other journeys may have registered more since.
  const count = page.locator('.portal-list__count strong');
  await expect.poll(async () => Number((await count.textContent())?.replace(/\D/g, ''))).toBeGreaterThanOrEqual((inTime ?? 0) + (overdue ?? 0));
  faults.expectQuiet();
});

test('an officer has the board of their own work', async ({ page }) => {
  await signIn(page, 'border-officer', '/staff/board');
  await expect(page.getByText('Own work').first()).toBeVisible();
  await expectAccessible(page);
});

test('an area that does not answer costs its own charts alone', async ({ page }) => {
  await page.route('**/api/declarations/v1/statistics*', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"status":503,"errors":[]}' }),
  );
  await signIn(page, 'border-supervisor', '/staff/board');
  await expect(page.getByText(/does not answer. Its numbers are missing here/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Board' })).toBeVisible();
  await expectAccessible(page);
});

test('who works on no kind of document has no board', async ({ page }) => {
  await signIn(page, 'cashier', '/staff/board');
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Board' })).toHaveCount(0);
});
