import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { chooseLanguage } from '../support/choose-language.ts';

const packs = new URL('../../packages/service-kit/src/languages/packs/', import.meta.url);
const textsOf = (tag: string): Record<string, string> => JSON.parse(readFileSync(new URL(`${tag}/texts.json`, packs), 'utf8'));

for (const [tag, name, direction] of [
  ['id', 'Bahasa Indonesia', 'ltr'],
  ['tet', 'Tetun', 'ltr'],
  ['zh-Hans', '简体中文', 'ltr'],
  ['ar', 'العربية', 'rtl'],
] as const)
  test(`the portal is read in ${name}: home, form, its faults, the answers of the service @phone`, async ({ page }) => {
    const t = textsOf(tag);
    const packsLoaded: string[] = [];
    page.on('request', (request) => {
      if (/\/languages\//.test(request.url())) packsLoaded.push(new URL(request.url()).pathname);
    });
    await page.goto('/');
    await chooseLanguage(page, name);
    await expect(page.locator('html')).toHaveAttribute('lang', tag);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).direction)).toBe(direction);
    // Only the chosen language, once.
    expect(new Set(packsLoaded).size).toBe(1);
    expect(packsLoaded[0]).toMatch(new RegExp(`^/languages/${tag}\\.\\w+\\.json$`));
    await expect(page.getByRole('contentinfo')).toContainText(
      t['Nobody has checked this translation yet. Where it is unclear, the English text counts.'] as string,
    );

    // The first screen is HTML in the language, before a script runs.
    const html = await (await page.request.get('/eservice/traveller/declaration', { headers: { accept: 'text/html' } })).text();
    expect(html).toContain(t['Purpose of travel'] as string);
    await page.goto('/eservice/traveller/declaration');
    await expect(page.getByText(t['Arrival declaration'] as string).first()).toBeVisible();
    await page
      .getByRole('button', { name: t.Continue as string, exact: true })
      .first()
      .click();
    await expect(page.getByTestId('error-summary')).toContainText(t['There is a problem'] as string);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    const refused = await page.request.post('/api/declarations/v1/traveller/declaration', { headers: { 'accept-language': tag }, data: {} });
    expect((await refused.json()).title).toBe(t['Some answers are not right']);
  });
