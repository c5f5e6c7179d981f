import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { chooseLanguage } from '../support/choose-language.ts';
import { Form } from '../support/form.ts';
import { readCode } from '../support/read-code.ts';
import { callApi, sessionOf, signIn, signOutByButton } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';
import { arrivalHome, dayFrom } from './declarations/travellers.ts';
import { register } from './routes/documents.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Marks the page. A reload removes the mark. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'));
const expectSamePage = (page: Page) => expect(page.locator('body')).toHaveAttribute('data-same-page', 'yes');

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

test('the home page lists what a visitor can do and leads there @phone', async ({ page }) => {
  const { expectQuiet } = watch(page);
  await page.goto('/');
  await expectFine(page);
  const services = page.getByRole('main');
  await expect(services.getByRole('link', { name: 'Leaving', exact: true })).toBeVisible();
  await expect(services.getByText('passport and ticket')).toBeVisible();
  // The links that find a document again are behind one link.
  const finder = services.getByRole('link', { name: 'Find your arrival declaration' });
  await expect(finder).toBeHidden();
  await services.getByText('Find what you filed before').click();
  await expect(finder).toBeVisible();
  await mark(page);
  await services.getByRole('link', { name: 'Arriving', exact: true }).click();
  await expect(heading(page, 'Residency Details')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${arrivalHome}$`));
  await page.goBack();
  await expect(services.getByRole('link', { name: 'Leaving', exact: true })).toBeVisible();
  await expectSamePage(page);
  expectQuiet();
});

test('a switch of the language keeps what was typed, and the choice @phone', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await form.choose('Purpose of travel', 'Visitor');
  await form.find('Country of origin', 'Portugal');
  await form.find('Entry point', 'Batugade');
  // This point of entry changes the field into a list. Text typed before that would go into a field that is replaced.
  await page.getByRole('combobox', { name: /^Number plate, or on foot/ }).fill('BUS 7');
  await mark(page);
  await chooseLanguage(page, 'Português');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await expect(page.locator('#field-flightNumber')).toHaveValue('BUS 7');
  await expect(page.locator('#field-originCode')).toHaveValue('Portugal');
  await expectSamePage(page);
  await expectFine(page);
  const [answer] = await Promise.all([page.waitForResponse((response) => response.request().isNavigationRequest()), page.reload()]);
  expect(await answer.text()).toContain('lang="pt"');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await expect(page.locator('#field-flightNumber')).toHaveValue('BUS 7');
  await chooseLanguage(page, 'English');
  await expect(page.locator('#field-flightNumber')).toHaveValue('BUS 7');
});

test('an unknown address shows a message and links to the portal @phone', async ({ page }) => {
  const answer = await page.goto('/nowhere/at/all');
  expect(answer?.status()).toBe(404);
  await expect(heading(page, 'Page not found')).toBeVisible();
  await expect(page).toHaveTitle(/^Page not found/);
  await expectFine(page);
  await page.getByRole('link', { name: 'Go to the list of services' }).click();
  await expect(page.getByRole('link', { name: 'Arriving', exact: true })).toBeVisible();
});

test('a code says whether the document is genuine; an officer goes on to the document', async ({ page }) => {
  const { expectQuiet } = watch(page);
  const { id, reference } = await register(page, 'arrival');
  const { pathname } = new URL(await readCode(page, `/api/declarations/v1/traveller/declaration/${id}/qr`));
  expect(pathname).toMatch(/^\/v\/[\w-]+\.[\w-]+\.[\w-]+$/);

  await page.goto(pathname);
  await expect(heading(page, 'This document is genuine')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: reference })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open the document' })).toHaveCount(0);
  await expect(page.locator('main')).not.toContainText(id);
  await expectFine(page);

  const [head = '', statement = '', signature = ''] = pathname.slice(3).split('.');
  const other = JSON.parse(Buffer.from(statement, 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...other, r: 'ARR-2026-9999999' })).toString('base64url');
  await page.goto(`/v/${head}.${forged}.${signature}`);
  await expect(heading(page, 'This document is not genuine')).toBeVisible();
  await expect(page.getByText('ARR-2026-9999999')).toHaveCount(0);
  await expectFine(page);

  await page.goto('/v/nonsense');
  await expect(heading(page, 'This is no code of this service')).toBeVisible();
  await expectFine(page);

  await signIn(page, 'border-officer', pathname);
  await expect(heading(page, 'This document is genuine')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Open the document' }).click();
  await expect(page).toHaveURL(new RegExp(`/other/traveller/declaration/view/${id}$`));
  await expect(page.getByText(reference).first()).toBeVisible();
  expectQuiet();
});

test('an expired code says that it has expired, and opens nothing', async ({ page }) => {
  const { id, reference } = await register(page, 'trip', { expectedDate: dayFrom(10) });
  const { pathname } = new URL(await readCode(page, `/api/trips/v1/triptic/trip/${id}/qr`));
  await page.goto(pathname);
  await expect(heading(page, 'This document is genuine')).toBeVisible();
  await expect(page.getByText(reference)).toBeVisible();
  await expect(page.getByText('Standing now')).toHaveCount(1);
  await expectFine(page);
  await page.clock.install({ time: Date.now() + 400 * 86_400_000 });
  await page.reload();
  await expect(heading(page, 'This code has expired')).toBeVisible();
  await expect(page.getByText('the days of this code are over')).toBeVisible();
  await expect(page.getByText(reference)).toBeVisible();
  await expect(page.getByText('Standing now')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Open the document|See the details)$/ })).toHaveCount(0);
  await expectFine(page);
  await chooseLanguage(page, 'Português');
  await expect(heading(page, 'Este código expirou')).toBeVisible();
  await expectFine(page);
});

test('the sign-in page leads through the provider and back @phone', async ({ page }) => {
  await page.goto('/privacy');
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expect(heading(page, 'Sign in')).toBeVisible();
  await expectFine(page);
  await page.getByRole('button', { name: 'Go to the sign-in page' }).click();
  await page.getByLabel('User name').fill('border-officer');
  await page.getByLabel('Password').fill('border-officer');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  // On a phone, the account links are in a menu.
  await page.getByRole('banner').locator('summary.shell-account__name').click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Staff' })).toBeVisible();
});

test('an officer’s day begins with what waits', async ({ page }) => {
  const { expectQuiet } = watch(page);
  await signIn(page, 'border-officer');
  await expect(heading(page, 'Work')).toBeVisible();
  const work = page.getByRole('region', { name: 'Travel declarations' });
  await expect(work.getByRole('listitem').filter({ hasText: 'Arrival declarations' })).toContainText(/\d+ waiting/);
  await expect(work.getByRole('listitem').filter({ hasText: 'Departure declarations' })).toContainText(/\d+ waiting/);
  await expect(page.getByRole('region', { name: 'Professional licences' })).toHaveCount(0);
  await expectFine(page);
  expectQuiet();
});

test('the overview has an officer’s own cases, with who they are of, and leads to them', async ({ page }) => {
  const { id, reference } = await register(page, 'arrival', { arrivalDate: dayFrom(0), firstName: 'Rosa', lastName: 'Overview' });
  await signIn(page, 'border-officer', '/staff');
  const own = page.getByRole('region', { name: /^My cases/ });
  await expect(own.getByRole('link', { name: reference })).toHaveCount(0);
  await callApi(page, 'POST', `/api/declarations/v1/traveller/declaration/${id}/claim`);
  await page.reload();
  const row = own.getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText('ROSA OVERVIEW');
  await expectFine(page);
  await row.getByRole('link', { name: reference }).click();
  await expect(page).toHaveURL(new RegExp(`/other/traveller/declaration/view/${id}$`));
  await callApi(page, 'POST', `/api/declarations/v1/traveller/declaration/${id}/release`);
});

test('a visitor is asked to sign in where only officers may go', async ({ page }) => {
  await page.goto('/staff');
  await expect(page.getByRole('main')).toContainText(/sign in/i);
  await expect(page.getByRole('region', { name: 'Travel declarations' })).toHaveCount(0);
  await expectFine(page);
});

test('an area that fails is named, everything else works, and the area loads again without a reload', async ({ page }) => {
  const trips = '**/remotes/mf-trips/**';
  await page.route(trips, (route) => route.fulfill({ status: 503, body: 'out of order' }));
  await signIn(page, 'trip-agent');
  await mark(page);
  const failed = page.locator('[data-area-failed="mf-trips"]');
  await page.getByRole('main').getByRole('link', { name: 'New trip' }).click();
  await expect(heading(page, 'Vehicles across the border is not available at the moment')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
  // Nothing was typed here, and what was typed on another page may not be kept.
  await expect(failed).not.toContainText('kept');
  await expectFine(page);

  await page
    .getByRole('banner')
    .getByRole('link', { name: / home$/ })
    .click();
  await page.getByRole('link', { name: 'Arriving', exact: true }).click();
  await expect(heading(page, 'Residency Details')).toBeVisible();
  await expect(failed).toHaveCount(0);

  await page.goBack();
  await page.getByRole('link', { name: 'Bring a vehicle in' }).click();
  await expect(failed).toBeVisible();
  await page.unroute(trips);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('[data-area="mf-trips"]').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(failed).toHaveCount(0);
  await expectSamePage(page);
});

test('signing out works while an area fails', async ({ page }) => {
  await page.route('**/remotes/mf-trips/**', (route) => route.abort());
  await signIn(page, 'trip-agent', '/triptic/trip/new');
  await expect(page.locator('[data-area-failed="mf-trips"]')).toBeVisible();
  await signOutByButton(page);
  expect((await sessionOf(page)).user).toBeNull();
});

test('every page of the shell answers with 200, and an unknown address with 404', async ({ request }) => {
  const pages = [
    '/',
    '/my',
    '/my/sessions',
    '/staff',
    '/staff/areas',
    '/staff/audit',
    '/staff/board',
    '/staff/erasure',
    '/staff/jobs',
    '/staff/search',
    '/accessibility',
    '/privacy',
    '/contact',
  ];
  const statuses = await Promise.all(pages.map(async (page) => [page, (await request.get(page, { headers: { accept: 'text/html' } })).status()]));
  expect(statuses).toEqual(pages.map((page) => [page, 200]));
  expect((await request.get('/staff/nothing', { headers: { accept: 'text/html' } })).status()).toBe(404);
});
