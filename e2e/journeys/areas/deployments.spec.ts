import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { nextBuild, remote } from '../../support/deployments.ts';
import { holdBack } from '../../support/hold-back.ts';
import { end, startPortal } from '../../support/portal.ts';
import { changeRegistry, deployed, deployedArea } from '../../support/registry.ts';
import { signInQuietly } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { aPlate, fillJourney, fillVehicle, home } from '../trips/trip.ts';

const name = 'mf-trips';
/** The tile on the home page, and the heading of the screen that it opens, in the old and in the new version. */
const tile = 'Take a vehicle out';
const before = 'Take a vehicle out of the country';
const after = 'Drive out of the country';

interface Deployments {
  url: string;
  /** The version that is deployed at the start of a test, and the version that the test deploys. */
  old: string;
  next: string;
  publish(): Promise<unknown>;
  rollBack(): Promise<unknown>;
}

/** Provides a separate portal, and the build of a second version of an area. */
const test = base.extend<object, { portal: Deployments }>({
  portal: [
    async ({ playwright: _ }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'portal-deployments-'));
      const [remotesDir, build] = [join(folder, 'remotes'), join(folder, 'next')];
      const { url, child } = await startPortal({ DATA_DIR: join(folder, 'data'), REMOTES_DIR: remotesDir });
      // The second version has a field in its description that this shell does not know.
      const { old, next } = nextBuild(name, build, [before, after], { opensAt: { hour: 8 } });
      await use({
        url,
        old,
        next,
        publish: () => remote(remotesDir, 'publish', name, '--from', build, '--why', 'a shorter title'),
        rollBack: () => remote(remotesDir, 'rollback', name, old),
      });
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
    // The fixture starts a whole portal.
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
});

test.describe.configure({ mode: 'serial' });
test.afterEach(({ portal }) => portal.rollBack());

const heading = (page: Page, title: string) => page.locator(`[data-area="${name}"]`).getByRole('heading', { level: 1, name: title });

/** Returns the versions whose scripts the current document has loaded, without those that an earlier document was still loading. */
const versionsIn = (page: Page) =>
  page.evaluate(() => {
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ responseStatus }) => responseStatus === 200);
    return [...new Set(scripts.flatMap((script) => /\/remotes\/mf-trips\/([^/]+)\/.+\.js$/.exec(script.name)?.[1] ?? []))];
  });

/** Returns all values of the form. */
const answers = (page: Page) =>
  page
    .getByRole('main')
    .locator('input, select, textarea')
    .evaluateAll((fields) => (fields as HTMLInputElement[]).map(({ type, value, checked }) => (type === 'radio' || type === 'checkbox' ? checked : value)));

test('a new page loads what was deployed or rolled back, and an open page keeps its version', async ({ page, context, portal }) => {
  await page.goto('/');

  await portal.publish();
  const next = await context.newPage();
  await next.goto(home.E);
  await expect(heading(next, after)).toBeVisible();
  expect((await deployedArea(next, name)).version).toBe(portal.next);

  // The open page has not loaded the area yet, so the entry and chunks of the old version must still exist.
  await page.getByRole('main').getByRole('link', { name: tile, exact: true }).click();
  await expect(heading(page, before)).toBeVisible();
  await expect.poll(() => versionsIn(page)).toEqual([portal.old]);

  await portal.rollBack();
  await next.reload();
  await expect(heading(next, before)).toBeVisible();
  expect((await deployedArea(next, name)).version).toBe(portal.old);
});

test('a page whose HTML came before a deployment gets the scripts of its own version', async ({ page, portal }) => {
  const { expectQuiet } = watch(page);
  const letGo = await holdBack(page, /\/remotes\/mf-trips\//);
  await page.goto(home.E, { waitUntil: 'commit' });
  await expect(heading(page, before)).toBeVisible();
  const drawn = await heading(page, before).elementHandle();
  expect(await versionsIn(page)).toEqual([]);
  await portal.publish();
  letGo();
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
  expect(await versionsIn(page)).toEqual([portal.old]);
  expect(await drawn?.evaluate((element) => element.isConnected)).toBe(true);
  await expect(heading(page, before)).toBeVisible();
  // After a reload, the page uses the next version as a whole.
  await page.reload();
  await expect(heading(page, after)).toBeVisible();
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
  expect(await versionsIn(page)).toEqual([portal.next]);
  expectQuiet();
});

for (const [how, goOn] of [
  ['in the page as it is open', async () => undefined],
  ['in the page loaded anew', (page: Page) => page.reload()],
] as const) {
  test(`a deployment while a form is filled in loses no answer, ${how}`, async ({ page, portal }) => {
    const plate = aPlate();
    await page.goto(home.E);
    await fillVehicle(page, 'E', plate);
    // The questions and requirements of the document are loaded while the vehicle is typed.
    await expect(
      page
        .getByRole('region', { name: /^Declarations/ })
        .getByRole('radio')
        .first(),
    ).toBeVisible();
    const typed = await answers(page);
    expect(typed).toContain(plate);

    await portal.publish();
    await goOn(page);
    await expect.poll(() => answers(page)).toEqual(typed);

    await fillJourney(page, 'E');
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    // The page has not loaded the chunk of this screen before.
    await expect(page.getByText(/^TIBE-\d{4}-\d{7}$/)).toBeVisible();
    await expect.poll(() => versionsIn(page)).toEqual([how.endsWith('anew') ? portal.next : portal.old]);
    const id = page.url().split('/').pop();
    const { model } = await (await page.request.get(`/api/trips/v1/triptic/trip/${id}/document`)).json();
    expect(JSON.stringify(model)).toContain(plate);
  });
}

test('a shell one version older reads a newer registry', async ({ page, portal }) => {
  await portal.publish();
  // The check at publishing, the signature and the gateway accept the new field of the area. This adds a new field to the registry itself.
  expect((await deployedArea(page, name)) as object).toHaveProperty('opensAt');
  await changeRegistry(page, (registry) => {
    Object.assign(registry, { format: 2, regions: { west: ['mf-trips'] } });
    for (const area of registry.areas) {
      Object.assign(area, { runtime: 'module', style: null });
      area.menu = area.menu.map((entry) => ({ ...entry, icon: { light: '/icon.svg' } }));
    }
    registry.areas.push({ name: 'mf-of-the-future', places: ['/future'] } as never);
  });
  const faults = watch(page);
  await page.clock.install();
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: tile, exact: true }).click();
  await expect(heading(page, after)).toBeVisible();

  // The result must be the same after the page has fetched the registry again.
  await page.clock.fastForward(10_000);
  const asked = page.waitForResponse('**/remotes.json');
  await page.goBack();
  await page.goForward();
  await asked;
  await expect(heading(page, after)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'We cannot see at the moment' })).toHaveCount(0);
  expect((await deployed(page)).areas.length).toBeGreaterThan(2);
  faults.expectQuiet();
});

test('an incident: a broken area is stopped from the screen, rolled back and opened again, and a visitor loses nothing', async ({ page, browser, portal }) => {
  await portal.publish();
  await page.goto(home.E);
  await expect(heading(page, after)).toBeVisible();
  const plate = aPlate();
  await fillVehicle(page, 'E', plate);
  const operator = await (await browser.newContext({ baseURL: portal.url, viewport: { width: 1280, height: 900 } })).newPage();
  await signInQuietly(operator, 'admin');
  await operator.goto('/staff/areas');
  await operator.getByRole('link', { name: /^Versions, history and decisions\W+Vehicles across the border$/ }).click();
  await expect(operator.getByText(`Version ${portal.next}, since `)).toContainText('a shorter title');
  await expectAccessible(operator);
  const decide = async (button: string, why: string) => {
    await operator.getByRole('button', { name: button, exact: true }).click();
    const dialog = operator.getByRole('alertdialog');
    await dialog.getByLabel('Reason').fill(why);
    await expectAccessible(operator);
    await dialog
      .getByRole('button')
      .filter({ hasText: button.replace(/ \d.*/, '') })
      .click();
    await expect(dialog).toHaveCount(0);
  };

  // The open page of a visitor is closed within three seconds after the decision.
  await operator.getByRole('button', { name: 'Emergency stop' }).click();
  await operator.getByRole('alertdialog').getByLabel('Reason').fill('the title is wrong');
  await page.evaluate((stopped) => {
    const watching = new MutationObserver(() => {
      if (!document.querySelector(stopped)) return;
      watching.disconnect();
      Object.assign(window, { closedAt: Date.now() });
    });
    watching.observe(document, { subtree: true, childList: true, attributes: true });
  }, `[data-area-stopped="${name}"]`);
  const decided = operator.waitForResponse((response) => /\/operations\/areas\/.+\/actions\//.test(response.url()));
  await operator.getByRole('alertdialog').getByRole('button', { name: 'Emergency stop' }).click();
  await decided;
  const decidedAt = Date.now();
  const closed = page.locator(`[data-area-stopped="${name}"]`);
  await expect(closed.getByRole('heading', { level: 1, name: 'Vehicles across the border is closed for the moment' })).toBeVisible();
  await expect(closed).toContainText('What you typed on this device is kept.');
  // The page itself records when it is closed, because on a busy machine the test may notice it later.
  expect((await page.evaluate(() => (window as unknown as { closedAt: number }).closedAt)) - decidedAt).toBeLessThanOrEqual(3_000);
  await expect(page.locator(`[data-area="${name}"]`).getByRole('heading', { level: 1 })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // New visitors get the same notice, already in the HTML of the page, in their language.
  const late = await page.request.get(home.E, { headers: { 'accept-language': 'pt' } });
  expect(late.status()).toBe(503);
  expect(await late.text()).toContain('está fechado de momento');
  await expect(operator.getByText('the title is wrong').first()).toBeVisible();

  await decide(`Go to this version ${portal.old}`, 'back to the right title');
  await expect(operator.getByText(`Version ${portal.old}, since `)).toContainText('back to the right title');
  await expect(closed).toBeVisible();
  await decide('End the stop', 'the title is right');
  await expect(heading(page, before)).toBeVisible();
  await expect(closed).toHaveCount(0);
  await expect.poll(async () => (await answers(page)).includes(plate)).toBe(true);
  const rows = operator.getByRole('region', { name: 'History' }).getByRole('row');
  for (const [index, what] of ['When', 'End of the stop', `Go to version ${portal.old}`, 'Emergency stop', `Published: ${portal.next}`].entries())
    await expect(rows.nth(index)).toContainText(what);
  await operator.context().close();
});
