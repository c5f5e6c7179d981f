import { expect, test } from '@playwright/test';
import { watch } from '../../support/watch.ts';
import { aVisitor, fillArrival, submitArrival } from './travellers.ts';

test('a foreigner with a hotel and merchandise is sent to the red lane @phone', async ({ page }) => {
  const faults = watch(page);
  await fillArrival(page, aVisitor({ merchandise: 'Yes' }));
  await submitArrival(page);
  await expect(page.getByText('Red lane')).toBeVisible();
  await expect(page.getByText('Your QR Code For Scanning')).toBeVisible();
  await expect(page.getByText('Please screen shot and present to Customs & Immigration Staff')).toBeVisible();
  await expect(page.getByText(/^ARR-\d{4}-\d{7}$/)).toBeVisible();
  await expect(page.getByRole('img', { name: /^QR code for ARR-/ })).toHaveJSProperty('complete', true);
  faults.expectQuiet();
});
