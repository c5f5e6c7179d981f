import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { chooseLanguage } from '../../support/choose-language.ts';
import { listOf, wholeList } from '../../support/lists.ts';
import { signInQuietly } from '../../support/sign-in.ts';
import { type Kind, register } from './documents.ts';

const lists: [address: string, kind: Kind, user: string][] = [
  ['/other/departure/declaration', 'departure', 'border-supervisor'],
  ['/other/traveller/declaration', 'arrival', 'border-supervisor'],
  ['/licenser/professional', 'licence', 'licence-approver'],
  ['/triptic/trip/search-outbound', 'trip', 'trip-approver'],
];

const region = (page: Page) => page.locator('.portal-list__region');

for (const [address, kind, user] of lists) {
  test(`the list at ${address} shows the status of each row at 1280 pixels without scrolling, in both languages`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const { reference } = await register(page, kind);
    await signInQuietly(page, user);
    await page.goto(listOf(address, reference));
    const row = page.getByRole('row').filter({ hasText: reference });
    for (const [language, status] of [
      ['en', /^(Created|Submitted)$/],
      ['pt', /^(Criad|Submetid)[ao]$/],
    ] as const) {
      // The page starts in the browser's language, English, and offers the other language.
      if (language === 'pt') await chooseLanguage(page, 'Português');
      const cell = row.getByText(status);
      await expect(cell).toBeVisible();
      const [tag, frame] = [await cell.boundingBox(), await region(page).boundingBox()];
      expect((tag?.x ?? Infinity) + (tag?.width ?? 0), `right end of the status in ${language}`).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
    }
  });
}

/** Returns the column headings that are cut off. */
const cutHeads = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.portal-list__table thead th')].flatMap((head) => {
      const words = head.querySelector<HTMLElement>('button') ?? head;
      return words.scrollWidth > words.clientWidth + 1 || head.scrollWidth > head.clientWidth + 1 ? [head.textContent ?? ''] : [];
    }),
  );

/** Returns the times in the rows that are cut off. */
const cutTimes = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.portal-list__table tbody td')].flatMap((cell) =>
      /\d\d:\d\d$/.test(cell.innerText) && cell.scrollWidth > cell.clientWidth ? [cell.innerText] : [],
    ),
  );

for (const locale of ['en-GB', 'pt-PT']) {
  test(`no head and no time of a list is cut off at 1280 pixels, in a queue neither, in ${locale}`, async ({ browser }) => {
    const late = JSON.stringify({ criteria: [{ fieldName: 'queue', operation: 'EQ', values: ['TEAM'] }], page: 1, sort: 'dueAt' });
    for (const [address, kind, user] of lists) {
      const page = await (await browser.newContext({ locale, viewport: { width: 1280, height: 900 } })).newPage();
      await register(page, kind);
      await signInQuietly(page, user);
      for (const path of [address, `${address}?q=${encodeURIComponent(late)}`]) {
        await page.goto(path);
        await expect(
          page
            .getByRole('columnheader')
            .first()
            .or(page.getByText(/^(Nothing is waiting here|Não há nada à espera aqui)$/)),
        ).toBeVisible();
        await expect(page.locator('.portal-list__table[aria-busy="true"]')).toHaveCount(0);
        expect(await cutHeads(page), path).toEqual([]);
        expect(await cutTimes(page), path).toEqual([]);
      }
      await page.context().close();
    }
  });
}

test('on a tablet each row of a list is a card, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const { reference } = await register(page, 'arrival');
  await signInQuietly(page, 'border-supervisor');
  await page.goto(listOf('/other/traveller/declaration', reference));
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row.getByText('Created', { exact: true })).toBeVisible();
  expect(await region(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(48);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

const seventeen = Array.from({ length: 17 }, (_, index) => index);

test('an officer sees seventeen cases at once, each in one line, and no column is cut off at the side', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const _ of seventeen) await register(page, 'arrival');
  await signInQuietly(page, 'border-supervisor');
  await page.goto(wholeList('/other/traveller/declaration'));
  const rows = page.locator('.portal-list__table tbody tr');
  await expect(rows.nth(16)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const seen = await page.evaluate(() => {
    const region = document.querySelector('.portal-list__region') as HTMLElement;
    const bottom = Math.min(region.getBoundingClientRect().bottom, innerHeight);
    const boxes = [...region.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    return {
      rows: boxes.filter((box) => box.bottom <= bottom).length,
      tallest: Math.max(...boxes.map(({ height }) => height)),
      sideways: region.scrollWidth - region.clientWidth,
      header: document.querySelector('.shell-header')?.getBoundingClientRect().height,
    };
  });
  expect(seen.rows).toBeGreaterThanOrEqual(17);
  expect(seen.tallest).toBeLessThanOrEqual(36);
  expect(seen.sideways).toBeLessThanOrEqual(0);
  expect(seen.header).toBe(48);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await region(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.getByRole('columnheader', { name: 'Reference' })).toBeInViewport();
});

test('an officer chooses the columns of a list and their order by the keyboard, and they stay', async ({ page }) => {
  await register(page, 'arrival');
  await signInQuietly(page, 'border-supervisor');
  await page.goto(wholeList('/other/traveller/declaration'));
  const heads = page.getByRole('columnheader');
  await expect(heads.first()).toHaveText('Reference');
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expect(dialog.getByRole('checkbox', { name: 'Reference' })).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'Created' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'Due' }).press('Space');
  await dialog.getByRole('button', { name: 'Move Lane up' }).press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Lane is now number 2 of 11');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Show these columns' }).press('Enter');
  await page.reload();
  await expect(heads.nth(1)).toHaveText('Lane');
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Due' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await dialog.getByRole('button', { name: 'Back to the usual columns' }).click();
  await expect(heads.nth(1)).toHaveText(/^Name/);
});

test('on a narrow screen each row of a list is a card', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { reference } = await register(page, 'arrival');
  await signInQuietly(page, 'border-supervisor');
  await page.goto(listOf('/other/traveller/declaration', reference));
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row.getByText('Created', { exact: true })).toBeVisible();
  const box = await row.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(360);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a list is sorted as a whole on the server, and searched without accents', async ({ page }) => {
  const name = `Zulmira ${crypto
    .randomUUID()
    .replace(/[^a-f]/g, '')
    .slice(0, 6)}`;
  const made: string[] = [];
  for (const firstName of ['Conceição', 'Ângela', 'Bento']) made.push((await register(page, 'arrival', { firstName, lastName: name })).reference);
  await signInQuietly(page, 'border-supervisor');
  await page.goto(wholeList('/other/traveller/declaration'));
  const filter = async (field: string, condition: string, value: string) => {
    await page.getByRole('button', { name: /^Filter/ }).click();
    const row = page.getByRole('group', { name: field, exact: true });
    await row.getByLabel('Condition').selectOption({ label: condition });
    await row.getByRole('textbox').first().fill(value);
    await page.getByRole('button', { name: 'Apply filter' }).click();
  };
  await filter('Family or last name', 'begins with', name.toLowerCase());
  const references = page.locator('.portal-list__table tbody').getByRole('link');
  await expect(references).toHaveText([...made].reverse());
  await page.getByRole('button', { name: 'Created' }).click();
  await expect(references).toHaveText(made);
  await expect(page.getByRole('columnheader', { name: /^Created/ })).toHaveAttribute('aria-sort', 'ascending');
  await page.reload();
  await expect(references).toHaveText(made);
  await filter('Name', 'contains', 'conceicao');
  await expect(references).toHaveText([made[0] as string]);
});
