import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { chooseLanguage } from '../support/choose-language.ts';
import { signInQuietly } from '../support/sign-in.ts';
import { register } from './routes/documents.ts';

test.use({ locale: 'pt-PT' });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

/** Returns the first question of the form, whose text comes from the service. */
const question = (page: Page) =>
  page
    .getByRole('region', { name: /^(Questions|Perguntas)/ })
    .getByRole('group')
    .first();

const home = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /home|página inicial/ })
    .click();

test('a Portuguese browser stays Portuguese from home through an area and back; English, once chosen, follows everywhere', async ({ page, context }) => {
  const asked: Record<string, string[]> = {};
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked[pathname] = [...(asked[pathname] ?? []), request.headers()['accept-language'] ?? ''];
  });
  /** Returns the API calls that requested another language. */
  const askedOtherwise = (language: string) => Object.entries(asked).filter(([, languages]) => languages.some((asked) => asked !== language));

  await page.goto('/');
  await expect(heading(page, 'Vai passar a fronteira ou trabalhar cá?')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Partir', exact: true }).click();
  await expect(heading(page, 'Declaração de partida')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await expect(question(page)).toBeVisible();
  const inPortuguese = await question(page).innerText();
  await home(page);
  await expect(heading(page, 'Vai passar a fronteira ou trabalhar cá?')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Licença profissional' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^Taxas/ })).toBeVisible();
  // The address is opened again, and in a new tab.
  await page.goto('/eservice/departure/declaration');
  await expect(heading(page, 'Declaração de partida')).toBeVisible();
  await expect(question(page)).toBeVisible();
  // Requests that are still open use Portuguese, so wait for them.
  await page.waitForLoadState('networkidle');
  expect(askedOtherwise('pt')).toEqual([]);

  for (const name of Object.keys(asked)) delete asked[name];
  await chooseLanguage(page, 'English');
  await expect(heading(page, 'Departure declaration')).toBeVisible();
  await expect(question(page)).not.toHaveText(inPortuguese);
  await home(page);
  await expect(heading(page, 'Crossing the border, or working here?')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Professional licence' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /^Fees/ })).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/eservice/departure/declaration');
  await expect(heading(tab, 'Departure declaration')).toBeVisible();
  await expect(question(tab)).not.toHaveText(inPortuguese);
  expect(askedOtherwise('en')).toEqual([]);
});

test('an officer who reads English sees a document of a Portuguese browser in English, and in Portuguese after the switch', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id } = await register(page, 'licence');
  const office = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage();
  await signInQuietly(office, 'licence-verifier');
  await office.goto(`/licenser/professional/view/${id}`);
  const requirements = office.getByRole('region', { name: /^(Document requirements|Documentos exigidos)/ });
  await expect(requirements.getByRole('row').nth(1)).toBeVisible();
  await expect(requirements).toContainText('Recent passport photo');
  await expectAccessible(office);
  await chooseLanguage(office, 'Português');
  await expect(office.locator('html')).toHaveAttribute('lang', 'pt');
  await expect(requirements).toContainText('Fotografia recente tipo passe');
  await expect(requirements).not.toContainText('Recent passport photo');
  await expectAccessible(office);
  await office.context().close();
});

test('errors of the service are shown in the chosen language', async ({ page }) => {
  await page.goto('/eservice/triptic/outbound');
  const scans = page.getByRole('region').filter({ has: page.locator('input[type=file]') });
  const upload = async (button: string) => {
    await scans.locator('select').selectOption({ index: 1 });
    await scans.locator('input[type=file]').setInputFiles({ name: 'diploma.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') });
    await scans.getByRole('button', { name: button, exact: true }).click();
  };
  await upload('Carregar');
  await expect(scans.getByRole('alert').getByText(/Escolha um/)).toBeVisible();
  await chooseLanguage(page, 'English');
  await upload('Upload');
  await expect(scans.getByRole('alert').getByText(/Choose a PDF/)).toBeVisible();
});
