import { expect, type Page, test } from '@playwright/test';
import { aPassport, dayFrom } from '../../answers/values.ts';
import { expectAccessible } from '../../support/axe.ts';
import { callApi, signIn } from '../../support/sign-in.ts';
import { register } from '../routes/documents.ts';

const list = '/other/traveller/declaration';
/** Returns a family name that no other test uses. */
const aName = (): string => `Queue ${aPassport()}`;
const named = (lastName: string, ...more: object[]): string =>
  `${list}?q=${encodeURIComponent(JSON.stringify({ criteria: [{ fieldName: 'lastName', operation: 'EQ', values: [lastName] }, ...more] }))}`;
const queue = (name: string) => ({ fieldName: 'queue', operation: 'EQ', values: [name] });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Queues and views' });
const rows = (page: Page) => page.locator('tbody tr').filter({ has: page.getByRole('link') });
const choose = (page: Page, reference: string) => page.getByRole('checkbox', { name: `Choose ${reference}` });

async function some(page: Page, count: number, changes: object): Promise<{ id: string; reference: string }[]> {
  const made = [];
  for (let n = 0; n < count; n++) made.push(await register(page, 'arrival', { arrivalDate: dayFrom(0), ...changes }));
  return made;
}

test('two officers take from one queue, and each case is with exactly one of them', async ({ page, browser }) => {
  const lastName = aName();
  const made = await some(page, 3, { lastName });
  const other = await (await browser.newContext()).newPage();
  await signIn(page, 'border-officer');
  await signIn(other, 'border-supervisor');
  const both = [page, other];
  await Promise.all(both.map((each) => each.goto(named(lastName, queue('UNASSIGNED')))));
  for (const each of both) await expect(rows(each)).toHaveCount(3);
  await Promise.all(both.map((each) => each.getByRole('button', { name: 'Take next' }).click()));
  for (const each of both) await each.waitForURL(/\/view\/[\w-]+/);
  const taken = both.map((each) => /\/view\/([\w-]+)/.exec(each.url())?.[1]);
  expect(new Set(taken).size).toBe(2);
  expect(made.map(({ id }) => id)).toEqual(expect.arrayContaining(taken));

  // Back shows the same queue with one case less; that case is taken too, and then the queue is empty.
  await page.goBack();
  await expect(page).toHaveURL(named(lastName, queue('UNASSIGNED')));
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Take next' }).click();
  await page.waitForURL(/\/view\/[\w-]+/);
  await page.goto(named(lastName, queue('UNASSIGNED')));
  await page.getByRole('button', { name: 'Take next' }).click();
  await expect(page.getByText('Nothing is waiting that you could take.')).toBeVisible();
  await page.goto(named(lastName, queue('MINE')));
  await expect(rows(page)).toHaveCount(2);

  // After the case is released, the other officer can take it.
  const [first] = made.filter(({ id }) => id !== taken[1]);
  await choose(page, first?.reference ?? '').check();
  await page.getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('1 case is released.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await other.goto(named(lastName, queue('UNASSIGNED')));
  await expect(rows(other)).toHaveCount(1);
  await expectAccessible(page);
  await other.context().close();
});

test('one action is done on many cases, a refused one is named with its reason, and only it is tried again', async ({ page, browser }) => {
  const lastName = aName();
  const made = await some(page, 3, { lastName });
  const other = await (await browser.newContext()).newPage();
  await signIn(page, 'border-officer', '/staff');
  await page.goto(named(lastName));
  await expect(rows(page)).toHaveCount(3);
  // Shift selects all rows between two rows.
  const boxes = page.getByRole('checkbox', { name: /^Choose ARR/ });
  await boxes.first().check();
  await boxes.last().click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 chosen')).toBeVisible();
  // Meanwhile a colleague has changed one of them.
  await signIn(other, 'border-supervisor', '/staff');
  await other.goto(`${list}/arrival/${made[1]?.id}`);
  await other.getByRole('button', { name: 'Record arrival' }).click();
  await expect(other.locator('strong', { hasText: /^Arrived$/ }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Do an action' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Choose an action')).toBeVisible();
  await dialog.getByRole('radio', { name: /^Record arrival/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Record arrival: 3' }).click();
  const result = dialog.getByRole('heading', { name: '2 done, 1 refused' });
  await expect(result).toBeFocused();
  const refused = dialog.getByRole('row', { name: made[1]?.reference });
  await expect(refused).toContainText('Refused');
  await expect(dialog.getByRole('row', { name: made[0]?.reference })).toContainText('Done');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Try the refused one again' }).click();
  await expect(dialog.getByRole('heading', { name: 'One action on 1 document' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('1 chosen')).toBeVisible();
  await expect(page.locator('tbody').getByText('Arrived', { exact: true })).toHaveCount(3);
  await other.context().close();
});

test('each case that a colleague has is named with the colleague, and one that a colleague changed is done when it is tried again', async ({
  page,
  browser,
}) => {
  const lastName = aName();
  const made = await some(page, 4, { lastName });
  const other = await (await browser.newContext()).newPage();
  await signIn(page, 'border-officer', '/staff');
  await page.goto(named(lastName));
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Choose all rows of this page' }).check();
  await signIn(other, 'border-supervisor', '/staff');
  const at = (n: number) => `/api/declarations/v1/traveller/declaration/${made[n]?.id}`;
  for (const n of [0, 1]) expect((await callApi(other, 'POST', `${at(n)}/claim`)).status).toBe(200);
  const { model } = await (await other.request.get(`${at(2)}/document`)).json();
  const changed = await callApi(other, 'POST', `${at(2)}/actions/amendment`, { ...model, address: 'Baucau', comment: 'The hotel is in Baucau' });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);

  await page.getByRole('button', { name: 'Do an action' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Record arrival/ }).check();
  await dialog.getByRole('button', { name: 'Record arrival: 4' }).click();
  await expect(dialog.getByRole('heading', { name: '1 done, 3 refused' })).toBeFocused();
  // The reason is in the words and the time zone of the page, as on the case itself.
  await expect(dialog.getByRole('row', { name: made[0]?.reference })).toContainText(/Beatriz Supervisor has had this case since \d+ \w+ \d{4}, \d\d:\d\d/);
  await expect(dialog).not.toContainText('UTC');
  await dialog.getByRole('button', { name: 'Try the 3 refused again' }).click();
  await dialog.getByRole('radio', { name: /^Record arrival/ }).check();
  await dialog.getByRole('button', { name: 'Record arrival: 3' }).click();
  await expect(dialog.getByRole('heading', { name: '1 done, 2 refused' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  // The two remaining cases are claimed by others; the message names both.
  await expect(page.getByText('2 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'has had this case since' });
  for (const n of [0, 1]) await expect(refused).toContainText(made[n]?.reference ?? '');
  await expectAccessible(page);
  await other.context().close();
});

test('a view shared with a role is a tab of the colleague, with its filter, order and columns; its link needs no view', async ({ page, browser }) => {
  const lastName = aName();
  await some(page, 2, { lastName });
  const other = await (await browser.newContext()).newPage();
  await signIn(page, 'border-officer', '/staff');
  await page.goto(named(lastName, queue('TEAM')));
  await page.getByRole('button', { name: /^Sort the list by Flight|^Flight/ }).click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Entry point' }).uncheck();
  await page.getByRole('button', { name: 'Make Name wider' }).click();
  await page.getByRole('button', { name: 'Show these columns' }).click();
  await expect(page.getByRole('columnheader', { name: 'Entry point' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Enter a name for the view' })).toBeVisible();
  await dialog.getByLabel('Name of the view').fill(lastName);
  await dialog.getByLabel('Share it with everybody who has the role').selectOption('traveller-declaration-arrival');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const tab = (of: Page) => tabs(of).getByRole('link', { name: `${lastName} 2` });
  await expect(tab(page)).toHaveAttribute('aria-current', 'page');
  const link = page.url();

  await signIn(other, 'border-supervisor', '/staff');
  await other.goto(list);
  await tab(other).click();
  await expect(rows(other)).toHaveCount(2);
  await expect(other.getByRole('columnheader', { name: /^Flight/ })).toHaveAttribute('aria-sort', 'ascending');
  await expect(other.getByRole('columnheader', { name: 'Entry point' })).toHaveCount(0);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Views' }).click();
  // Only the owner can change a view, but each officer chooses which view opens first.
  await expect(other.getByRole('dialog').getByRole('button', { name: `Change the view ${lastName}` })).toHaveCount(0);
  await other.getByRole('dialog').getByLabel('Open the list with').selectOption({ label: lastName });
  await other.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await other.goto(list);
  await expect(rows(other)).toHaveCount(2);

  await page.getByRole('button', { name: 'Views' }).click();
  await dialog.getByRole('button', { name: `Delete ${lastName}` }).click();
  await dialog.getByRole('button', { name: /now$/ }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(tab(page)).toHaveCount(0);
  // The address alone contains the whole view.
  await other.goto(link);
  await expect(rows(other)).toHaveCount(2);
  await expect(other.getByRole('columnheader', { name: 'Entry point' })).toHaveCount(0);
  await other.context().close();
});

test('a filter of days is changed from its chip', async ({ page }) => {
  const lastName = aName();
  const [today] = await some(page, 1, { lastName });
  const [later] = await some(page, 1, { lastName, arrivalDate: dayFrom(2) });
  await signIn(page, 'border-officer', '/staff');
  await page.goto(named(lastName, { fieldName: 'arrivalDate', operation: 'BETWEEN', values: ['TODAY-5', 'TODAY'] }));
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(today?.reference ?? '');
  await page.getByRole('button', { name: 'Arrival date: last 5 days', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Condition').selectOption({ label: 'in the next … days' });
  await dialog.getByLabel('Number of days').fill('30');
  await dialog.getByRole('button', { name: 'Apply filter' }).click();
  await expect(page.getByRole('button', { name: 'Arrival date: next 30 days', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: later?.reference })).toBeVisible();
});
