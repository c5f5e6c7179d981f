import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { register } from '../journeys/routes/documents.ts';
import { chooseLanguage } from '../support/choose-language.ts';
import { signIn, signOut } from '../support/sign-in.ts';

const root = join(import.meta.dirname, '../..');

/** Takes a picture of the visible page, a few kB in size: the manual shows it at 800 × 500. */
async function take(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(join(root, folder), { recursive: true });
  await page.evaluate(() => document.fonts.ready);
  const whole = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(whole)
    .resize(800, 500)
    .png({ palette: true, colours: 8, effort: 10, compressionLevel: 9 })
    .toFile(join(root, folder, name));
}

/** For each picture: the folder, the name, the user who sees the screen, and the address of the screen. */
const pictures: [folder: string, name: string, user: string, address: (ids: Record<'arrival' | 'licence', string>) => string][] = [
  ['shell/web/src/pages/help/pictures', 'overview', 'border-officer', () => '/staff'],
  ['shell/web/src/pages/help/pictures', 'audit', 'admin', () => '/staff/audit?action=register'],
  ['mf-declarations/src/help/pictures', 'arrivals', 'border-officer', () => '/other/traveller/declaration'],
  ['mf-declarations/src/help/pictures', 'gate', 'border-officer', () => '/staff/gate'],
  ['mf-licences/src/help/pictures', 'verification', 'licence-verifier', ({ licence }) => `/licenser/professional/verification/${licence}`],
  ['mf-trips/src/help/pictures', 'till', 'cashier', () => '/payment/receipt'],
  ['mf-catalogues/src/help/pictures', 'catalogues', 'admin', () => '/staff/catalogues'],
];

// The screens show invented persons on the current release. Only this journey replaces the pictures: see CONTRIBUTING.md.
test('the pictures of the manual', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const ids = { arrival: '', licence: '' };
  for (let i = 0; i < 6; i++) ids.arrival = (await register(page, 'arrival', { travellerCode: `P12345${i}`, hasMerchandise: i % 3 ? 'NO' : 'YES' })).id;
  for (let i = 0; i < 3; i++) ids.licence = (await register(page, 'licence')).id;
  for (const [folder, name, user, address] of pictures) {
    await signIn(page, user, '/staff');
    for (const [language, other] of [
      ['en', 'Português'],
      ['pt', 'English'],
    ] as const) {
      await page.goto(address(ids));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await take(page, folder, `${name}.${language}.png`);
      await chooseLanguage(page, other);
      await expect(page.locator('html')).not.toHaveAttribute('lang', language);
    }
    await signOut(page);
  }
});
