import { expect, type Locator, test } from '@playwright/test';
import { signIn } from '../../support/sign-in.ts';
import { registerArrivals, waitingOf } from './cases.ts';

const box = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
/** Returns the texts of a row that are wider than their cell. */
const cutOff = (row: Locator) =>
  row.locator('td').evaluateAll((cells) => cells.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ textContent }) => textContent));

test('a name without a space fits into a list and the overview of a phone, and the buttons of a bulk decision stand apart', async ({ page }) => {
  const lastName = `D${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}${'abcdefghijklmnopqrstuvwxyz'.repeat(2)}`.slice(0, 60).toUpperCase();
  const [{ reference = '' } = {}] = await registerArrivals(page, lastName, 1);
  await signIn(page, 'border-supervisor');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(waitingOf(lastName));
  const row = page.locator('tbody tr').filter({ hasText: reference });
  await expect(row).toBeVisible();
  expect(await cutOff(row)).toEqual([]);

  // The buttons of the dialog must not touch each other.
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Do an action' }).click();
  const dialog = page.getByRole('dialog');
  const [first, second] = [await box(dialog.getByRole('button', { name: 'Continue' })), await box(dialog.getByRole('button', { name: 'Cancel' }))];
  expect(Math.max(second.x - first.x - first.width, second.y - first.y - first.height)).toBeGreaterThanOrEqual(10);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByText('1 case is now yours.')).toBeVisible();
  await page.goto('/staff');
  const mine = page.getByRole('region', { name: 'My cases' }).getByRole('row').filter({ hasText: reference });
  await expect(mine).toBeVisible();
  expect(await cutOff(mine)).toEqual([]);
  expect((await box(mine.getByRole('link'))).width).toBeGreaterThan(100);
});
