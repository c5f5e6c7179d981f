import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { end, root, startPortal } from '../support/portal.ts';
import { watch } from '../support/watch.ts';

const numbers = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const address = '/api/declarations/v1/public-numbers';

/** Returns the sum of the page's layout shifts so far. */
const shifts = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0))).observe({
          type: 'layout-shift',
          buffered: true,
        });
        setTimeout(() => resolve(0), 500);
      }),
  );

test('the home shows no numbers, and nobody is told any, unless the ministry wants it', async ({ page, baseURL }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(numbers(page, 'Declarations in numbers')).toHaveCount(0);
  expect((await fetch(`${baseURL}${address}`)).status).toBe(404);
  await page.goto('/open-data');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect((await fetch(`${baseURL}/api/trips/v1/open-data`)).status).toBe(404);
});

test('the home shows how many declarations came and how much was on time, in both languages and without script', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-numbers-'));
  const { url, child } = await startPortal(
    { DATA_DIR: join(folder, 'data'), REMOTES_DIR: join(folder, 'remotes'), PUBLIC_NUMBERS: 'on', OPEN_DATA: 'on' },
    root,
    ['--demo'],
  );
  try {
    const told = async () => ((await (await fetch(`${url}${address}`)).json()) as { model: { registered: number; onTime: number } }).model;
    // The numbers are computed once a minute, so at first they may date from before the portal was filled.
    await expect.poll(async () => (await told()).registered ?? 0, { timeout: 120_000 }).toBeGreaterThanOrEqual(20);
    // The numbers may be computed again at any moment; the page is then opened again.
    const now = async (): Promise<string[]> => {
      const { registered, onTime } = await told();
      return [registered.toLocaleString('en-GB'), `${onTime} %`];
    };

    const plain = await (await browser.newContext({ baseURL: url, javaScriptEnabled: false, locale: 'pt-PT' })).newPage();
    const inPortuguese = numbers(plain, 'As declarações em números');
    // The first page after the start of the portal does not wait for the numbers.
    await expect(async () => {
      const numbersNow = await now();
      await plain.goto('/');
      for (const number of numbersNow) await expect(inPortuguese).toContainText(number, { timeout: 500 });
    }).toPass();
    await plain.context().close();

    const page = await (await browser.newContext({ baseURL: url, locale: 'en-GB' })).newPage();
    const faults = watch(page);
    const shown = numbers(page, 'Declarations in numbers');
    await expect(async () => {
      const numbersNow = await now();
      await page.goto('/');
      await expect(shown.getByRole('definition')).toHaveText(numbersNow, { timeout: 2_000 });
    }).toPass();
    expect(await shifts(page)).toBe(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);

    // The open data tables are reached through the footer.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Open data' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Open data' })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(7);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'CSV of Arrival declarations by day of travel' }).click(),
    ]);
    const [head, ...rows] = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(head).toBe('day,lane,entryPoint,entryPointName,count');
    expect(rows.length).toBeGreaterThan(10);
    const licences = (await (await fetch(`${url}/api/licences/v1/open-data/licences.json`)).json()) as { records: { count: number | null }[] };
    for (const { count } of licences.records) expect(count === null || (count >= 10 && count % 5 === 0)).toBe(true);
    faults.expectQuiet();
    await page.context().close();
  } finally {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  }
});
