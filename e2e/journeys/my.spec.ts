import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { chooseLanguage } from '../support/choose-language.ts';
import { Keyboard } from '../support/keyboard.ts';
import { signIn, signInQuietly } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';
import { register } from './routes/documents.ts';

const own = (page: Page, reference: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: reference });

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('a person who is signed in finds what they registered over all areas, each with its standing and next step', async ({ page }) => {
  const { expectQuiet } = watch(page);
  await signInQuietly(page, 'applicant');
  const departure = await register(page, 'departure');
  const licence = await register(page, 'licence');
  const trip = await register(page, 'trip');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'My applications' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My applications' })).toBeVisible();
  for (const { reference } of [departure, licence, trip]) await expect(own(page, reference)).toBeVisible();
  await expect(own(page, licence.reference)).toContainText('Submitted');
  await expect(own(page, licence.reference)).toContainText(/Next step.*verif/is);
  await expectFine(page);
  await chooseLanguage(page, 'Português');
  await expect(page.getByRole('heading', { level: 1, name: 'Os meus pedidos' })).toBeVisible();
  // Texts from the service are in the language of the page too.
  await expect(own(page, licence.reference)).toContainText('Submetid');
  await expect(own(page, licence.reference)).toContainText('Licença profissional');
  await expectFine(page);
  await chooseLanguage(page, 'English');
  await own(page, trip.reference).getByRole('button', { name: /^Open/ }).click();
  await expect(page).toHaveURL(new RegExp(`/${trip.id}$`));
  await expect(page.getByText(trip.reference).first()).toBeVisible();
  expectQuiet();
});

test('if a service is down, only its own rows are missing', async ({ page }) => {
  await signInQuietly(page, 'applicant');
  const departure = await register(page, 'departure');
  const trip = await register(page, 'trip');
  const down = '**/api/trips/**/mine';
  await page.route(down, (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"title":"x","status":503}' }));
  await page.goto('/my');
  const notice = page.getByRole('alert').filter({ hasText: 'cannot be listed at the moment' });
  await expect(notice).toContainText(/trip/i);
  await expect(own(page, departure.reference)).toBeVisible();
  await expect(own(page, trip.reference)).toHaveCount(0);
  await expectFine(page);
  await page.unroute(down);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(own(page, trip.reference)).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('people see only what they registered themselves, and without an account they are told how to return', async ({ page, browser, baseURL }) => {
  await signInQuietly(page, 'applicant');
  const { reference } = await register(page, 'departure');
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  await signInQuietly(elsewhere, 'cashier');
  await elsewhere.goto('/my');
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'My applications' })).toBeVisible();
  await expect(elsewhere.getByText('You have registered nothing yet').or(elsewhere.locator('.shell-my'))).toBeVisible();
  await expect(own(elsewhere, reference)).toHaveCount(0);
  await elsewhere.context().clearCookies();
  await elsewhere.goto('/my');
  await expect(elsewhere.getByRole('main')).toContainText(
    'A declaration or licence that you registered without an account you find with the search of its service',
  );
  await expectFine(elsewhere);
  await elsewhere.context().close();
});

test('a person downloads all data about them, as JSON and as PDF', async ({ page }) => {
  await signInQuietly(page, 'applicant');
  const { reference } = await register(page, 'licence');
  await page.goto('/my');
  await expect(own(page, reference)).toBeVisible();
  for (const [format, start] of [
    ['JSON', '{'],
    ['PDF', '%PDF-'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: `Professional licences as ${format}` })
      .or(page.getByRole('button', { name: `Professional licence as ${format}` }))
      .click();
    const file = readFileSync(await (await download).path());
    expect(file.toString('latin1').trimStart().slice(0, start.length)).toBe(start);
    if (format === 'JSON') expect(file.toString()).toContain(reference);
  }
});

test('a person asks for erasure, and the office answers a case with a deadline, with the keyboard alone', async ({ page, browser, baseURL }) => {
  await signInQuietly(page, 'applicant');
  const { id, reference } = await register(page, 'departure');
  await page.goto('/my');
  await own(page, reference)
    .getByRole('button', { name: /^Ask for erasure/ })
    .click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^Ask for erasure: .*${reference}`) });
  await expect(dialog).toContainText('within 30 days');
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('I do not travel');
  await dialog.getByRole('button', { name: 'Ask for erasure' }).click();
  await expect(dialog.getByRole('status')).toContainText('Your request was received');
  await expect(dialog).toContainText(/The office answers by \d+ \w+ \d{4}/);
  await expect(dialog).toContainText('Kept');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
  await expect(own(page, reference)).toContainText(/Erasure\s*The office answers by/);
  await expect(own(page, reference).getByRole('button', { name: /^Ask for erasure/ })).toHaveCount(0);

  const office = await (await browser.newContext({ baseURL, locale: 'en-GB', timezoneId: 'Asia/Dili' })).newPage();
  await signIn(office, 'border-supervisor', '/staff');
  const keyboard = new Keyboard(office);
  await expect(office.getByRole('navigation', { name: 'Staff areas' }).getByRole('link', { name: 'Requests for erasure' })).toBeVisible();
  await keyboard.to('Requests for erasure');
  await office.keyboard.press('Enter');
  await expect(office.getByRole('heading', { level: 1, name: 'Requests for erasure' })).toBeVisible();
  const request = office.getByRole('region', { name: new RegExp(reference) });
  await expect(request).toContainText('I do not travel');
  await expect(request).toContainText(/Answer by\s*\d+ \w+ \d{4}/);
  await expectFine(office);
  await keyboard.answer(`Comment ${reference}`, 'The declaration is needed until the journey is over');
  await keyboard.to(`Refuse the request of ${reference}`);
  await office.keyboard.press('Enter');
  await expect(office.getByRole('alert').filter({ hasText: `The request of ${reference} was refused.` })).toBeFocused();
  await expect(request).toHaveCount(0);
  await chooseLanguage(office, 'Português');
  await expect(office.getByRole('heading', { level: 1, name: 'Pedidos de apagamento' })).toBeVisible();
  await expectFine(office);
  await office.context().close();

  await page.goto('/my');
  await expect(own(page, reference)).toContainText('It was refused. The declaration is needed until the journey is over');
  expect((await page.request.get(`/api/declarations/v1/departure/declaration/${id}/document`)).status()).toBe(200);
});

test('staff without the right to answer requests for erasure do not see them', async ({ page }) => {
  await signIn(page, 'border-officer', '/staff/erasure');
  await expect(page.getByRole('heading', { level: 1, name: 'You do not have permission to see this page' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Requests for erasure', includeHidden: true })).toHaveCount(0);
});
