import { expect, type Page, test } from '@playwright/test';
import { aPassport } from '../answers/values.ts';
import { compareWithDelivered, noteDelivered } from '../support/delivered-page.ts';
import { gotoFilled } from '../support/filled.ts';
import { readCode } from '../support/read-code.ts';
import { callApi } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';
import { register, registerGroup } from './routes/documents.ts';

/** The pages with a code: the registered document, its page, and the addresses of its code and its file. */
const pages = [
  { name: 'a green arrival', kind: 'arrival', changes: {}, screen: '/eservice/traveller/declaration/qr/', api: '/api/declarations/v1/traveller/declaration/' },
  {
    name: 'a red arrival',
    kind: 'arrival',
    changes: { hasMerchandise: 'YES' },
    screen: '/eservice/traveller/declaration/qr/',
    api: '/api/declarations/v1/traveller/declaration/',
  },
  { name: 'a departure', kind: 'departure', changes: {}, screen: '/eservice/departure/declaration/qr/', api: '/api/declarations/v1/departure/declaration/' },
  { name: 'a licence', kind: 'licence', changes: {}, screen: '/eservice/medical/professional/qr/', api: '/api/licences/v1/professional/' },
  { name: 'a trip', kind: 'trip', changes: {}, screen: '/eservice/triptic/trip/inqr/', api: '/api/trips/v1/triptic/trip/' },
] as const;

const words = {
  'en-GB': {
    titles: ['Declaration registered', 'Declaration registered', 'Departure registered', 'Application submitted', 'Your trip is registered'],
    lanes: ['Green lane', 'Red lane'],
    next: 'What happens next',
    genuine: 'This document is genuine',
    now: 'What to do now',
    compare: 'Compare the reference',
    unreadable: 'This is no code of this service',
    notGenuine: 'This document is not genuine',
    key: 'nothing can be changed',
    missing: 'Page not found',
    group: 'Group registered',
    persons: 'Persons: 3',
    answered: 'Answered for by RITA A ROTAS',
  },
  'pt-PT': {
    titles: ['Declaração registada', 'Declaração registada', 'Partida registada', 'Pedido enviado', 'A sua viagem está registada'],
    lanes: ['Canal verde', 'Canal vermelho'],
    next: 'O que acontece a seguir',
    genuine: 'Este documento é autêntico',
    now: 'O que fazer agora',
    compare: 'Compare a referência',
    unreadable: 'Este código não é deste serviço',
    notGenuine: 'Este documento não é autêntico',
    key: 'nada pode ser alterado',
    missing: 'Página não encontrada',
    group: 'Grupo registado',
    persons: 'Pessoas: 3',
    answered: 'Respondido por RITA A ROTAS',
  },
} as const;

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const code = (page: Page) => page.locator('img.portal-qr__image');

/** Opens a page whose content the gateway fills in. On a busy machine a service may respond too late for that, so the page is then opened again. */
const openFilled = (page: Page, address: string, title: string) =>
  expect(async () => {
    await page.goto(address);
    await expect(heading(page, title)).toBeVisible({ timeout: 1000 });
  }).toPass();

/** Opens the page of a document that does not exist. If a service responds too late, the page cannot know that yet, so it is opened again. */
const openMissing = (page: Page, address: string) =>
  expect(async () => {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(404);
  }).toPass();

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

for (const locale of ['en-GB', 'pt-PT'] as const) {
  const said = words[locale];
  test.describe(`without a script, in ${locale}`, () => {
    test.use({ locale, javaScriptEnabled: false });

    test(`the page with the code shows everything, and the code at once (${locale})`, async ({ page }) => {
      for (const [index, { name, kind, changes, screen, api }] of pages.entries()) {
        const { id, reference } = await register(page, kind, changes);
        await openFilled(page, `${screen}${id}`, said.titles[index] ?? '');
        if (said.lanes[index]) await expect(page.getByText(said.lanes[index], { exact: true })).toBeVisible();
        await expect(page.getByText(reference, { exact: true }), name).toBeVisible();
        await expect(page.getByRole('heading', { name: said.next }), name).toBeVisible();
        await expect(page.locator('.portal-loading, noscript')).toHaveCount(0);
        expect((await code(page).boundingBox())?.y, name).toBeLessThanOrEqual(200);
        expect((await page.request.get((await code(page).getAttribute('src')) ?? '')).headers()['content-type'], name).toMatch(/^image\//);
        const download = page.waitForEvent('download');
        await page.getByRole('button').and(page.locator('[href*="/print-"]')).click();
        expect((await download).suggestedFilename(), name).toMatch(/\.pdf$/);

        const { pathname } = new URL(await readCode(page, `${api}${id}/qr`));
        await openFilled(page, pathname, said.genuine);
        expect((await heading(page, said.genuine).boundingBox())?.y, name).toBeLessThanOrEqual(300);
        await expect(page.getByRole('definition').filter({ hasText: reference }), name).toBeVisible();
        await expect(page.getByText(said.compare), name).toBeVisible();
        await expect(page.getByText(/ \d{4}, \d\d:\d\d \(UTC\+9\)$/).first(), name).toBeVisible();
        await expect(page.getByRole('heading', { name: said.now }), name).toBeVisible();
      }
    });

    test(`the page with the code of a group shows everybody (${locale})`, async ({ page }) => {
      for (const kind of ['arrival', 'departure'] as const) {
        const own = [{ hasMerchandise: 'YES' }, {}, { firstName: 'Rui & <b>', birthDate: '2024-05-17', answeredBy: 0 }].map((more) => ({
          travellerCode: aPassport(),
          ...more,
        }));
        const { id, reference } = await registerGroup(page, kind, own);
        const base = kind === 'arrival' ? '/eservice/traveller/declaration' : '/eservice/departure/declaration';
        await openFilled(page, `${base}/group/${id}`, said.group);
        await expect(page.getByText(reference, { exact: true })).toBeVisible();
        await expect(page.getByText(said.persons)).toBeVisible();
        const people = page.locator('.portal-people__row');
        await expect(people).toHaveCount(3);
        await expect(people.nth(2)).toContainText('RUI & <B> ROTAS');
        await expect(people.nth(2)).toContainText(said.answered);
        if (kind === 'arrival') for (const [index, lane] of [1, 0, 0].entries()) await expect(people.nth(index)).toContainText(said.lanes[lane] ?? '');
        expect((await code(page).boundingBox())?.y).toBeLessThanOrEqual(200);
        expect((await page.request.get((await code(page).getAttribute('src')) ?? '')).headers()['content-type']).toMatch(/^image\//);
        await people.first().getByRole('link').click();
        await expect(page).toHaveURL(new RegExp(`${base}/qr/`));
      }
    });

    test(`a document that is not there is said so, and not that it is registered (${locale})`, async ({ page }) => {
      for (const { name, screen } of pages) {
        await openMissing(page, `${screen}0198c5a0-71d2-7f10-8a3b-5c0e9d70c001`);
        await expect(page.getByRole('heading', { level: 1 }), name).toHaveText([said.missing]);
        await expect(page, name).toHaveTitle(new RegExp(`^${said.missing}`));
        await expect(page.locator('.portal-loading, noscript')).toHaveCount(0);
      }
    });

    test(`a code that is not genuine, and one that is none, are told (${locale})`, async ({ page }) => {
      const { id } = await register(page, 'trip');
      const { pathname } = new URL(await readCode(page, `/api/trips/v1/triptic/trip/${id}/qr`));
      const [head = '', , signature = ''] = pathname.slice(3).split('.');
      const forged = Buffer.from(JSON.stringify({ k: 'triptic-trip', r: 'TVE-2026-9999999', iat: 1 })).toString('base64url');
      await openFilled(page, `/v/${head}.${forged}.${signature}`, said.notGenuine);
      await expect(page.getByText('TVE-2026-9999999')).toHaveCount(0);
      await page.goto('/v/nonsense');
      await expect(heading(page, said.unreadable)).toBeVisible();
    });

    test(`a document opened with a finder’s key shows its code (${locale})`, async ({ page }) => {
      const { key, reference } = await foundArrival(page);
      await openFilled(page, `/eservice/traveller/declaration/qr/${key}`, said.titles[0]);
      await expect(page.getByText(reference, { exact: true })).toBeVisible();
      await expect(page.getByText(said.key)).toBeVisible();
    });

    test(`labels stand in both languages for whoever has chosen that (${locale})`, async ({ page, context, baseURL }) => {
      const second = page.getByText(locale === 'en-GB' ? 'Motivo da viagem' : 'Purpose of travel', { exact: true });
      await page.goto('/eservice/traveller/declaration');
      await expect(second).toBeHidden();
      await context.addCookies([{ name: 'portal.labels', value: 'both', url: baseURL }]);
      await page.reload();
      await expect(second).toBeVisible();
    });
  });
}

/**
 * Registers an arrival, and finds it as its traveller does.
 * @returns the temporary key that replaces the id
 */
async function foundArrival(page: Page): Promise<{ key: string; reference: string }> {
  const travellerCode = aPassport();
  const { reference } = await register(page, 'arrival', { travellerCode });
  const criterion = (fieldName: string, dataType: string, value: string) => ({
    expressionType: 'SearchCriterion',
    operation: 'EQ',
    dataType,
    fieldName,
    values: [value],
  });
  const criteria = [
    criterion('travellerCode', 'TEXT', travellerCode),
    criterion('birthDate', 'DATE', '1985-11-02'),
    criterion('nationalityCode', 'TEXT', 'PT'),
  ];
  const { body } = await callApi(page, 'POST', '/api/declarations/v1/traveller/declaration/find', { criteria, paging: { page: 1, size: 25 } });
  const [found] = (body as { records: { id: string }[] }).records;
  expect(found?.id).toMatch(/^k\./);
  return { key: found?.id ?? '', reference };
}

for (const locale of ['en-GB', 'pt-PT'] as const) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });
    test(`the script takes the pages of a code over as they are, and asks for nothing again (${locale})`, async ({ page }) => {
      const { expectQuiet } = watch(page);
      await noteDelivered(page, '#area-root img');
      const asked: string[] = [];
      page.on('request', (request) => {
        if (/\/(document|verify\/.*)$/.test(new URL(request.url()).pathname)) asked.push(request.url());
      });
      const take = async (address: string, picture: boolean | 'none') => {
        await gotoFilled(page, address, { waitUntil: 'networkidle', before: () => asked.splice(0) });
        await expect(page.locator('[data-waiting]')).toHaveCount(0);
        expect({ address, ...(await compareWithDelivered(page)) }).toEqual({ address, shift: 0, heading: true, part: picture });
        expect(asked, address).toEqual([]);
      };
      for (const { kind, changes, screen, api } of pages) {
        const { id } = await register(page, kind, changes);
        await take(`${screen}${id}`, true);
        await take(new URL(await readCode(page, `${api}${id}/qr`)).pathname, 'none');
      }
      const { key } = await foundArrival(page);
      await take(`/eservice/traveller/declaration/qr/${key}`, true);
      expectQuiet();
    });
  });
}

test('the page with the code is made for the browser that opens it, and for no script', async ({ page, browser, baseURL }) => {
  const { id, reference } = await register(page, 'departure');
  const answer = await gotoFilled(page, `/eservice/departure/declaration/qr/${id}`);
  expect(answer?.headers()['cache-control']).toBe('no-store');
  expect(await answer?.text()).toContain(reference);
  // This is what a script of another area could read from this address.
  expect(await page.evaluate(async () => (await fetch(location.href)).text())).not.toContain(reference);
  const other = await (await browser.newContext({ baseURL })).newPage();
  await openMissing(other, '/eservice/departure/declaration/qr/01a2047a-aaf2-71da-bb85-000000000000');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await expect(other.locator('[data-area]')).toHaveAttribute('data-area', 'mf-declarations');
  await other.context().close();
});

test('a form that would change a declaration says when there is no such declaration', async ({ page }) => {
  for (const form of ['/eservice/traveller/declaration', '/eservice/departure/declaration']) {
    await page.goto(`${form}?id=01a2047a-aaf2-71da-bb85-000000000000&step=3`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  }
});
