import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { chooseLanguage } from '../../support/choose-language.ts';
import { signIn, signInQuietly, signOut } from '../../support/sign-in.ts';
import { register } from '../routes/documents.ts';
import { dayFrom } from './travellers.ts';

const screen = '/staff/lane-rules';
const view = '/other/traveller/declaration/view';
/** Passport numbers that no other journey has, so that the rules of one journey affect only its own travellers. */
const mark = () => `LR${String(Date.now()).slice(-8)}`;
const traveller = (page: Page, passport: string, numberOfBaggages: number) =>
  register(page, 'arrival', { arrivalDate: dayFrom(0), travellerCode: passport, numberOfBaggages });
const cell = (page: Page, rule: number, name: string) => page.getByRole('textbox', { name: `Rule ${rule}, ${name}`, exact: true });
const laneOf = (page: Page, lane: 'Red lane' | 'Green lane') => page.locator('.portal-lane--large', { hasText: lane });

test('a lane table is written, tried, put in force by a second person, overridden by an officer, counted and taken back', async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 900 });
  const passports = mark();
  const code = `JOURNEY-${passports}`;
  const past = await traveller(page, `${passports}A`, 9);
  await traveller(page, `${passports}B`, 1);

  // One person writes the rule, using the keyboard in the table.
  await signIn(page, 'admin', screen);
  await expect(page.getByRole('row', { name: /Merchandise.*Always in force/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New table' }).click();
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByLabel('Name in English').fill('Many bags');
  await page.getByLabel('Name in Portuguese').fill('Muitos volumes');
  await page.getByLabel(/^Red lane expected/).fill('5');
  await page.getByLabel('What the conditions look at').selectOption('passport');
  await page.getByRole('button', { name: 'Add a column' }).click();
  await page.getByLabel('What the conditions look at').selectOption('bags');
  await page.getByRole('button', { name: 'Add a column' }).click();
  await page.getByRole('button', { name: /^Remove the column Nationality/ }).click();
  await cell(page, 1, 'Passport number').fill(passports);
  await cell(page, 1, 'Number of bags').fill('>= 5');
  await cell(page, 1, 'Reason in English').fill('Many bags for a short stay');
  await cell(page, 1, 'Reason in Portuguese').fill('Muitos volumes para uma estadia curta');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  // The service reports the cell that is wrong.
  await expect(page.getByTestId('error-summary')).toContainText(`Rule 1, Passport number: ${passports}: put texts in quotation marks`);
  await expectAccessible(page);
  await page.getByTestId('error-summary').getByRole('link').first().click();
  await expect(cell(page, 1, 'Passport number')).toBeFocused();
  await expect(cell(page, 1, 'Passport number')).toHaveAccessibleDescription(/quotation marks/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(`starts with(?, "${passports}")`);
  // An empty rule is added below and moved above the first one; it is deleted again later.
  await page.keyboard.press('Control+Enter');
  await expect(cell(page, 2, 'Passport number')).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(cell(page, 1, 'Passport number')).toBeFocused();
  await expect(cell(page, 2, 'Number of bags')).toHaveValue('>= 5');
  await page.keyboard.press('Enter');
  await expect(cell(page, 2, 'Passport number')).toBeFocused();
  // The button moves the rule. When the rule reaches the end of the table, the focus goes to a place where another key press has no effect.
  await page.getByRole('button', { name: 'Move rule 2 up' }).focus();
  await page.keyboard.press('Enter');
  await expect(cell(page, 1, 'Passport number')).toBeFocused();
  await expect(cell(page, 1, 'Number of bags')).toHaveValue('>= 5');
  await page.getByRole('button', { name: 'Move rule 1 down' }).click();
  await cell(page, 1, 'Passport number').focus();
  await page.keyboard.press('Control+Delete');
  await expect(cell(page, 1, 'Number of bags')).toHaveValue('>= 5');
  await expect(cell(page, 2, 'Passport number')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByText('The draft is saved.')).toBeVisible();
  const address = new URL(page.url()).pathname;

  // The draft is tried on past declarations. Its author cannot put it in force.
  await expect(page.getByText(/another person puts it in force/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put in force' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Try' }).click();
  await expect(page.getByText(/^The trial is done: 1 of [\d,]+ declarations would change lane\.$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Declarations that would change lane' }).getByRole('row', { name: past.reference })).toContainText('Red lane');
  await expect(page.getByRole('region', { name: 'How often each rule applied' }).getByRole('row').nth(1)).toContainText('Many bags for a short stay');
  await expect(page.getByRole('region', { name: 'Load by lane and hour of the day' }).getByRole('row')).not.toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect((await page.request.get(`/api/declarations/v1/traveller/declaration/${past.id}/qr`)).status()).toBeLessThan(500);
  await signOut(page);

  // Another person puts it in force.
  await signIn(page, 'admin-2', address);
  await page.getByRole('button', { name: 'Put in force' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(`Put ${code}, version 1 in force from`);
  await expect(dialog).toContainText('1 of');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Put in force' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The table is in force.' })).toBeFocused();
  await signOut(page);

  // New declarations get the lane of the rule; officers also see the reason and the version of the table.
  const caught = await traveller(page, `${passports}C`, 7);
  const free = await traveller(page, `${passports}D`, 2);
  await signIn(page, 'border-supervisor', `${view}/${caught.id}`);
  await expect(laneOf(page, 'Red lane')).toBeVisible();
  await expect(page.getByText('Many bags for a short stay')).toBeVisible();
  await expect(page.getByText(`(${code}/1/1)`)).toBeVisible();
  await expect(page.getByText(`Decided by ${code}/1`, { exact: false })).toBeVisible();
  await expectAccessible(page);
  // A supervisor reads the table and its trial, and opens a declaration that the trial lists.
  await page.goto(address);
  await page.getByRole('region', { name: 'Declarations that would change lane' }).getByRole('link', { name: past.reference }).click();
  await expect(laneOf(page, 'Green lane')).toBeVisible();
  await page.goto(`${view}/${free.id}`);
  await expect(laneOf(page, 'Green lane')).toBeVisible();

  // The officer moves a declaration to the other lane, and gives a reason.
  await page.goto(`${view}/${caught.id}`);
  await page.getByRole('button', { name: 'Move to the other lane' }).click();
  await expect(page.getByTestId('error-summary')).toContainText(/comment/i);
  await page.getByRole('textbox', { name: /^Comment/ }).fill('A crew member');
  await page.getByRole('button', { name: 'Move to the other lane' }).click();
  await expect(laneOf(page, 'Green lane')).toBeVisible();
  await expect(page.getByText('Moved to this lane by Beatriz Supervisor: A crew member')).toBeVisible();

  // The board counts the declarations of the rule and those that were moved, and each number opens its list.
  await page.goto('/staff/board');
  const rows = page.getByRole('region', { name: 'Arrival declarations', exact: true });
  for (const title of ['Red lane by rule', 'Moved to the other lane by officers, by rule']) {
    const chart = rows.getByRole('group', { name: `Arrival declarations: ${title}`, exact: true });
    await chart.locator('summary').click();
    const row = chart.getByRole('row', { name: new RegExp(`${code}/1/1`) });
    await expect(row.getByRole('cell').nth(1)).toHaveText(/^1\b/);
    await row.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Arrival declarations' })).toBeVisible();
    await expect(page.locator('.portal-list__count strong')).toHaveText(/^1\b/);
    await expect(page.getByRole('link', { name: caught.reference })).toBeVisible();
    await page.goBack();
    await expect(rows).toBeVisible();
  }
  await expectAccessible(page);
  await signOut(page);

  // The table is withdrawn with a reason, and then no longer affects any declaration.
  await signIn(page, 'admin', address);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Say why');
  await expectAccessible(page);
  await dialog.getByLabel('Why is it withdrawn?').fill('Too many crew members');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The table is withdrawn.' })).toBeFocused();
  await expect(page.getByText('Too many crew members')).toBeVisible();
  await signOut(page);
  const after = await traveller(page, `${passports}E`, 9);
  await signIn(page, 'border-supervisor', `${view}/${after.id}`);
  await expect(laneOf(page, 'Green lane')).toBeVisible();
  // Declarations that were decided before keep their reasons.
  await page.goto(`${view}/${caught.id}`);
  await expect(page.getByText('Many bags for a short stay')).toBeVisible();
});

test('the difference of two versions of a lane table', async ({ page }) => {
  const code = `COMPARE-${mark()}`;
  await signIn(page, 'admin', screen);
  const { csrfToken } = await (await page.request.get('/auth/session')).json();
  const write = async (rules: object[], more: object = {}): Promise<string> => {
    const data = { code, name: { en: 'Compared', pt: 'Comparada' }, inputs: ['bags'], effectiveFrom: '2999-01-01', rules, ...more };
    const answer = await page.request.post('/api/declarations/v1/lane-rules', { data, headers: { 'X-CSRF-Token': csrfToken } });
    expect(answer.status()).toBe(201);
    return (await answer.json()).model.id;
  };
  const rule = (test: string, words = test) => ({ when: [test], lane: 'RED', reason: { en: words, pt: words } });
  const first = await write([rule('>= 9'), rule('7'), rule('5')]);
  const second = await write([rule('>= 9'), rule('[7..8]'), rule('5'), rule('null')], { expectedRed: 3 });
  await page.goto(`${screen}/${second}`);
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(`${screen}/${second}/compare/${first}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Version 1 and version 2' })).toBeVisible();
  await expect(page.getByText('2 rules differ, 2 are the same.')).toBeVisible();
  const changes = page.getByRole('region', { name: 'Decision table' });
  await expect(changes.getByRole('row', { name: /^Changed/ })).toContainText('[7..8]');
  await expect(changes.getByRole('row', { name: /^Added/ })).toContainText('null');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Show the rules that are the same').check();
  await expect(changes.getByRole('row', { name: /^Same/ })).toHaveCount(2);
});

test('a draft of a lane table that was changed elsewhere first is saved after its new version is loaded, with what was typed', async ({ page }) => {
  await signIn(page, 'admin', screen);
  const { csrfToken } = await (await page.request.get('/auth/session')).json();
  const headers = { 'X-CSRF-Token': csrfToken };
  const rules = [{ when: ['>= 9'], lane: 'RED', reason: { en: 'Many', pt: 'Muitas' } }];
  const data = { code: `STALE-${mark()}`, name: { en: 'Bags', pt: 'Malas' }, inputs: ['bags'], effectiveFrom: '2999-01-01', rules };
  const { model } = await (await page.request.post('/api/declarations/v1/lane-rules', { data, headers })).json();
  const path = `/api/declarations/v1/lane-rules/${model.id}`;
  await page.goto(`${screen}/${model.id}/edit`);
  await page.getByLabel('Name in English').fill('Many bags');
  const elsewhere = { ...data, name: { en: 'Bags', pt: 'Volumes' }, version: 1 };
  expect((await page.request.put(path, { data: elsewhere, headers })).status()).toBe(200);
  // With another language the table is loaded again, but nobody has asked for the newer version.
  await chooseLanguage(page, 'Português');
  await expect(page.getByRole('button', { name: 'Guardar o rascunho' })).toBeVisible();
  await chooseLanguage(page, 'English');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Adao Admin changed it on');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Load the new version' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Name in Portuguese')).toHaveValue('Volumes');
  await expect(page.getByLabel('Name in English')).toHaveValue('Many bags');
  await page.getByRole('button', { name: 'Save the draft' }).click();
  await expect(page.getByText('The draft is saved.')).toBeVisible();
  expect((await (await page.request.get(path)).json()).model.name).toEqual({ en: 'Many bags', pt: 'Volumes' });
});

test('a watch list takes persons, never shows them again, and lets them go', async ({ page }) => {
  const passports = mark();
  const code = `W-${passports}`;
  await signIn(page, 'admin', screen);
  await page.getByRole('button', { name: 'Watch lists' }).click();
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible();
  await page.getByLabel('Persons, a line each').fill(`${passports}X;;;Seen twice\n;Zoë Watched;1980-13-40`);
  await page.getByRole('button', { name: 'Add persons' }).click();
  // All lines or none are accepted, and the second line is wrong.
  await expect(page.getByTestId('error-summary')).toContainText(/^.*Line 2:/s);
  await expectAccessible(page);
  await page.getByLabel('Persons, a line each').fill(`${passports}X;;;Seen twice\n;Zoë Watched;27/03/1980`);
  await page.getByRole('button', { name: 'Add persons' }).click();
  await expect(page.getByText('2 added. What was sent is not shown again.')).toBeVisible();
  const entries = page.getByRole('region', { name: 'On the list, the newest first' });
  await expect(entries.getByRole('row')).toHaveCount(3);
  await expect(entries).toContainText('Seen twice');
  expect(await page.locator('main').innerText()).not.toMatch(new RegExp(`${passports}X|Watched`));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Persons, a line each').fill(`${passports}X`);
  await page.getByRole('button', { name: 'Take persons off' }).click();
  await expect(page.getByText('1 taken off the list.')).toBeVisible();
  await expect(entries.getByRole('row')).toHaveCount(2);
  await entries.getByRole('button', { name: /^Take off/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Take this person off the list?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(entries.getByRole('row')).toHaveCount(2);
  await entries.getByRole('button', { name: /^Take off/ }).click();
  await question.getByRole('button', { name: 'Take off' }).click();
  await expect(entries).toContainText('Nobody is on this list');
  await expect(page.getByRole('alert')).toBeFocused();
  await signOut(page);
  // Supervisors may read the tables but not the watch lists; officers may read neither.
  await signInQuietly(page, 'border-supervisor');
  await page.goto(`${screen}/watch-lists/${code}`);
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
  await page.goto(screen);
  await expect(page.getByRole('heading', { level: 1, name: 'Lane rules' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New table' })).toHaveCount(0);
  await signOut(page);
  await signInQuietly(page, 'border-officer');
  await page.goto(screen);
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
});
