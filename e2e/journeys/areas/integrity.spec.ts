import { expect, type Page, test } from '@playwright/test';
import { type Area, changeRegistry, deployedArea } from '../../support/registry.ts';
import { exposedFile, tamperWith } from './faults.ts';

/** A screen of the area with its own stylesheet. */
const address = '/eservice/triptic/validity';
const ran = 'self.changedBytesRan=true;';

const stylesheet = ({ integrity }: Area) => Object.keys(integrity).find((file) => file.endsWith('.css')) ?? '';
const files: [what: string, file: (area: Area) => string, added: string][] = [
  ['the entry', ({ entry }) => entry, ran],
  ['a chunk', exposedFile, ran],
  ['a stylesheet', stylesheet, 'body{outline:7px solid red}'],
];

// Ignores requests that are still open when a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

async function expectRefused(page: Page): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[data-area-failed="mf-trips"]').getByRole('heading', { name: 'Vehicles across the border is not available' })).toBeVisible();
  expect(await page.evaluate(() => [Object.hasOwn(self, 'changedBytesRan'), getComputedStyle(document.body).outlineWidth === '7px'])).toEqual([false, false]);
}

for (const [what, fileOf, added] of files) {
  test(`${what} with a byte more than was published is neither run nor applied`, async ({ page }) => {
    const file = fileOf(await deployedArea(page, 'mf-trips'));
    let served = 0;
    await tamperWith(page, file, (text) => {
      served += 1;
      return text + added;
    });
    await expectRefused(page);
    expect(served, 'the changed file was sent').toBeGreaterThan(0);
  });

  test(`${what} without a hash in the registry is neither run nor applied`, async ({ page }) => {
    const file = fileOf(await deployedArea(page, 'mf-trips'));
    await changeRegistry(page, ({ areas }) => {
      for (const area of areas) delete area.integrity[file];
    });
    await tamperWith(page, file, (text) => text + added);
    await expectRefused(page);
  });
}

test('unchanged files are run and applied', async ({ page }) => {
  await page.goto(address);
  await expect(page.locator('[data-area="mf-trips"]').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-area-failed]')).toHaveCount(0);
});
