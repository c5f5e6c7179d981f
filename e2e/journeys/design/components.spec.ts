import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';

/** The sections of the page that shows every component. */
const parts = [
  'buttons',
  'fields',
  'errors',
  'questions',
  'help',
  'media',
  'files',
  'parts',
  'answers',
  'fees',
  'results',
  'code',
  'dialogs',
  'signs',
  'messages',
  'waiting',
];

/** The dialogs that open over the page: the name of the button that opens each one, and of its picture. */
const dialogs = [
  ['A dialog', 'dialog'],
  ['A question', 'dialog-question'],
  ['Scan your passport', 'dialog-passport'],
  ['Fill in from an earlier trip', 'dialog-fill'],
  ['Keep my details for the next trip', 'dialog-keep'],
  // Closing this dialog leaves the form.
  ['Another tab', 'dialog-tab'],
] as const;

/** Returns the fonts that the browser used to draw the heading. */
async function fontsOfHeading(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

/** Opens the page with its font. If the page is drawn before the font has loaded, the font is not used, so the page is opened again. */
const openDesign = (page: Page) =>
  expect(async () => {
    await page.goto('/design');
    await expect(page.getByRole('heading', { level: 1, name: 'Components' })).toBeVisible();
    expect(await fontsOfHeading(page)).toEqual(['Noto Sans']);
  }).toPass();

for (const width of [360, 1280]) {
  test(`every component looks as it did at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openDesign(page);
    expect(await page.evaluate(() => document.fonts.check('16px "Noto Sans"'))).toBe(true);
    await expect(page.getByRole('button', { name: 'Use this signature' })).toBeVisible();
    await expect(page.locator('#waiting').getByText('Loading')).toBeVisible();
    await expectAccessible(page);
    // A group is collapsed on a phone, unless an answer is missing in it.
    const group = (title: string) => page.locator('details.portal-fold').filter({ has: page.getByRole('heading', { name: title }) });
    await expect(group('A group with answers')).toHaveJSProperty('open', width === 1280);
    await expect(group('A group that waits for an answer')).toHaveJSProperty('open', true);
    await expect(page.getByText(/42\s?%/)).toBeVisible();
    // The error summary has taken the focus. The pictures must show a field with the focus instead.
    await page.getByRole('textbox', { name: 'A text with an error' }).focus();
    for (const part of parts) await expect(page.locator(`#${part}`)).toHaveScreenshot(`${part}-${width}.png`);
    const list = page.getByRole('combobox', { name: 'A long list, found by typing' });
    await list.fill('d');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await expectAccessible(page);
    await expect(page.getByRole('listbox')).toHaveScreenshot(`list-${width}.png`);
    await page.keyboard.press('Escape');
  });

  test(`every dialog looks as it did at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openDesign(page);
    for (const [button, picture] of dialogs) {
      await page.getByRole('button', { name: button, exact: true }).click();
      const dialog = page.locator('dialog[open]');
      await expect(dialog).toBeVisible();
      await expectAccessible(page);
      await expect(dialog).toHaveScreenshot(`${picture}-${width}.png`);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });
}

test('Tab chooses the highlighted record of a list that is found by typing', async ({ page }) => {
  await openDesign(page);
  const list = page.getByRole('combobox', { name: 'A long list, found by typing' });
  await list.fill('Bau');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await list.press('ArrowDown');
  await list.press('Tab');
  await expect(list).not.toBeFocused();
  await expect(list).toHaveValue('Baucau');
});
