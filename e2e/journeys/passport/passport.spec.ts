import { expect, type Page, test } from '@playwright/test';
import { pngOf } from '@portal/web-kit/passport-testing';
import { aHolder, answerLicence, licenceHome } from '../../answers/licence.ts';
import { tripHome } from '../../answers/trip.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { Form } from '../../support/form.ts';
import { holder, passportLines, passportPhoto, withWrongExpiry } from '../../support/passport.ts';
import { signIn } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { arrivalHome, aVisitor, fillResidency } from '../declarations/travellers.ts';

const departure = '/eservice/departure/declaration';
const sharp = () => ({ name: 'passport.png', mimeType: 'image/png', buffer: pngOf(passportPhoto().picture) });
const blurred = () => ({ name: 'blurred.png', mimeType: 'image/png', buffer: pngOf(passportPhoto(false).picture) });

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Scan your passport' }).click();
  return page.getByRole('dialog', { name: 'Scan a passport or identity card' });
};
const choosePhoto = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a photo' }).click();
  await (await chooser).setFiles(file);
};
const expectFilled = async (page: Page) => {
  await expect(page.locator('#field-travellerCode')).toHaveValue(holder.number);
  await expect(page.locator('#field-lastName')).toHaveValue(holder.lastName);
  await expect(page.locator('#field-firstName')).toHaveValue(holder.firstName);
  await expect(page.getByRole('group', { name: /^Date of birth/ }).getByLabel('Year')).toHaveValue('1980');
  await expect(page.getByRole('group', { name: /^Passport expiry date/ }).getByLabel('Year')).toHaveValue('2031');
  await expect(page.getByRole('combobox', { name: /^Nationality/ })).toHaveValue('Germany');
};

test('a photo of a passport fills the form in, and no request carries it @phone', async ({ page }) => {
  const faults = watch(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    const body = request.postDataBuffer() ?? Buffer.alloc(0);
    // The page reports its performance in a few numbers; these requests are allowed.
    if (!request.url().endsWith('/telemetry') && request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
    if (body.length > 2_000 || body.includes(holder.number) || body.includes(holder.lastName)) sent.push(`${request.url()} with ${body.length} bytes`);
  });
  await page.goto(departure);
  const dialog = await openDialog(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await choosePhoto(page, sharp());
  const check = page.getByRole('dialog', { name: 'Check what was read' });
  await expect(check).toContainText(holder.number);
  await expect(check).toContainText('Germany');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The form stays empty until the person confirms.
  await expect(page.locator('#field-travellerCode')).toHaveValue('');
  await check.getByRole('button', { name: 'Fill in the form' }).click();
  await expect(dialog).toHaveCount(0);
  await expectFilled(page);
  expect(sent).toEqual([]);
  faults.expectQuiet();
});

test('a scan that fails is typed: each line tells what is wrong with it @phone', async ({ page }) => {
  await page.goto(departure);
  // If a typed name equals the name in the machine-readable zone, the form keeps the accents of the typed name.
  await page.locator('#field-lastName').fill('Müller');
  const dialog = await openDialog(page);
  await choosePhoto(page, blurred());
  await expect(dialog.getByRole('alert')).toContainText('No lines could be read');
  await dialog.getByRole('button', { name: 'Type the lines' }).click();
  const lines = dialog.getByRole('textbox', { name: 'The two or three lines' });
  const [first = '', second = ''] = passportLines();
  await lines.fill(`${first.slice(1)}\n${second}`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText('Line 1 must begin with P, I, A, C or V');
  await lines.fill(`${first}\n${second.replace('800327', '800328')}`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toContainText('Line 2: a digit of the date of birth is wrong');
  await expectAccessible(page);
  await lines.fill(`${first.toLowerCase()}\n${second}`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog', { name: 'Check what was read' }).getByRole('button', { name: 'Fill in the form' }).click();
  await expect(page.locator('#field-lastName')).toHaveValue('MÜLLER');
  await expect(page.locator('#field-firstName')).toHaveValue(holder.firstName);
});

test('of a photo with a part that cannot be relied on, what was left empty is said @phone', async ({ page }) => {
  await page.goto(departure);
  const dialog = await openDialog(page);
  // The check digit does not match the expiry date, so no value that depends on it is used.
  await choosePhoto(page, { name: 'passport.png', mimeType: 'image/png', buffer: pngOf(passportPhoto(true, withWrongExpiry()).picture) });
  const check = page.getByRole('dialog', { name: 'Check what was read' });
  await expect(check).toContainText('What was not read is not filled in');
  await expect(check.getByRole('heading')).toBeInViewport();
  await expectAccessible(page);
  await check.getByRole('button', { name: 'Fill in the form' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('#field-travellerCode')).toHaveValue(holder.number);
  await expect(page.getByRole('group', { name: /^Passport expiry date/ }).getByLabel('Year')).toHaveValue('');
  await expect(page.getByText('Still empty, to be filled in by hand: ')).toContainText('Expiry date');
  await expect(page.getByText('Still empty, to be filled in by hand: ')).not.toContainText('Document number');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('a passport is scanned on every screen that asks for one', async ({ page }) => {
  const scan = page.getByRole('button', { name: /^Scan .*passport/ });
  await page.goto(arrivalHome);
  await fillResidency(page, aVisitor());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Personal Details' })).toBeVisible();
  await expect(scan).toBeVisible();
  await page.goto(`${departure}?person=2`);
  await page.getByRole('button', { name: 'Add a person' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Person 2 of 2' })).toBeVisible();
  await expect(scan).toBeVisible();
  await page.goto(licenceHome);
  await answerLicence(new Form(page), aHolder(), () => expect(scan).toBeVisible());
  await page.goto(tripHome.I);
  await new Form(page).unfold();
  await expect(scan).toBeVisible();
});

test('officers search for the number of a passport that they scan, from the search, the gate and the scan page', async ({ page }) => {
  await signIn(page, 'border-officer', '/staff/search');
  for (const address of ['/staff/search', '/staff/gate', '/other/traveller/scan']) {
    await page.goto(address);
    await page.getByRole('button', { name: 'Scan a passport' }).click();
    await choosePhoto(page, sharp());
    await page.getByRole('button', { name: 'Search for this number' }).click();
    await expect(page).toHaveURL('/staff/search');
    await expect(page.locator('#search-text')).toHaveValue(holder.number);
    await expectAccessible(page);
  }
});

test('without a camera the dialog offers a photo and the typed lines', async ({ page }) => {
  await page.goto(departure);
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Use the camera' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The camera cannot be used');
  await expect(dialog.getByRole('button', { name: 'Choose a photo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Scan your passport' })).toBeFocused();
});

test('the reader is loaded when it is asked for, and its worker may connect to nothing', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const worker = page.waitForResponse((response) => /passport-worker/.test(response.url()));
  await page.goto(departure);
  await expect(page.getByRole('button', { name: 'Scan your passport' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /passport/i.test(new URL(url).pathname.split('/').pop() ?? ''))).toEqual([]);
  await openDialog(page);
  await choosePhoto(page, sharp());
  expect((await worker).headers()['content-security-policy']).toBe("default-src 'none'; script-src 'self'");
});
