import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { expectPortuguese } from '../../support/portuguese.ts';
import { readCode } from '../../support/read-code.ts';
import { callApi, signIn, signInQuietly, signOut } from '../../support/sign-in.ts';
import { registerGroup } from '../routes/documents.ts';
import { dayFrom } from './travellers.ts';

const api = '/api/declarations/v1/traveller/declaration';
const today = () => ({ arrivalDate: dayFrom(0) });
const ten = Array.from({ length: 10 }, () => ({}));
const red = { hasMerchandise: 'YES', goods: [{ description: 'Telephones', quantity: 40 }] };

const scanScreen = '/other/traveller/scan';
const codeOf = (page: Page, id: string) => readCode(page, `${api}/group/${id}/qr`);
const people = (page: Page) => page.getByRole('table', { name: 'People of the group' }).locator('tbody tr');
const statuses = (page: Page, name: string) => people(page).filter({ has: page.locator('strong', { hasText: new RegExp(`^${name}$`) }) });
const record = (page: Page) => page.locator('.portal-document__panel').getByRole('button', { name: /^Record arrival/ });
const historyOf = async (page: Page, id: string): Promise<string[]> => {
  const { model } = await (await page.request.get(`${api}/${id}/document`)).json();
  return model.actions.map(({ action }: { action: string }) => action);
};

test('ten people in the green lane are recorded at the gate with two actions: the code is scanned, one key records all', async ({ page }) => {
  const { id, reference, members } = await registerGroup(page, 'arrival', ten, today());
  const code = await codeOf(page, id);
  await signIn(page, 'border-officer', scanScreen);
  await page.getByRole('textbox').fill(code);
  // A scanner has typed the code; the two actions are Enter, and the key that records all.
  const actions: (() => Promise<void>)[] = [() => page.keyboard.press('Enter'), () => page.keyboard.press('a')];
  await actions[0]?.();
  await expect(page).toHaveURL(`/other/traveller/declaration/group/${id}?list=${encodeURIComponent(scanScreen)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Group of 10' })).toBeVisible();
  await expect(page.getByText('Genuine code')).toBeVisible();
  await expect(page.getByText(reference)).toBeVisible();
  await expect(people(page).getByRole('checkbox', { checked: true })).toHaveCount(10);
  await expect(record(page)).toContainText('Record arrival for all 10');
  await expect(record(page).locator('.portal-key')).toHaveText('A');
  await expectAccessible(page);
  await actions[1]?.();
  await expect(page.getByText('Record arrival: done for 10. Nobody is open.')).toBeVisible();
  await expect(statuses(page, 'Arrived')).toHaveCount(10);
  expect(actions.length).toBeLessThanOrEqual(2);
  await expectAccessible(page);
  for (const member of members) expect(await historyOf(page, member.id)).toEqual(['register', 'arrival']);
  // Back leads from a member to the group, and from there to the scanner.
  await page.getByRole('link', { name: members[0]?.name }).click();
  await expect(page).toHaveURL(new RegExp(`/view/${members[0]?.id}\\?list=`));
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Group of 10' })).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(scanScreen);
});

test('who is in the red lane stands first and stays open, who was dealt with elsewhere stays so, by keyboard alone and on a phone', async ({ page }) => {
  const { id, members } = await registerGroup(page, 'arrival', [{}, {}, {}, red, {}], today());
  const [, second, third, inRed] = members;
  await signInQuietly(page, 'border-officer');
  await page.goto(`/other/traveller/declaration/group/${id}`);
  await expect(people(page).first()).toContainText(inRed?.name ?? '');
  await expect(people(page).first()).toContainText('Merchandise');
  await expect(people(page).getByRole('checkbox', { checked: true })).toHaveCount(4);
  await expect(people(page).first().getByRole('checkbox')).not.toBeChecked();
  await expectNoSidewaysScroll(page);

  // A colleague records one person meanwhile: then nobody is recorded, and the screen says who that person was.
  await callApi(page, 'POST', `${api}/${second?.id}/actions/arrival`, { version: 1 });
  await expect(record(page)).toContainText('4 of 5');
  await page.keyboard.press('a');
  await expect(page.getByTestId('error-summary')).toContainText(second?.name ?? '');
  await expect(statuses(page, 'Arrived')).toHaveCount(1);
  await expect(record(page)).toContainText('3 of 4');
  expect(await historyOf(page, third?.id ?? '')).toEqual(['register']);
  await expectAccessible(page);
  await page.keyboard.press('a');
  await expect(page.getByText(`Record arrival: done for 3. Still open: ${inRed?.name}`)).toBeVisible();
  await expect(statuses(page, 'Arrived')).toHaveCount(4);
  expect(await historyOf(page, second?.id ?? '')).toEqual(['register', 'arrival']);
  expect(await historyOf(page, inRed?.id ?? '')).toEqual(['register']);

  // On a tablet, or on an enlarged screen, only the checkbox is in the narrow column of the checkboxes.
  for (const width of [640, 800]) {
    await page.setViewportSize({ width, height: 740 });
    for (const cell of await people(page).first().locator('td:not(:has(input))').all()) expect((await cell.boundingBox())?.width).toBeGreaterThan(100);
  }
  // On a phone, the button at the bottom of the screen reports that no person is chosen.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.locator('.portal-phone-bar').getByRole('button', { name: 'Record arrival' }).click();
  await expect(page.getByTestId('error-summary')).toContainText('Choose at least one person');
  await expectAccessible(page);
  await page.getByTestId('error-summary').getByRole('link').press('Enter');
  await expect(page.getByRole('checkbox', { name: `Choose ${inRed?.name}` })).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('a');
  await expect(page.getByText('Record arrival: done for 1. Nobody is open.')).toBeVisible();
  await expectAccessible(page);
});

test('a group that comes before its day is recorded with one comment for all', async ({ page }) => {
  const { id, members } = await registerGroup(page, 'arrival', [{}, {}], { arrivalDate: dayFrom(2) });
  await signIn(page, 'border-officer', `/other/traveller/declaration/group/${id}`);
  await expect(page.getByText(/To record the arrival earlier, say why in the comment/)).toBeVisible();
  await record(page).click();
  await expect(page.getByTestId('error-summary')).toContainText(/comment/i);
  await page.getByRole('textbox', { name: /^Comment/ }).fill('The ship came early');
  await record(page).click();
  await expect(statuses(page, 'Arrived')).toHaveCount(2);
  const { model } = await (await page.request.get(`${api}/${members[0]?.id}/document`)).json();
  expect(JSON.stringify(model.actions.at(-1))).toContain('The ship came early');
});

test('a group of departures is found by its reference, verified by one officer with its requirements, and approved by another', async ({ page }) => {
  const { id, reference, members } = await registerGroup(page, 'departure', [{}, {}, {}]);
  await signIn(page, 'border-officer', '/staff');
  const box = page.getByRole('combobox', { name: 'Search name, passport, plate, reference' });
  await box.fill(reference.toLowerCase());
  await page.getByRole('option', { name: new RegExp(reference) }).click();
  await expect(page).toHaveURL(`/other/departure/declaration/group/${id}`);
  const panel = page.locator('.portal-document__panel');
  const verify = panel.getByRole('button', { name: /^Verify for all 3/ });
  await expect(panel.getByRole('group', { name: 'Requirements' }).getByRole('checkbox', { checked: false })).toHaveCount(3);
  await expectAccessible(page);
  await verify.click();
  await expect(page.getByTestId('error-summary')).toContainText('3 of 3 requirements are not confirmed');
  await expect(statuses(page, 'Verified')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Confirm all' }).click();
  await verify.click();
  await expect(statuses(page, 'Verified')).toHaveCount(3);
  const { model } = await (await page.request.get(`/api/declarations/v1/departure/declaration/${members[2]?.id}/document`)).json();
  expect(model.requirements.map(({ confirmed }: { confirmed: boolean }) => confirmed)).toEqual([true, true, true]);
  // The officer who verified may not approve.
  await expect(panel.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await signOut(page);
  await signIn(page, 'border-supervisor', `/other/departure/declaration/view/${members[0]?.id}`);
  await expect(page.getByRole('heading', { name: 'Travels with 2 others' })).toBeVisible();
  await expect(page.getByRole('link', { name: members[1]?.name })).toHaveAttribute('href', `/other/departure/declaration/view/${members[1]?.id}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open the group' }).click();
  await panel.getByRole('button', { name: /^Approve for all 3/ }).click();
  await expect(statuses(page, 'Approved')).toHaveCount(3);
});

test('the code of a group tells the public what it is, and nothing of its people', async ({ page }) => {
  const { id, reference, members } = await registerGroup(page, 'arrival', ten, today());
  const { pathname } = new URL(await codeOf(page, id));
  await page.goto(pathname);
  await expect(page.getByRole('heading', { level: 1, name: 'This document is genuine' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('Group arrival declaration')).toBeVisible();
  await expect(main.getByText(reference)).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
  const answer = await page.request.get(`/api/declarations/v1/verify/${pathname.slice('/v/'.length)}`);
  expect(Object.keys(await answer.json()).sort()).toEqual(['genuine', 'issuedAt', 'kind', 'reference', 'title']);
  const html = await page.content();
  for (const member of members) for (const fact of [member.name, member.reference, member.id]) expect(html).not.toContain(fact);
  await expectAccessible(page);
});

test.describe('in Portuguese', () => {
  test.use({ locale: 'pt-PT' });
  test('a group is recorded at the gate in Portuguese', async ({ page }) => {
    const { id } = await registerGroup(page, 'arrival', [{}, red], today());
    await signInQuietly(page, 'border-officer');
    await page.goto(`/other/traveller/declaration/group/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Grupo de 2' })).toBeVisible();
    await expectPortuguese(page);
    await page
      .locator('.portal-document__panel')
      .getByRole('button', { name: /^Registar chegada/ })
      .click();
    await expect(page.getByText(/feito para 1/)).toBeVisible();
    await expectPortuguese(page);
  });
});
