import { expect, test } from '@playwright/test';
import { signInQuietly } from '../../support/sign-in.ts';
import { type Kind, register } from './documents.ts';

const lists: [address: string, kind: Kind, user: string][] = [
  ['/other/departure/declaration', 'departure', 'border-supervisor'],
  ['/other/traveller/declaration', 'arrival', 'border-supervisor'],
  ['/licenser/professional', 'licence', 'licence-approver'],
  ['/triptic/trip/search-outbound', 'trip', 'trip-approver'],
];

for (const [address, kind, user] of lists) {
  test(`the list at ${address} shows the status of each row at 1280 pixels without scrolling, in both languages`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const { reference } = await register(page, kind);
    await signInQuietly(page, user);
    await page.goto(address);
    const row = page.getByRole('row').filter({ hasText: reference });
    for (const [language, status] of [
      ['en', /^(Created|Submitted)$/],
      ['pt', /^(Criad|Submetid)[ao]$/],
    ] as const) {
      // The page begins in the browser's language, and offers the other one.
      if (language === 'pt') await page.getByRole('button', { name: 'Português' }).click();
      const cell = row.getByText(status);
      await expect(cell).toBeVisible();
      const region = page.locator('.portal-list__region');
      const [tag, frame] = [await cell.boundingBox(), await region.boundingBox()];
      expect((tag?.x ?? Infinity) + (tag?.width ?? 0), `right end of the status in ${language}`).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
    }
  });
}
