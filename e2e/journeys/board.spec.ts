import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { signIn, signInQuietly } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';
import { familyName, registerArrivals, waitingOf } from './desk/cases.ts';

/** Returns a number as the reader sees it. */
const numberIn = async (place: Locator): Promise<number> => Number(((await place.textContent()) ?? '').replace(/:.*/, '').replace(/\D/g, ''));

test('a supervisor’s morning: the board, a number and its list, cases given to an officer, many decided at once, and what came of it', async ({
  page,
  browser,
}) => {
  // Cases can be assigned only to officers who have worked here before.
  const officer = await browser.newContext();
  await signInQuietly(officer, 'border-officer');
  expect((await officer.request.get('/api/declarations/v1/traveller/declaration/search')).status()).toBe(200);
  await officer.close();
  const lastName = familyName();
  const made = await registerArrivals(page, lastName, 3);
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

  const chart = (name: string) => arrivals.getByRole('group', { name: `Arrival declarations: ${name}` });
  const download = page.waitForEvent('download');
  await chart('Queues now').getByRole('button', { name: /^CSV/ }).click();
  expect((await download).suggestedFilename()).toBe('Arrival declarations - Queues now.csv');
  await chart('Queues now').locator('summary').click();
  await expectAccessible(page);
  await chart('Queues now')
    .getByRole('link', { name: /: Created, In time$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Arrival declarations' })).toBeVisible();
  await page.goBack();
  // A number for one hour of the day also opens its list.
  await chart('New by hour').locator('summary').click();
  const hour = chart('New by hour').getByRole('link').first();
  const inHour = await numberIn(hour);
  await hour.click();
  const count = page.locator('.portal-list__count strong');
  await expect.poll(() => numberIn(count)).toBeGreaterThanOrEqual(inHour);

  // Waiting cases are assigned to an officer and then decided by the supervisor, who may do that.
  await page.goto(waitingOf(lastName));
  await expect(page.getByRole('checkbox', { name: /^Choose ARR/ })).toHaveCount(3);
  await page.getByRole('checkbox', { name: /^Choose all/ }).check();
  await page.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').fill('Bento');
  await dialog.getByRole('option', { name: /Bento Officer/ }).click();
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('3 cases are assigned.')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Choose all/ }).check();
  await page.getByRole('button', { name: 'Do an action' }).click();
  await dialog.getByRole('radio', { name: /^Record arrival/ }).check();
  await dialog.getByRole('button', { name: 'Record arrival: 3' }).click();
  await expect(dialog.getByRole('heading', { name: /3 done/ })).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // The officer's bar shows the number of actions, and opens the list of these actions.
  await page.goto('/staff/board?period=week');
  await chart('Actions by officer').locator('summary').click();
  const own = chart('Actions by officer').getByRole('link', { name: /: Beatriz Supervisor, / });
  const done = await numberIn(own);
  expect(done).toBeGreaterThanOrEqual(3);
  await own.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Actions' })).toBeVisible();
  await expect.poll(() => numberIn(page.getByRole('status').filter({ hasText: /action/ }))).toBeGreaterThanOrEqual(done);
  for (const { reference } of made) await expect(page.getByRole('row', { name: new RegExp(`Beatriz Supervisor.*Record arrival.*${reference}`) })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await file).suggestedFilename()).toBe('Arrival declarations - Actions.csv');
  await page.getByRole('link', { name: made[0]?.reference }).click();
  await expect(page).toHaveURL(new RegExp(`/view/${made[0]?.id}`));
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
