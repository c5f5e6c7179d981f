import { expect, type Locator, type Page, test } from '@playwright/test';
import { departureHome } from '../answers/departure.ts';
import { compareWithDelivered, noteDelivered } from '../support/delivered-page.ts';
import { gotoFilled } from '../support/filled.ts';
import { Form } from '../support/form.ts';
import { holdBack } from '../support/hold-back.ts';
import { readCode } from '../support/read-code.ts';
import { watch } from '../support/watch.ts';
import { aPassport, arrivalHome } from './declarations/travellers.ts';
import { register } from './routes/documents.ts';

/** The first screens for the public: their addresses, their headings, and the name of a field on each. */
const screens = [
  ['/', 'Crossing the border, or working here?', 'Vai passar a fronteira ou trabalhar cá?', undefined],
  ['/eservice/traveller/declaration', 'Residency Details', 'Dados de residência', 'flightNumber'],
  ['/eservice/traveller/declaration/search', 'Find your arrival declaration', 'Procurar a sua declaração de chegada', 'travellerCode'],
  ['/eservice/departure/declaration', 'Departure declaration', 'Declaração de partida', 'flightNumber'],
  ['/eservice/departure/declaration/search', 'Find your departure declaration', 'Procurar a sua declaração de partida', 'travellerCode'],
  ['/eservice/medical/professional', 'What you apply for', 'O que pede', 'documentCode'],
  ['/eservice/medical/professional/search', 'Find a licence', 'Encontrar uma licença', undefined],
  ['/eservice/triptic/outbound', 'Take a vehicle out of the country', 'Levar um veículo para fora do país', 'documentDetails.code'],
  ['/eservice/triptic/inbound', 'Bring a foreign vehicle into the country', 'Trazer um veículo estrangeiro para o país', 'documentDetails.code'],
  ['/eservice/triptic/validity', 'Check whether a trip is valid', 'Verificar se uma viagem é válida', 'reference'],
  ['/payment/invoice', 'Payment invoice', 'Pagamento da fatura', 'cardNumber'],
  ['/accessibility', 'Accessibility statement', 'Declaração de acessibilidade', undefined],
] as const;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });
  for (const [language, index] of [
    ['en-GB', 1],
    ['pt-PT', 2],
  ] as const) {
    test.describe(`in ${language}`, () => {
      test.use({ locale: language });
      test(`every first screen stands, in ${language} @phone`, async ({ page }) => {
        for (const screen of screens) {
          await page.goto(screen[0]);
          await expect(heading(page, screen[index])).toBeVisible();
          await expect(page).toHaveTitle(`${screen[index]} – Single Window`);
          if (screen[3]) await expect(page.locator(`[name="${screen[3]}"]`)).toBeVisible();
          await expect(page.locator('script:not([src]):not([type="application/json"])')).toHaveCount(0);
        }
      });
    });
  }

  test('the home page leads to each service', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Arriving', exact: true }).click();
    await expect(heading(page, 'Residency Details')).toBeVisible();
  });
});

const takenOver = (page: Page) => expect(page.locator('[data-waiting]')).toHaveCount(0);

for (const locale of ['en-GB', 'pt-PT']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    test(`the script takes every first screen over as it is, in ${locale} @phone`, async ({ page }) => {
      const { expectQuiet } = watch(page);
      await noteDelivered(page, '#area-root input, #area-root select');
      for (const [path] of screens) {
        await page.goto(path, { waitUntil: 'networkidle' });
        await takenOver(page);
        expect({ path, ...(await compareWithDelivered(page)) }).toEqual({
          path,
          shift: 0,
          heading: true,
          part: path.startsWith('/eservice') || path.startsWith('/payment') ? true : 'none',
        });
      }
      expectQuiet();
    });
  });
}

test('what is typed before the script is there is an answer @phone', async ({ page }) => {
  const { expectQuiet } = watch(page);
  const letGo = await holdBack(page, /\/assets\/main\.[0-9a-f]+\.js$/);
  await page.goto('/eservice/traveller/declaration', { waitUntil: 'commit' });
  const number = page.locator('#field-flightNumber');
  await number.fill('bus 7');
  letGo();
  await takenOver(page);
  await expect(number).toHaveValue('BUS 7');
  await expect(number).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  // The error list does not contain an error for the field that was filled in.
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await expect(page.getByTestId('error-summary').locator('a[href="#field-flightNumber"]')).toHaveCount(0);
  expectQuiet();
});

test('a list that had the focus before the script is there finds what is typed afterwards', async ({ page }) => {
  const letGo = await holdBack(page, /\/assets\/main\.[0-9a-f]+\.js$/);
  await page.goto('/eservice/traveller/declaration', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: /^Entry point/ }).click();
  letGo();
  await takenOver(page);
  await page.keyboard.type('Dili');
  await expect(page.getByRole('option', { name: /^Presidente Nicolau Lobato/ })).toBeVisible();
});

test('a date that is typed before the script is there keeps its day, month and year', async ({ page }) => {
  const letGo = await holdBack(page, /\/assets\/main\.[0-9a-f]+\.js$/);
  await page.goto('/eservice/traveller/declaration/search', { waitUntil: 'commit' });
  const typed = [
    ['birthDate-day', '17'],
    ['birthDate-month', '5'],
    ['birthDate-year', '1990'],
  ] as const;
  for (const [name, value] of typed) await page.locator(`[name="${name}"]`).fill(value);
  letGo();
  await takenOver(page);
  for (const [name, value] of typed) await expect(page.locator(`[name="${name}"]`)).toHaveValue(value);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  // Errors are shown for the other two fields, which are still empty.
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(2);
});

test('a button that is pressed while the area loads is pressed when it is there', async ({ page }) => {
  const letGo = await holdBack(page, /remoteEntry\.[0-9a-f]+\.js$/);
  await page.goto('/eservice/traveller/declaration', { waitUntil: 'commit' });
  await expect(page.locator('header[data-waiting]')).toHaveCount(0);
  const address = page.url();
  await page.getByRole('button', { name: 'Continue' }).click();
  expect(page.url()).toBe(address);
  letGo();
  await expect(page.getByTestId('error-summary')).toBeVisible();
});

/** All scripts except the first script of the page. */
const laterScripts = /\/(?!first\.)[\w-]+\.[0-9a-f]+\.js$/;

test('a button that is pressed before the scripts are there is pressed when they are @phone', async ({ page }) => {
  const { expectQuiet } = watch(page);
  const letGo = await holdBack(page, laterScripts);
  await page.goto('/eservice/traveller/declaration', { waitUntil: 'commit' });
  const next = page.getByRole('button', { name: 'Continue' });
  // The first script is loaded with the page.
  await expect(async () => {
    await next.click();
    await expect(next).toHaveAttribute('data-pressed', '', { timeout: 100 });
  }).toPass();
  await expect(page.locator('header[data-waiting]')).toHaveCount(1);
  letGo();
  await expect(page.getByTestId('error-summary')).toBeVisible();
  await expect(page.locator('[data-pressed]')).toHaveCount(0);
  expectQuiet();
});

test('a departure that is opened before any script runs takes over who travels', async ({ page }) => {
  const passport = aPassport();
  const { id } = await register(page, 'arrival', { travellerCode: passport });
  const letGo = await holdBack(page, /\.js$/);
  await gotoFilled(page, `${arrivalHome}/qr/${id}`, { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Declare your departure with these details' }).click();
  letGo();
  await expect(page.getByText('Filled in from your arrival declaration')).toBeVisible();
  await new Form(page).expectValue('Passport number', passport);
  await expect(page).toHaveURL(departureHome);
});

/** Runs in the page: presses a button in each frame, until the page has been painted and the press is accepted. */
const painted = (button: Element) =>
  new Promise<void>((resolve) => {
    const press = () => {
      (button as HTMLElement).click();
      const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
      if (isPainted && button.hasAttribute('data-pressed')) resolve();
      else requestAnimationFrame(press);
    };
    press();
  });

/** Counts the bytes and requests that are received from now on. */
async function countReceived(page: Page): Promise<{ bytes: number; requests: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const received = { bytes: 0, requests: 0 };
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received.requests += 1;
    received.bytes += encodedDataLength;
  });
  return received;
}

/** Expects that little was received: the page itself, its stylesheet, its font and its first script, and not much more. */
async function expectLittle(received: { bytes: number; requests: number }, what: string): Promise<void> {
  await expect.poll(() => received.requests, what).toBeGreaterThanOrEqual(4);
  expect(received.bytes, what).toBeGreaterThan(30_000);
  expect(received.bytes, what).toBeLessThanOrEqual(90_000);
  expect(received.requests, what).toBeLessThanOrEqual(8);
}

for (const path of ['/eservice/traveller/declaration', '/eservice/departure/declaration']) {
  test(`90 kB and 8 requests are enough to fill in the first field of ${path} and to press its button, and both count`, async ({ page }) => {
    const { expectQuiet } = watch(page);
    const letGo = await holdBack(page, laterScripts);
    const received = await countReceived(page);
    await page.goto(path, { waitUntil: 'commit' });
    const number = page.locator('#field-flightNumber');
    await number.fill('bus 7');
    await page.getByRole('button', { name: /^(Continue|Register)/ }).evaluate(painted);
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('#area-root [data-waiting]')).toHaveCount(1);
    await expectLittle(received, path);
    letGo();
    await takenOver(page);
    await expect(number).toHaveValue('BUS 7');
    await expect(page.getByTestId('error-summary')).toBeVisible();
    await expect(page.getByTestId('error-summary').locator('a[href="#field-flightNumber"]')).toHaveCount(0);
    expectQuiet();
  });
}

test('90 kB and 8 requests are enough to see the other first screens, the page with a code and the page behind it', async ({ page: first, context }) => {
  const { id, reference } = await register(first, 'arrival');
  const behind = new URL(await readCode(first, `/api/declarations/v1/traveller/declaration/${id}/qr`)).pathname;
  const shown: [string, (page: Page) => Locator][] = [
    ['/', (page) => page.getByRole('link', { name: 'Arriving', exact: true })],
    ['/eservice/medical/professional', (page) => page.locator('[name="documentCode"]')],
    ['/eservice/triptic/outbound', (page) => page.locator('[name="documentDetails.code"]')],
    ['/eservice/triptic/inbound', (page) => page.locator('[name="documentDetails.code"]')],
    [`/eservice/traveller/declaration/qr/${id}`, (page) => page.getByRole('img', { name: `QR code for ${reference}` })],
    [behind, (page) => page.getByText(reference)],
  ];
  for (const [path, place] of shown) {
    // A new page is opened for each try, so that the requests of a page that is being left are not counted.
    const open = async () => {
      const page = await context.newPage();
      const letGo = await holdBack(page, laterScripts);
      const received = await countReceived(page);
      const answer = await page.goto(path, { waitUntil: 'commit' });
      return { page, letGo, received, html: (await answer?.text()) ?? '' };
    };
    let opened = await open();
    // If a service responded too late, the page is delivered without data and would load the data by a script that is held back. It is then opened again.
    for (let tries = 1; tries < 10 && [...path].some((letter) => /\d/.test(letter)) && !opened.html.includes('id="page-data"'); tries += 1) {
      await opened.page.close();
      opened = await open();
    }
    const { page, letGo, received } = opened;
    await expect(place(page), path).toBeVisible();
    // Pictures must be loaded too.
    await expect.poll(() => page.evaluate(() => [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0)), path).toBe(true);
    await page.evaluate(() => document.fonts.ready);
    await expect(page.locator('header[data-waiting]'), path).toHaveCount(1);
    await expectLittle(received, path);
    letGo();
    await takenOver(page);
    await page.close();
  }
});

test('the scripts of an area are on their way when its link is pointed at, and not before', async ({ page }) => {
  const { expectQuiet } = watch(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.locator('header[data-waiting]')).toHaveCount(0);
  const of = (name: RegExp) => asked.filter((path) => name.test(path)).length;
  expect([of(/\/assets\/forms\./), of(/\/remotes\//)]).toEqual([0, 0]);
  await page.getByRole('link', { name: 'Leaving', exact: true }).hover();
  await expect.poll(() => of(/mf-declarations\/.*(remoteEntry|lifecycles)/)).toBe(2);
  expect(of(/mf-(licences|trips)/)).toBe(0);
  expectQuiet();
});

test('HTML of another version than the scripts is not used', async ({ page }) => {
  const { expectQuiet } = watch(page);
  await page.route('/eservice/traveller/declaration', async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/data-version="[^"]+"/, 'data-version="0.0.1"')
      .replace('name="flightNumber"', 'name="flightNumber" data-old="yes"');
    await route.fulfill({ response, body });
  });
  await page.goto('/eservice/traveller/declaration');
  await takenOver(page);
  await expect(page.locator('[name="flightNumber"]')).toBeVisible();
  await expect(page.locator('[data-old]')).toHaveCount(0);
  expectQuiet();
});

test('the arrival declaration is drawn for each number of steps that a deployment may ask for', async ({ request }) => {
  const { areas } = (await (await request.get('/remotes.json')).json()) as { areas: { name: string; version: string }[] };
  const version = areas.find(({ name }) => name === 'mf-declarations')?.version;
  for (const [file, title, step] of [
    ['en', 'Residency Details', 'Step 1 of 5'],
    ['three.en', 'Entry &amp; flight details', 'Step 1 of 3'],
    ['three.pt', 'Entrada e voo', 'Passo 1 de 3'],
  ]) {
    const drawn = await (await request.get(`/remotes/mf-declarations/${version}/screens/eservice.traveller.declaration.${file}.json`)).json();
    expect(drawn.html).toContain(title);
    expect(drawn.html).toContain(step);
  }
});

test('a page that was delivered before the reader chose another language is drawn again', async ({ page, context, baseURL, request }) => {
  const { expectQuiet } = watch(page);
  await context.addCookies([{ name: 'portal.language', value: 'pt', url: baseURL as string }]);
  for (const [path, , inPortuguese] of [screens[0], screens[3]]) {
    // The page is delivered in the old language, as when the reader goes back to it.
    const delivered = await request.get(path, { headers: { 'accept-language': 'en' } });
    expect(await delivered.text()).toContain('lang="en"');
    await page.route(path, (route) => route.fulfill({ response: delivered }));
    await page.goto(path);
    await expect(heading(page, inPortuguese)).toBeVisible();
    await takenOver(page);
  }
  expectQuiet();
});

test('an area whose script cannot load costs its own HTML alone', async ({ page }) => {
  await page.route(/mf-declarations\/.*remoteEntry/, (route) => route.abort());
  await page.goto('/eservice/traveller/declaration');
  await expect(page.locator('[data-area-failed="mf-declarations"]')).toBeVisible();
  await expect(page.locator('[name="flightNumber"]')).toHaveCount(0);
  await page.locator('.shell-brand').click();
  await expect(heading(page, 'Crossing the border, or working here?')).toBeVisible();
  await page.goto('/eservice/triptic/validity');
  await expect(page.locator('[name="reference"]')).toBeVisible();
  await takenOver(page);
});
