import { expect, type Locator, type Page, test } from '@playwright/test';
import { answerResidency } from '../../answers/arrival.ts';
import { expectAccessible } from '../../support/axe.ts';
import { storedDrafts } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { signInQuietly } from '../../support/sign-in.ts';
import { aPassport, arrivalHome, aVisitor, fillArrival } from '../declarations/travellers.ts';
import { register } from '../routes/documents.ts';

const forms = [arrivalHome, '/eservice/departure/declaration', '/eservice/medical/professional', '/eservice/triptic/outbound', '/eservice/triptic/inbound'];

/** Returns the distance of an element from the top of the page, in pixels. */
const topOf = async (place: Locator): Promise<number> => {
  await expect(place).toBeVisible();
  return place.evaluate((element) => element.getBoundingClientRect().top + scrollY);
};

/** Opens the page with the QR code of a new arrival. */
async function showCode(page: Page): Promise<void> {
  const { id } = await register(page, 'arrival');
  await page.goto(`${arrivalHome}/qr/${id}`);
}

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

for (const language of ['en', 'pt']) {
  test(`the first question of every form stands in the upper part of a phone’s screen (${language})`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'portal.language', value: language, url: baseURL }]);
    for (const address of forms) {
      await page.goto(address);
      expect(await topOf(page.locator('main form').locator('label, legend').first()), address).toBeLessThanOrEqual(300);
    }
    await page.goto('/');
    // The home page has no form; its first link is what most visitors come for.
    expect(await topOf(page.getByRole('link', { name: language === 'en' ? 'Arriving' : 'Chegar', exact: true }))).toBeLessThanOrEqual(300);
    expect(await topOf(page.locator('main')), 'the header is one row of 56 pixels, with a band of 4').toBeLessThanOrEqual(60);
  });
}

for (const width of [320, 360]) {
  test(`the header is one row at ${width} pixels, also for those who are signed in`, async ({ page, context, baseURL }) => {
    await page.setViewportSize({ width, height: 740 });
    for (const user of [undefined, 'applicant', 'border-supervisor']) {
      await context.clearCookies();
      if (user) await signInQuietly(page, user);
      for (const language of ['en', 'pt']) {
        await context.addCookies([{ name: 'portal.language', value: language, url: baseURL }]);
        await page.goto('/contact');
        await expect(page.locator('.shell-account--unknown')).toHaveCount(0);
        expect(await topOf(page.locator('main')), `${user} ${language}`).toBeLessThanOrEqual(60);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${user} ${language}`).toBeLessThanOrEqual(width);
      }
    }
    // The account menu is operated only with the keyboard.
    const menu = page.getByRole('banner').locator('summary.shell-account__name');
    await expect(menu).toHaveAccessibleName(/^Sessão de\s+Beatriz Supervisor$/);
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Funcionários' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await expect(page.getByRole('button', { name: 'Terminar sessão', exact: true })).toBeHidden();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Terminar sessão', exact: true }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Iniciar sessão' })).toBeVisible();
  });
}

test('the way back is written in one size at every step of a form', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  const size = () =>
    page
      .getByRole('main')
      .getByText('Back', { exact: true })
      .evaluate((back) => getComputedStyle(back).fontSize);
  const first = await size();
  await answerResidency(form, aVisitor());
  await form.next();
  await form.reach('Personal Details');
  expect(await size()).toBe(first);
});

test('the code stands in the upper part of a phone’s screen, with the name, the flight and the day above it', async ({ page }) => {
  await showCode(page);
  const code = page.getByRole('img', { name: /^QR code for ARR-/ });
  expect(await topOf(code)).toBeLessThanOrEqual(200);
  const above = [page.getByText('Green lane', { exact: true }), page.getByText('RITA ROTAS'), page.getByText(/^QG500 · \d{1,2} \w+ \d{4}$/)];
  for (const place of above) expect(await topOf(place)).toBeLessThan(await topOf(code));
  const below = [page.getByText(/^ARR-\d{4}-\d+$/), page.getByRole('button', { name: 'Download' }), page.getByRole('heading', { name: 'What happens next' })];
  for (const place of below) expect(await topOf(place)).toBeGreaterThan(await topOf(code));
  expect(await topOf(page.getByRole('button', { name: 'Register another' }))).toBeGreaterThan(
    await topOf(page.getByRole('heading', { name: 'What happens next' })),
  );
  // A name gets keyboard focus only if it is cut off.
  await expect(page.getByText('RITA ROTAS')).not.toHaveAttribute('tabindex');
});

test('a long name leaves the code in the upper part of the screen, and is shown whole when it is pressed', async ({ page, context, baseURL }) => {
  const names = { firstName: 'Maria da Conceição Fernandes', lastName: 'de Jesus Guterres Ximenes' };
  const longer = { firstName: 'Maria da Conceição Fernandes dos Santos', lastName: 'de Jesus Guterres Ximenes Belo' };
  const [arrival, departure, licence] = await Promise.all([
    register(page, 'arrival', longer),
    register(page, 'departure', names),
    register(page, 'licence', { holderName: `${names.firstName} ${names.lastName}` }),
  ]);
  for (const language of ['en', 'pt']) {
    await context.addCookies([{ name: 'portal.language', value: language, url: baseURL }]);
    for (const address of [
      `${arrivalHome}/qr/${arrival.id}`,
      `/eservice/departure/declaration/qr/${departure.id}`,
      `/eservice/medical/professional/qr/${licence.id}`,
    ]) {
      await page.goto(address);
      await expect(page.getByText(/XIMENES/)).toBeVisible();
      expect(await topOf(page.locator('img.portal-qr__image')), `${address} ${language}`).toBeLessThanOrEqual(200);
    }
  }
  // This checks the same page without script.
  await page.goto(`${arrivalHome}/plain/${arrival.id}`);
  expect(await topOf(page.locator('img.portal-qr__image'))).toBeLessThanOrEqual(200);
  await page.goto(`${arrivalHome}/qr/${arrival.id}`);
  const name = page.getByText(/XIMENES BELO$/);
  const lines = () => name.evaluate((text) => Math.round(text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)));
  expect(await lines()).toBe(2);
  await expect(name).toHaveAttribute('tabindex', '0');
  await name.click();
  await expect.poll(lines).toBe(3);
});

test('a code that does not load keeps its place, says so, and comes when it is asked for again', async ({ page }) => {
  const { id, reference } = await register(page, 'arrival');
  let isThere = false;
  await page.route(/\/qr(\?|$)/, (route) => (isThere ? route.continue() : route.fulfill({ status: 503 })));
  await page.goto(`${arrivalHome}/qr/${id}`);
  const place = page.locator('.portal-qr__paper');
  const box = await place.boundingBox();
  expect(box?.width).toBeGreaterThan(300);
  expect(Math.abs((box?.height ?? 0) - (box?.width ?? 0))).toBeLessThanOrEqual(1);
  await expect(place.getByRole('alert')).toContainText('The code does not load now');
  expect(await place.boundingBox()).toEqual(box);
  await expectAccessible(page);
  isThere = true;
  await place.getByRole('button', { name: 'Try again' }).click();
  const code = page.getByRole('img', { name: `QR code for ${reference}` });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await place.boundingBox()).toEqual(box);
});

test('on paper the code is at least 40 mm wide', async ({ page }) => {
  await showCode(page);
  const code = page.getByRole('img', { name: /^QR code for ARR-/ });
  await expect(code).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  // The picture includes a quiet zone of four modules on each side, which is not part of the code.
  const modules = await code.evaluate((image: HTMLImageElement) => image.getBoundingClientRect().width * (1 - 8 / 45));
  expect((modules / 96) * 25.4).toBeGreaterThanOrEqual(40);
});

test('a review is folded into groups, and one with an answer missing is open', async ({ page }) => {
  await fillArrival(page, aVisitor());
  const groups = page.locator('details.portal-fold');
  await expect(groups).toHaveCount(4);
  for (const group of await groups.all()) await expect(group).not.toHaveAttribute('open');
  const first = groups.first();
  await first.getByRole('heading', { name: 'Residency Details' }).click();
  await expect(first.getByRole('button', { name: /^Change Country of origin/ })).toBeVisible();
});

test('what a finder finds can be opened without scrolling sideways', async ({ page }) => {
  const passport = aPassport();
  await register(page, 'arrival', { travellerCode: passport, birthDate: '1990-05-17' });
  await page.goto(`${arrivalHome}/search`);
  const form = new Form(page);
  await form.type('Passport number', passport);
  await form.date('Date of birth', '1990-05-17');
  await form.find('Nationality', 'Portugal');
  await page.getByRole('button', { name: 'Search' }).click();
  const link = page.getByRole('link', { name: /^Show the QR code/ });
  await expect(link).toBeVisible();
  const box = await link.boundingBox();
  expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
});

test('prices and their total stand on the screen', async ({ page }) => {
  const forms = [
    { address: '/eservice/medical/professional', first: 'Professional document', second: 'Academic level' },
    { address: '/eservice/triptic/outbound', first: 'Applying for?', second: 'Sub-document' },
  ];
  for (const { address, first, second } of forms) {
    const form = new Form(page);
    await page.goto(address);
    await form.choose(first, { index: 1 });
    await form.choose(second, { index: 1 });
    const amounts = page.getByRole('region', { name: 'Fees' }).getByText(/^USD\s\d+\.\d\d$/);
    await expect(amounts).toHaveCount(3);
    for (const amount of await amounts.all()) {
      const box = await amount.boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 360, address).toBe(true);
    }
  }
});

test('the second language of the labels is shown to those who ask for it, and on paper', async ({ page }) => {
  await page.goto(arrivalHome);
  const second = page.getByText('Motivo da viagem', { exact: true });
  await expect(page.getByText('Purpose of travel', { exact: true })).toBeVisible();
  await expect(second).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(second).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Labels in both languages' }).click();
  await expect(second).toBeVisible();
  await page.reload();
  await expect(second).toBeVisible();
  await page.getByRole('button', { name: 'Labels in both languages' }).click();
  await expect(second).toBeHidden();
});

for (const language of ['en', 'pt']) {
  test(`a draft that is found moves nothing (${language})`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'portal.language', value: language, url: baseURL }]);
    await page.addInitScript(() => {
      const shifts = { sum: 0 };
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const address of forms) {
      await page.goto(address, { waitUntil: 'networkidle' });
      const question = page.locator('main form').locator('label, legend').first();
      const blank = await topOf(question);
      const stored = async () => Object.values((await storedDrafts(page)).device).join();
      const before = await stored();
      await new Form(page).unfold();
      // The first text field does not make further questions appear.
      await page.locator('main form input[type="text"]:not([role="combobox"])').first().fill('A');
      await expect.poll(stored).not.toBe(before);
      await page.reload({ waitUntil: 'networkidle' });
      await expect(page.getByRole('status').filter({ hasText: language === 'en' ? 'We kept your answers' : 'Guardámos' })).toBeVisible();
      expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum), address).toBe(0);
      expect(await topOf(question), address).toBe(blank);
    }
  });
}
