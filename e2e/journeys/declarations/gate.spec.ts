import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { readCode } from '../../support/read-code.ts';
import { signIn, signOutByButton } from '../../support/sign-in.ts';
import { registerGroup } from '../routes/documents.ts';
import { dayFrom } from './travellers.ts';

const api = '/api/declarations/v1/traveller/declaration';
const today = () => ({ arrivalDate: dayFrom(0) });
const red = { hasMerchandise: 'YES', goods: [{ description: 'Telephones', quantity: 40 }] };
const verdict = (page: Page) => page.getByRole('dialog');
const typed = (page: Page) => page.getByRole('textbox', { name: 'Code, link or reference' });

/** Acts as a hand scanner: types the whole link and presses Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await expect(typed(page)).toBeVisible();
  await typed(page).fill(code);
  await typed(page).press('Enter');
}
const statusOf = async (page: Page, id: string): Promise<string> => (await (await page.request.get(`${api}/${id}/document`)).json()).model.documentStatus;

test('a person is recorded at the gate with two actions; the red lane asks why, a typed reference proves nothing', async ({ page }) => {
  const { members } = await registerGroup(page, 'arrival', [{}, red], today());
  const [green, inRed] = members as [(typeof members)[number], (typeof members)[number]];
  const codes = [await readCode(page, `${api}/${green.id}/qr?code=seal`), await readCode(page, `${api}/${inRed.id}/qr?code=seal`)] as const;
  await signIn(page, 'border-officer', '/staff/gate');
  await expect(page.getByText('Connected')).toBeVisible();
  await expectAccessible(page);

  await scan(page, codes[0]);
  await expect(verdict(page).getByRole('heading', { level: 1 })).toBeVisible();
  await expect(verdict(page)).not.toHaveClass(/--good/);
  await expect(verdict(page).getByText('Green lane')).toBeVisible();
  await expect(verdict(page).getByRole('link', { name: 'Travels in a group: open it' })).toHaveAttribute('href', /\/group\/[\w-]+\?list=%2Fstaff%2Fgate$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('a');
  await expect(page.getByText('Arrival recorded')).toBeVisible();
  expect(await statusOf(page, green.id)).toBe('ARRIVED');

  await scan(page, codes[1]);
  await expect(verdict(page).getByText('Red lane', { exact: true }).first()).toBeVisible();
  await expect(verdict(page)).toHaveClass(/--bad/);
  await expect(verdict(page).getByText('Merchandise', { exact: true })).toBeVisible();
  await page.keyboard.press('a');
  await expect(verdict(page).getByText('Say why')).toBeVisible();
  await expectAccessible(page);
  await verdict(page).getByRole('button', { name: 'Goods inspected' }).click();
  await verdict(page).getByRole('button', { name: 'Refer' }).click();
  await expect(page.getByText('Referred')).toBeVisible();
  expect(await statusOf(page, inRed.id)).toBe('REFERRED');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('Undone')).toBeVisible();
  expect(await statusOf(page, inRed.id)).toBe('CREATED');

  await scan(page, inRed.reference);
  await expect(verdict(page).getByText('a reference proves nothing')).toBeVisible();
  await verdict(page).getByRole('button', { name: 'Next person' }).click();
  await scan(page, 'CX998877');
  await expect(verdict(page).getByRole('heading', { name: 'Not found here' })).toBeVisible();
  await expect(verdict(page)).toContainText('Ask for the code or the reference.');
  await expectAccessible(page);
  await verdict(page).getByRole('button', { name: 'Next person' }).click();
  await scan(page, 'ARR-2026-9999999');
  await expect(verdict(page)).toContainText('ARR-2026-9999999');
  await expect(verdict(page)).not.toContainText('Ask for the code or the reference.');
});

test('a check of nothing says at the field what is missing, and its error leads there', async ({ page }) => {
  await signIn(page, 'border-officer', '/staff/gate');
  await page.getByRole('button', { name: 'Check' }).click();
  const error = page.getByTestId('error-summary').getByRole('link', { name: 'Scan a code or type a reference' });
  await error.click();
  await expect(typed(page)).toBeFocused();
  await expect(typed(page)).toHaveAccessibleDescription('Scan a code or type a reference');
  await expectAccessible(page);
});

test('an officer who has switched single keys off decides with the buttons alone', async ({ page }) => {
  const { members } = await registerGroup(page, 'arrival', [{}], today());
  const [person] = members as [(typeof members)[number]];
  const code = await readCode(page, `${api}/${person.id}/qr?code=seal`);
  await signIn(page, 'border-officer', '/staff/gate');
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  await page.getByRole('checkbox', { name: /Use single keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await scan(page, code);
  const record = verdict(page).getByRole('button', { name: 'Record arrival', exact: true });
  await expect(record).toBeVisible();
  await expect(verdict(page).locator('kbd')).toHaveCount(0);
  for (const key of ['a', 'r', 'n', 'Enter']) await page.keyboard.press(key, { delay: 100 });
  await record.click();
  await expect(page.getByText('Arrival recorded')).toBeVisible();
  expect(await statusOf(page, person.id)).toBe('ARRIVED');
});

test('a traveller without a warning is referred with a reason for a second look', async ({ page }) => {
  const { members } = await registerGroup(page, 'arrival', [{}], today());
  const [person] = members as [(typeof members)[number]];
  const code = await readCode(page, `${api}/${person.id}/qr?code=seal`);
  await signIn(page, 'border-officer', '/staff/gate');
  await scan(page, code);
  const reason = verdict(page).getByRole('textbox', { name: 'Reason to refer (optional)' });
  // Enter without a reason decides nothing, nor does the Enter of a hand scanner that has typed a code into the field.
  await reason.press('Enter');
  await reason.fill(code);
  await reason.press('Enter');
  await expect(reason).toHaveValue('');
  // Words that stand there already stay.
  await reason.fill(`Two phones ${code}`);
  await reason.press('Enter');
  await expect(reason).toHaveValue('Two phones');
  expect(await statusOf(page, person.id)).toBe('CREATED');
  await reason.fill('The photo is of somebody else');
  await verdict(page).getByRole('button', { name: 'Refer' }).click();
  await expect(page.getByText('Referred')).toBeVisible();
  const { model } = await (await page.request.get(`${api}/${person.id}/document`)).json();
  expect(model.documentStatus).toBe('REFERRED');
  expect(JSON.stringify(model.actions)).toContain('The photo is of somebody else');
});

test('Enter on a link of the verdict follows the link and records nothing', async ({ page }) => {
  const { members } = await registerGroup(page, 'arrival', [{}, {}], today());
  const [person] = members as [(typeof members)[number]];
  const code = await readCode(page, `${api}/${person.id}/qr?code=seal`);
  await signIn(page, 'border-officer', '/staff/gate');
  await scan(page, code);
  // A window that is opened with Shift is no popup of this page.
  const opened = page.context().waitForEvent('page');
  await verdict(page).getByRole('link', { name: 'Travels in a group: open it' }).press('Shift+Enter');
  const group = await opened;
  await expect(group.getByRole('heading', { level: 1 })).toBeVisible();
  await group.close();
  await expect(verdict(page).getByRole('button', { name: 'Record arrival' })).toBeVisible();
  expect(await statusOf(page, person.id)).toBe('CREATED');
  await verdict(page).getByRole('button', { name: 'Open the declaration' }).press('Enter');
  await expect(page).toHaveURL(/\/other\/traveller\/declaration\/view\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await statusOf(page, person.id)).toBe('CREATED');
});

test('a lane goes on without a connection, and what it decided is there afterwards, once', async ({ page }) => {
  const { members } = await registerGroup(page, 'arrival', [{}, {}], today());
  const [first, second] = members as [(typeof members)[number], (typeof members)[number]];
  const codes = [await readCode(page, `${api}/${first.id}/qr?code=seal`), await readCode(page, `${api}/${second.id}/qr?code=seal`)] as const;
  await signIn(page, 'border-officer', '/staff/gate');
  await expect(page.getByText(/Lists \d+ min old/)).toBeVisible();
  // After this, the code of the verdict screen is loaded, so it also works offline.
  await scan(page, 'CX998877');
  await verdict(page).getByRole('button', { name: 'Next person' }).click();

  await page.context().setOffline(true);
  await expect(page.getByText('No connection: the lane goes on')).toBeVisible();
  await scan(page, codes[0]);
  await expect(verdict(page).getByText('Checked on this device, without a connection')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('1 decision waits')).toBeVisible();
  await scan(page, codes[0]);
  await expect(verdict(page).getByText('Already recorded')).toBeVisible();
  await verdict(page).getByRole('button', { name: 'Next person' }).click();
  await scan(page, codes[1]);
  // A key press has an effect only when the verdict is shown.
  await expect(verdict(page).getByText('Checked on this device, without a connection')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('2 decisions wait')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(page.getByText('Undone')).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText(/decisions? waits?/)).toHaveCount(0);
  await expect(page.getByText('Connected')).toBeVisible();
  expect([await statusOf(page, first.id), await statusOf(page, second.id)]).toEqual(['ARRIVED', 'CREATED']);
  const { model } = await (await page.request.get(`${api}/${first.id}/document`)).json();
  expect(model.actions.map(({ action }: { action: string }) => action)).toEqual(['register', 'arrival']);

  // The decision that was sent meanwhile is undone in the portal.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => statusOf(page, first.id)).toBe('CREATED');
});

test('a passport is compared without a connection by its number and date of birth, and the answer is about what was compared @phone', async ({ page }) => {
  const { members } = await registerGroup(page, 'arrival', [{ travellerCode: 'RA-45', birthDate: '1985-11-02' }], today());
  const [person] = members as [(typeof members)[number]];
  const code = await readCode(page, `${api}/${person.id}/qr?code=seal`);
  await signIn(page, 'border-officer', '/staff/gate');
  await expect(page.getByText(/Lists \d+ min old/)).toBeVisible();
  await scan(page, 'CX998877');
  await verdict(page).getByRole('button', { name: 'Next person' }).click();
  await page.context().setOffline(true);
  await scan(page, code);
  const number = verdict(page).getByRole('textbox', { name: 'Passport number' });
  const compare = verdict(page).getByRole('button', { name: 'Compare with the passport' });
  const isAnother = verdict(page).getByText('The code belongs to another passport');
  await compare.click();
  await expect(number).toBeFocused();
  await expect(verdict(page).getByText('Enter the passport number')).toBeVisible();
  await expect(verdict(page).getByText('Date of birth must be a real date, such as 27 3 1980')).toBeVisible();
  await expect(isAnother).toBeHidden();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await number.fill('ra 46');
  await verdict(page).getByRole('textbox', { name: 'Day' }).fill('2.11.1985');
  await compare.click();
  await expect(isAnother).toBeVisible();
  await number.fill('ra 45');
  await expect(isAnother).toBeHidden();
  await number.press('Enter');
  await expect(verdict(page).getByText('The code belongs to this passport')).toBeVisible();
  // The next journey has the same context.
  await page.context().setOffline(false);
});

test('a decision that the server could not record is said to have failed, and can be made again', async ({ page }) => {
  const { members } = await registerGroup(page, 'arrival', [{}], today());
  const [person] = members as [(typeof members)[number]];
  const code = await readCode(page, `${api}/${person.id}/qr?code=seal`);
  await signIn(page, 'border-officer', '/staff/gate');
  await scan(page, code);
  await expect(verdict(page).getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/v1/gate/decisions', (route) => route.fulfill({ status: 500, body: '' }));
  await page.keyboard.press('a');
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  expect(await statusOf(page, person.id)).toBe('CREATED');
  await page.unroute('**/v1/gate/decisions');
  await scan(page, code);
  await expect(verdict(page).getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('Arrival recorded')).toBeVisible();
  expect(await statusOf(page, person.id)).toBe('ARRIVED');
});

test('a decision that waits at the gate outlives a sign-out', async ({ page, context }) => {
  const { members } = await registerGroup(page, 'arrival', [{}], today());
  const [{ id }] = members as [(typeof members)[number]];
  const code = await readCode(page, `${api}/${id}/qr?code=seal`);
  await signIn(page, 'border-officer', '/staff/gate');
  await expect(page.getByText(/Lists \d+ min old/)).toBeVisible();
  await scan(page, 'CX998877');
  await verdict(page).getByRole('button', { name: 'Next person' }).click();
  await context.setOffline(true);
  await scan(page, code);
  await expect(verdict(page).getByText('Checked on this device, without a connection')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('1 decision waits')).toBeVisible();

  const elsewhere = await context.newPage();
  page.on('dialog', (dialog) => dialog.accept());
  await page.close();
  await context.setOffline(false);
  await elsewhere.goto('/');
  await signOutByButton(elsewhere);
  expect(await statusOf(elsewhere, id)).toBe('CREATED');

  await signIn(elsewhere, 'border-officer', '/staff/gate');
  await expect.poll(() => statusOf(elsewhere, id)).toBe('ARRIVED');
});
