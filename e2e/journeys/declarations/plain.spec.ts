import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { aPassport, dayFrom, passportEnd } from './travellers.ts';

/** Tests the forms for browsers without script, in a browser that runs none. */
test.use({ javaScriptEnabled: false });

type Language = 'en' | 'pt';

const words = {
  en: {
    problem: 'There is a problem',
    error: 'Error: ',
    none: 'None of these',
    download: 'Download the form (PDF)',
    other: 'Português',
    arrival: { title: 'Arrival declaration', submit: 'Submit declaration', done: 'Declaration registered', add: 'Add another row of goods' },
    departure: { title: 'Departure declaration', submit: 'Register', done: 'Departure registered' },
    lastName: 'Enter family or last name',
    occupation: 'Enter occupation',
  },
  pt: {
    problem: 'Há um problema',
    error: 'Erro: ',
    none: 'Nenhuma destas',
    download: 'Descarregar o formulário (PDF)',
    other: 'English',
    arrival: { title: 'Declaração de chegada', submit: 'Enviar declaração', done: 'Declaração registada', add: 'Adicionar outra linha de bens' },
    departure: { title: 'Declaração de partida', submit: 'Registar', done: 'Partida registada' },
    lastName: 'Indique apelido',
    occupation: 'Indique profissão',
  },
} as const;

/** Checks the content in a copy of the page with script, because the checks need script. The form itself never runs script. */
async function expectGoodPage(page: Page): Promise<void> {
  const copy = await (page.context().browser() as Browser).newContext({ javaScriptEnabled: true, viewport: page.viewportSize() });
  const shown = await copy.newPage();
  const body = await page.content();
  const own = page.url();
  await shown.route(own, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  await shown.goto(own);
  await expectAccessible(shown);
  await expectNoSidewaysScroll(shown);
  await copy.close();
}

/** Operates a form by the names of its inputs, which are the paths in the contract. */
class PlainForm {
  constructor(
    readonly page: Page,
    private readonly language: Language,
  ) {}

  input(name: string): Locator {
    return this.page.locator(`[name="${name}"]`);
  }

  async type(answers: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(answers)) await this.input(name).fill(text);
  }

  async choose(answers: Record<string, string | { index: number }>): Promise<void> {
    for (const [name, choice] of Object.entries(answers)) await this.input(name).selectOption(choice);
  }

  async date(name: string, value: string): Promise<void> {
    const [year = '', month = '', day = ''] = value.split('-');
    await this.type({ [`${name}-day`]: day, [`${name}-month`]: month, [`${name}-year`]: year });
  }

  /** Answers every question of a section with no. */
  async no(section: string): Promise<void> {
    await this.page.locator(`#${section}`).getByRole('checkbox', { name: words[this.language].none }).check();
  }

  async yesNo(name: string, answer: 'YES' | 'NO'): Promise<void> {
    await this.page.locator(`[name="${name}"][value="${answer}"]`).check();
  }

  async person(passport: string): Promise<void> {
    await this.type({ travellerCode: passport, firstName: 'Maria', lastName: 'da Costa', occupation: 'Nurse', phoneNumber: '+351 912 345 678' });
    await this.choose({ nationalityCode: 'PT', gender: 'F' });
    await this.date('expiryDate', passportEnd());
    await this.date('birthDate', '1990-05-17');
  }

  async submit(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).last().click();
  }
}

async function fillArrival(form: PlainForm, passport: string): Promise<void> {
  await form.choose({
    'typeDetails.code': 'VIS',
    originCode: 'PT',
    'flightDetails.code': 'DIL',
    arrivalDate: { index: 1 },
    reason: 'OBJ01',
    birthNationalityCode: 'PT',
  });
  await form.type({ flightCode: 'QG500', embarkationPortCode: 'dps', flightNumber: 'qg500', stayLength: '20', returnTicket: 'TKT-42' });
  await form.person(passport);
  await form.date('departureDate', dayFrom(20));
  await form.page.locator('[name="accommodationType"][value="HTL"]').check();
  await form.type({ accommodationName: 'Hotel Timor', address: 'Avenida dos Mártires, Dili', numberOfBaggages: '2', title: 'Mrs', birthCityName: 'Lisboa' });
  await form.no('declarations');
  await form.no('questions');
  await form.yesNo('hasMerchandise', 'NO');
  await form.yesNo('currencyStatus', 'NO');
  for (const name of ['declarationsConfirmed', 'questionsConfirmed', 'declaredStatus']) await form.input(name).check();
}

async function fillDeparture(form: PlainForm, passport: string): Promise<void> {
  await form.choose({ departureDate: { index: 1 }, destinationCode: 'PT', reason: 'OBJ01', 'flightDetails.code': 'DIL' });
  await form.type({ flightCode: 'QG501', embarkationPortCode: 'DPS', flightNumber: 'qg501' });
  await form.person(passport);
  await form.yesNo('currencyStatus', 'NO');
  await form.no('questions');
}

const kinds = {
  arrival: { address: '/eservice/traveller/declaration/plain', fill: fillArrival, reference: /^ARR-\d{4}-\d{7}$/ },
  departure: { address: '/eservice/departure/declaration/plain', fill: fillDeparture, reference: /^DEP-\d{4}-\d{7}$/ },
} as const;

for (const kind of ['arrival', 'departure'] as const)
  for (const language of ['en', 'pt'] as const)
    test(`a traveller without script registers one ${kind} in ${language}, after an error`, { tag: language === 'pt' ? '@phone' : [] }, async ({ page }) => {
      const { address, fill, reference } = kinds[kind];
      const say = words[language];
      const form = new PlainForm(page, language);
      await page.goto(`${address}?language=${language === 'en' ? 'pt' : 'en'}`);
      await form.type({ firstName: 'Ana' });
      await page.getByRole('button', { name: language === 'en' ? 'English' : 'Português' }).click();
      await expect(page.getByRole('heading', { level: 1, name: say[kind].title })).toBeVisible();
      await expect(form.input('firstName')).toHaveValue('Ana');
      await expectGoodPage(page);

      await fill(form, aPassport());
      await form.type({ lastName: '', occupation: '' });
      await form.submit(say[kind].submit);
      await expect(page).toHaveTitle(new RegExp(`^${say.error}${say[kind].title}`));
      const summary = page.getByRole('alert');
      await expect(summary.getByRole('heading', { name: say.problem })).toBeVisible();
      await expect(summary.getByRole('listitem')).toHaveText([say.lastName, say.occupation]);
      await expectGoodPage(page);
      await summary.getByRole('link', { name: say.lastName }).click();
      await expect(form.input('lastName')).toBeFocused();
      await expect(form.input('lastName')).toHaveAttribute('aria-describedby', /field-lastName-error/);
      await expect(form.input('firstName')).toHaveValue('Maria');
      await expect(form.input('birthDate-year')).toHaveValue('1990');
      await expect(form.input('nationalityCode')).toHaveValue('PT');

      await form.type({ occupation: 'Nurse', lastName: 'da Costa' });
      // Enter in a field sends the form in its language.
      await form.input('lastName').press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: say[kind].done })).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${address}/[\\w-]{36}\\?language=${language}`));
      const shown = page.locator('.portal-qr__reference');
      await expect(shown).toHaveText(reference);
      const code = page.getByRole('img');
      await expect(code).toBeVisible();
      await expectGoodPage(page);
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: say.download }).click();
      expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    });

test('a form that is sent once more registers nothing more', async ({ page }) => {
  const form = new PlainForm(page, 'en');
  const passport = aPassport();
  await page.goto(kinds.departure.address);
  await fillDeparture(form, passport);
  await form.submit(words.en.departure.submit);
  const reference = page.locator('.portal-qr__reference');
  await expect(reference).toHaveText(kinds.departure.reference);
  const registered = await reference.textContent();
  await page.goBack();
  await expect(form.input('lastName')).toHaveValue('da Costa');
  // A browser that does not restore the whole page from its cache does not restore answers that it must not remember, such as the passport number.
  await fillDeparture(form, passport);
  await form.submit(words.en.departure.submit);
  await expect(reference).toHaveText(registered as string);
});

test('goods have as many rows as are asked for, and the answers stay', async ({ page }) => {
  const form = new PlainForm(page, 'en');
  await page.goto(kinds.arrival.address);
  await fillArrival(form, aPassport());
  await form.yesNo('hasMerchandise', 'YES');
  await form.type({ 'goods.0.description': 'Coffee', 'goods.0.quantity': '3' });
  await form.input('questions._none').uncheck();
  await form.input('questions.ARR-Q4').check();
  await page.getByRole('button', { name: words.en.arrival.add }).click();
  await expect(form.input('goods.0.description')).toHaveValue('Coffee');
  await form.type({ 'goods.1.description': 'Cocoa', 'goods.1.quantity': '20' });
  await form.submit(words.en.arrival.submit);
  await expect(page.getByRole('heading', { level: 1, name: words.en.arrival.done })).toBeVisible();
  await expect(page.getByText('Red lane')).toBeVisible();
});

test('the page without script says where the forms are', async ({ page }) => {
  await page.goto('/eservice/departure/declaration');
  await page.getByRole('link', { name: 'Departure declaration', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Departure declaration' })).toBeVisible();
});

test.describe('with script', () => {
  test.use({ javaScriptEnabled: true });

  test('a page whose area does not come leads to the form without script', async ({ page }) => {
    await page.route('**/remotes/mf-declarations/**', (route) => route.fulfill({ status: 503, body: 'out of order' }));
    await page.goto('/eservice/traveller/declaration');
    const panel = page.locator('[data-area-failed="mf-declarations"]');
    await panel.getByRole('link', { name: 'Arrival declaration' }).click();
    await expect(page).toHaveURL(/\/eservice\/traveller\/declaration\/plain$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Arrival declaration' })).toBeVisible();
  });

  test('a page whose own script does not come leads to it after some seconds', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    // Do not wait until everything is loaded: the time starts when the page begins to load.
    await page.goto('/eservice/traveller/declaration', { waitUntil: 'commit' });
    const link = page.locator('#last-resort').getByRole('link', { name: 'Arrival declaration' });
    await expect(link).toBeHidden();
    await expect(link).toBeVisible();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Arrival declaration' })).toBeVisible();
  });
});
