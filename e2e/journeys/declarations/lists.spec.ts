import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { expectPortuguese } from '../../support/portuguese.ts';
import { signIn, signInQuietly, signOut } from '../../support/sign-in.ts';
import { dayFrom, passportEnd } from './travellers.ts';

const screen = '/other/traveller/import';
type Cells = Record<string, string>;

/** Returns the beginning of passport numbers that no other run has. */
const series = (): string => `L${Date.now().toString(36).toUpperCase()}`;

/** Returns a row that is valid in every column. */
const person = (passport: string, changes: Cells = {}): Cells => ({
  'typeDetails.code': 'CIT',
  originCode: 'PT',
  'flightDetails.code': 'DIL',
  embarkationPortCode: 'DPS',
  flightCode: 'QG500',
  flightNumber: 'QG500',
  arrivalDate: dayFrom(1),
  travellerCode: passport,
  nationalityCode: 'PT',
  expiryDate: passportEnd(),
  phoneNumber: '351912345678',
  firstName: 'Rita',
  lastName: 'Rotas',
  birthDate: '1985-11-02',
  gender: 'F',
  occupation: 'Pilot',
  accommodationType: 'HTL',
  accommodationName: 'Hotel Timor',
  address: 'Dili',
  declarations: 'NO',
  declarationsConfirmed: 'YES',
  numberOfBaggages: '1',
  hasMerchandise: 'NO',
  questions: 'NO',
  questionsConfirmed: 'YES',
  currencyStatus: 'NO',
  title: 'Ms',
  birthCityName: 'Lisboa',
  birthNationalityCode: 'PT',
  declaredStatus: 'YES',
  ...changes,
});

const csv = (rows: readonly Cells[]): Buffer => {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))];
  return Buffer.from(lines.map((line) => line.map((cell) => `"${cell}"`).join(',')).join('\r\n'));
};

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel(/^(The list|A lista)/).setInputFiles({ name, mimeType: 'text/csv', buffer });
}

async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto(screen);
  await choose(page, name, buffer);
  await page.getByRole('button', { name: /^(Send the list|Enviar a lista)/ }).click();
}

/** Returns the content of the file that a button downloads. */
async function downloaded(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFileSync(await (await download).path());
}

const faults = (page: Page) => page.getByRole('table', { name: 'Faults by row and column' }).locator('tbody tr');
const counts = (page: Page, total: number, registered: number, refused: number) =>
  expect(page.getByText(`Rows: ${total} · Registered: ${registered} · Refused: ${refused}`)).toBeVisible();

test('a list with a hundred faults is corrected and sent again, and nobody is registered twice', async ({ page }) => {
  const passports = series();
  // Fifty rows have two faults each, and twelve rows are valid.
  const rows = Array.from({ length: 62 }, (_, i) => person(`${passports}${i}`, i < 50 ? { gender: 'Q', expiryDate: '2001-01-01' } : {}));
  const list = csv(rows);
  await signIn(page, 'agent', screen);
  await expect(page.getByRole('heading', { level: 1, name: 'Lists of travellers' })).toBeVisible();
  await expectAccessible(page);
  await send(page, 'coach.csv', list);
  await expect(page).toHaveURL(new RegExp(`${screen}/[\\w-]{36}$`));
  await expect(page.getByText(/^12 rows are registered, 50 were refused/)).toBeVisible();
  await counts(page, 62, 12, 50);
  await expect(faults(page)).toHaveCount(40);
  await expect(faults(page).first()).toHaveText(/2.*expiryDate.*2001-01-01.*must not be before the day of travel/);
  await expect(faults(page).nth(1)).toHaveText(/2.*gender.*Q.*choose one from the list/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // On a phone each row is a card: all of it is inside the screen, and no date is broken.
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.getByRole('region', { name: 'Faults by row and column' }).evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
  const linesOf = (value: HTMLElement) => Math.round(value.offsetHeight / Number.parseFloat(getComputedStyle(value).lineHeight));
  expect(await faults(page).first().locator('code').evaluate(linesOf)).toBe(1);
  await page.setViewportSize(desk as NonNullable<typeof desk>);
  await page.getByRole('button', { name: 'Next page' }).first().click();
  await page.getByRole('button', { name: 'Next page' }).first().click();
  await expect(page.getByText('Page 3 of 3')).toBeVisible();
  await expect(faults(page)).toHaveCount(20);
  const lines = (await downloaded(page, 'Faults by row and column (CSV)')).toString().trim().split('\r\n');
  expect([lines.length, lines[1]?.startsWith('2,expiryDate,2001-01-01,')]).toEqual([101, true]);

  // Sending the same file again shows a notice, and registers nobody twice.
  const first = page.url();
  await send(page, 'coach.csv', list);
  await expect(page).toHaveURL(first);
  await expect(page.getByText(/^You sent this same file before/)).toBeVisible();
  await counts(page, 62, 12, 50);

  // The refused rows can be downloaded as a list; after they are corrected, sending it registers them.
  const refused = (await downloaded(page, 'Refused rows to correct (CSV)')).toString();
  expect(refused).toMatch(/^\ufeffrow,typeDetails\.code,.*,fault\r\n2,/);
  const corrected = refused.replaceAll(',Q,', ',F,').replaceAll('2001-01-01', passportEnd());
  await send(page, 'corrected.csv', Buffer.from(corrected));
  await expect(page.getByText('All 50 rows are registered.')).toBeVisible();
  await counts(page, 50, 50, 0);
  await expect(page.getByRole('table', { name: 'People by row of the list' }).locator('tbody tr')).toHaveCount(50);
  await expect(page.getByText('Green lane').first()).toBeVisible();
  await expectAccessible(page);
  // The whole list is sent with the corrections, although everybody is registered already.
  await send(page, 'coach.csv', csv(rows.map((row) => ({ ...row, gender: 'F', expiryDate: passportEnd() }))));
  await expect(page.getByText('All 62 rows are registered.')).toBeVisible();
  const codes = (await downloaded(page, 'All codes as a file (CSV)')).toString().trim().split('\r\n');
  expect(codes.length).toBe(63);
  expect(new Set(codes.slice(1).map((line) => line.split(',')[1])).size).toBe(62);
  expect((await downloaded(page, 'All QR codes (PDF)')).subarray(0, 5).toString()).toBe('%PDF-');
  await page.goto(screen);
  await expect(page.getByRole('link', { name: 'corrected.csv' }).first()).toBeVisible();
});

test('a file that cannot be read is refused by name, and one of all or nothing registers nobody', async ({ page }) => {
  const passports = series();
  await signIn(page, 'agent', screen);
  const button = page.getByRole('button', { name: 'Send the list' });
  const refusal = page.getByTestId('error-summary');
  await button.click();
  await expect(refusal).toContainText('Choose a file');
  const refusals: [string, Buffer, string][] = [
    ['old.csv', Buffer.from('travellerCode,firstName\r\nX1,Jo\xe3o', 'latin1'), 'not text in UTF-8'],
    ['other.csv', Buffer.from('name,age\r\nAna,7'), 'names of the columns'],
    ['empty.csv', Buffer.from('travellerCode\r\n'), 'no rows below its head'],
    ['broken.xlsx', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500)]), 'not a spreadsheet'],
    ['large.csv', Buffer.alloc(11 * 1024 * 1024, 'x'), 'must be 10 MB or smaller'],
  ];
  for (const [name, content, words] of refusals) {
    await choose(page, name, content);
    await button.click();
    await expect(refusal, name).toContainText(words);
  }
  await expectAccessible(page);
  await refusal.getByRole('link').click();
  await expect(page.getByLabel(/^The list/)).toBeFocused();

  await choose(page, 'all.csv', csv([person(`${passports}1`), person(`${passports}2`, { firstName: '=1+1' })]));
  await page.getByRole('radio', { name: /Register nobody until/ }).check();
  await button.click();
  await expect(page.getByText(/^Nobody was registered: 1 row is not right/)).toBeVisible();
  await expect(faults(page)).toHaveText(/3.*firstName.*=1\+1.*formula/i);
  await counts(page, 2, 0, 1);
  await expectAccessible(page);
});

test('the template is a list with the columns that are read, and lists are for agents alone', async ({ page }) => {
  await signIn(page, 'agent', screen);
  const template = (await downloaded(page, 'Template as CSV')).toString().trim().split(',');
  expect(template.slice(0, 2)).toEqual(['typeDetails.code', 'originCode']);
  expect((await downloaded(page, 'Template as spreadsheet (XLSX)')).subarray(0, 2).toString()).toBe('PK');
  // An agent sees no other work and no search here.
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Lists of travellers' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Board' })).toHaveCount(0);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  await signOut(page);
  await signIn(page, 'border-officer', screen);
  await expect(page.getByRole('heading', { level: 1, name: /permission/i })).toBeVisible();
});

test.describe('in Portuguese', () => {
  test.use({ locale: 'pt-PT' });
  test('an agent sends a list in Portuguese with the keyboard alone, at 320 pixels', async ({ page }) => {
    const passports = series();
    const keyboard = new Keyboard(page);
    await page.setViewportSize({ width: 320, height: 740 });
    await signInQuietly(page, 'agent');
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1, name: 'Listas de viajantes' })).toBeVisible();
    await expectPortuguese(page);
    // Start waiting early: if the wait began right before the key press, the file chooser could open before Playwright listens for it.
    const chooser = page.waitForEvent('filechooser');
    await keyboard.to('A lista');
    await page.keyboard.press('Enter');
    const buffer = csv([person(`${passports}1`), person(`${passports}2`, { gender: 'Q' })]);
    await (await chooser).setFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer });
    await keyboard.press('Enviar a lista');
    await expect(page.getByText(/^1 linha está registada, 1 foi recusada/)).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(2);
    await expectPortuguese(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const download = page.waitForEvent('download');
    await keyboard.go('Erros por linha e coluna (CSV)');
    expect((await download).suggestedFilename()).toBe('faults.csv');
    await keyboard.go('Voltar');
    await expect(page.getByRole('link', { name: 'lista.csv' }).first()).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
