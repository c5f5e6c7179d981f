import { expect, type Page, test } from '@playwright/test';
import { answerReview, arrivalHome, arrivalSteps, aVisitor } from '../answers/arrival.ts';
import { answerDeparture, departureHome } from '../answers/departure.ts';
import { aHolder, answerLicence, licenceHome } from '../answers/licence.ts';
import { answerTrip, aPlate, tripHome } from '../answers/trip.ts';
import { aPassport } from '../answers/values.ts';
import { chooseLanguage } from '../support/choose-language.ts';
import { Form } from '../support/form.ts';
import { expectLanguage, type Language, languages } from '../support/languages.ts';
import { register } from './routes/documents.ts';

/** The text that the journeys type, and names of places, persons and companies; these are not translated. */
const names = [
  'Single Window',
  'Timor-Leste',
  'Timor',
  'Dili',
  'Presidente Nicolau Lobato',
  'Denpasar',
  'Ngurah Rai',
  'Bali',
  'Citilink',
  'Maria',
  'da Costa',
  'João',
  'Soares',
  'Avenida dos Mártires',
  'Lisboa',
  'Hospital Nacional',
  'Rua de Dili',
  'Rua de Dili 1',
  'Coffee machines',
  'Batugade',
  "Mota'ain",
  'Citilink',
  'cookie',
  'Jalan Atambua',
  'Rita Rotas',
];

/** Opens the home page and chooses this language there, as a visitor does. */
async function open(page: Page, { tag, name }: Language): Promise<void> {
  await page.goto('/');
  if (tag !== 'en') await chooseLanguage(page, name);
  await expect(page.locator('html')).toHaveAttribute('lang', tag);
}

for (const language of languages) {
  const { tag, name, say } = language;
  // Other journeys run axe on the same screens in English and Portuguese, but the layout for right-to-left languages is different.
  const expectWhole = (page: Page, accessible = language.direction === 'rtl') => expectLanguage(page, language, names, { accessible });

  test(`an arrival is declared in ${name}, from home to the code @phone`, async ({ page }) => {
    const packsLoaded: string[] = [];
    page.on('request', (request) => {
      if (/\/languages\//.test(request.url())) packsLoaded.push(new URL(request.url()).pathname);
    });
    const form = new Form(page, say);
    const visitor = aVisitor({ merchandise: 'Yes' });
    await open(page, language);
    await expectWhole(page, true);
    // Only the pack of the chosen language is loaded, and only once.
    if (language.unchecked) expect([...new Set(packsLoaded)]).toEqual([expect.stringMatching(new RegExp(`^/languages/${tag}\\.\\w+\\.json$`))]);
    else expect(packsLoaded).toEqual([]);
    await page
      .getByRole('main')
      .getByRole('link', { name: say('Arriving'), exact: true })
      .click();
    for (const [heading, answer] of arrivalSteps) {
      await form.reach(heading);
      // No question is answered, so that all errors of the step are shown.
      if (heading === 'Review & Submit') await page.getByRole('button', { name: say('Submit declaration') }).click();
      else await form.next();
      await expect(page.getByTestId('error-summary')).toBeFocused();
      await expectWhole(page, true);
      await answer(form, visitor);
      await expectWhole(page, true);
      if (answer !== answerReview) await form.next();
    }
    await page.getByRole('button', { name: say('Submit declaration') }).click();
    await expect(page.getByText(say('Red lane')).first()).toBeVisible();
    await expect(page.getByRole('img', { name: /ARR-/ })).toBeVisible();
    await expectWhole(page, true);

    const html = await (await page.request.get(arrivalHome, { headers: { accept: 'text/html', 'accept-language': tag } })).text();
    // The first screen is delivered as HTML in the language, before a script runs.
    expect(html).toContain(say('Purpose of travel'));
    const refused = await page.request.post('/api/declarations/v1/traveller/declaration', { headers: { 'accept-language': tag }, data: {} });
    expect((await refused.json()).title).toBe(say('Some answers are not right'));
  });

  test(`a departure is declared in ${name}`, async ({ page }) => {
    const form = new Form(page, say);
    await open(page, language);
    await page.goto(departureHome);
    await expectWhole(page);
    await answerDeparture(form, aPassport());
    await expectWhole(page);
    await page.getByRole('button', { name: say('Register'), exact: true }).click();
    await expect(page.getByText(/^DEP-\d{4}-\d{7}$/)).toBeVisible();
    await expectWhole(page);
  });

  test(`a licence is applied for in ${name}`, async ({ page }) => {
    const form = new Form(page, say);
    await open(page, language);
    await page.goto(licenceHome);
    await expectWhole(page);
    await form.next();
    await expect(page.getByTestId('error-summary')).toBeFocused();
    await expectWhole(page);
    await answerLicence(form, aHolder(), () => expectWhole(page));
    await expectWhole(page);
    await page.getByRole('button', { name: say('Submit application') }).click();
    await expect(page.getByText(/^MEDIB-\d{4}-\d{7}$/)).toBeVisible();
    await expectWhole(page);
    await page.goto(`${licenceHome}/search`);
    await expectWhole(page);
  });

  test(`a vehicle's trip is registered in ${name}`, async ({ page }) => {
    const form = new Form(page, say);
    await open(page, language);
    await page.goto(tripHome.E);
    await expectWhole(page);
    await page.getByRole('button', { name: say('Register'), exact: true }).click();
    await expect(page.getByTestId('error-summary')).toBeFocused();
    await expectWhole(page);
    await answerTrip(form, 'E', aPlate());
    await expectWhole(page);
    await page.getByRole('button', { name: say('Register'), exact: true }).click();
    await expect(page.getByText(/^TIBE-\d{4}-\d{7}$/)).toBeVisible();
    await expectWhole(page);
  });

  test(`the other public pages are whole in ${name}`, async ({ page }) => {
    const { id } = await register(page, 'arrival');
    const licence = await register(page, 'licence');
    await open(page, language);
    for (const address of [
      `${arrivalHome}/search`,
      `${departureHome}/search`,
      `${licenceHome}/view/${licence.id}`,
      tripHome.I,
      '/eservice/triptic/validity',
      '/payment/invoice',
      '/accessibility',
      '/privacy',
      '/contact',
      '/no-such-page',
      `${arrivalHome}?id=${id}`,
    ])
      await test.step(address, async () => {
        await page.goto(address);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectWhole(page);
      });
  });
}
