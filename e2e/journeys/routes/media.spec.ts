import { expect, test } from '@playwright/test';
import { signIn } from '../../support/sign-in.ts';
import { aDiploma, aPhoto } from '../licences/holders.ts';
import { register } from './documents.ts';

test('a photo says that it is being loaded, and when it cannot be had', async ({ page }) => {
  const upload = await page.request.post('/api/media/v1/image/photoUpload', { multipart: { file: aPhoto, width: '112', height: '150' } });
  const photo = await upload.json();
  const { id } = await register(page, 'licence', { photoInstance: photo.uid });
  await signIn(page, 'licence-clerk', `/licenser/professional/view/${id}`);
  const section = page.getByRole('region', { name: 'Photo' });
  await expect(section.getByRole('img')).toBeVisible();
  let give = () => {};
  const held = new Promise<void>((resolve) => {
    give = resolve;
  });
  await page.route('**/v1/photo/**', async (route) => {
    await held;
    await route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{"title":"Not found","status":404}' });
  });
  await page.reload();
  await expect(section.getByText('working !!!')).toBeVisible();
  give();
  await expect(section.getByText('not found !!!')).toBeVisible();
});

test('a scanned document is uploaded with progress, previewed in a frame and downloaded', async ({ page }) => {
  await page.goto('/eservice/triptic/outbound');
  const scans = page.getByRole('region', { name: 'Scanned document list' });
  let give = () => {};
  const held = new Promise<void>((resolve) => {
    give = resolve;
  });
  await page.route('**/api/media/v1/trip', async (route) => {
    await held;
    await route.continue();
  });
  await scans.locator('select').selectOption({ index: 1 });
  await scans.locator('input[type=file]').setInputFiles(aDiploma);
  await scans.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(scans.getByText(/Uploading diploma\.pdf: \d+ %/).first()).toBeVisible();
  give();
  const row = scans.getByRole('row', { name: /diploma\.pdf/ });
  await expect(row).toBeVisible();
  const download = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Download/ }).click();
  expect((await download).suggestedFilename()).toBe('diploma.pdf');
  await row.getByRole('button', { name: /^Preview/ }).click();
  await expect(page.locator('iframe')).toBeVisible();
});

test('an upload that fails says what the server said, or that it could not', async ({ page }) => {
  await page.goto('/eservice/triptic/outbound');
  const scans = page.getByRole('region', { name: 'Scanned document list' });
  const upload = async () => {
    await scans.locator('select').selectOption({ index: 1 });
    await scans.locator('input[type=file]').setInputFiles({ ...aDiploma, buffer: Buffer.from('no PDF') });
    await scans.getByRole('button', { name: 'Upload', exact: true }).click();
  };
  await upload();
  await expect(scans.getByRole('alert').getByText(/FILE_TYPE, Choose a PDF/)).toBeVisible();
  await page.route('**/api/media/v1/trip', (route) => route.abort());
  await page.reload();
  await upload();
  await expect(scans.getByRole('alert').getByText('Could not upload the file!')).toBeVisible();
});
