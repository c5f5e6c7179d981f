import { expect, type Page, test } from '@playwright/test';
import { signInQuietly } from '../../support/sign-in.ts';
import { type Kind, register } from '../routes/documents.ts';

/** Returns the number of A4 sheets that the page needs. */
async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

const cases: [Kind, user: string, address: string][] = [
  ['arrival', 'border-officer', '/other/traveller/declaration'],
  ['departure', 'border-officer', '/other/departure/declaration'],
  ['licence', 'licence-verifier', '/licenser/professional'],
  ['trip', 'trip-verifier', '/triptic/trip'],
];

for (const [kind, user, address] of cases) {
  for (const locale of ['en-GB', 'pt-PT']) {
    test(`an officer prints a case on one sheet: ${kind}, ${locale}`, async ({ browser }) => {
      const page = await (await browser.newContext({ locale })).newPage();
      const { id, reference } = await register(page, kind);
      await signInQuietly(page, user);
      for (const mode of ['view', 'print']) {
        await page.goto(`${address}/${mode}/${id}`);
        await expect(page.locator('.govuk-caption-l')).toContainText(reference);
        await expect(page.locator('.portal-document__facts .portal-card').first()).toBeVisible();
        await expect(page.getByRole('table').last()).toBeVisible();
        expect(await sheets(page), mode).toBe(1);
      }
      await page.context().close();
    });
  }
}
