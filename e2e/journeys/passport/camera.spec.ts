import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { filmOf } from '@portal/web-kit/passport-testing';
import { holder, passportPhoto } from '../../support/passport.ts';

const film = join(process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portal-camera-')), 'passport.y4m');
writeFileSync(film, filmOf(passportPhoto().picture));

// A film replaces the camera. Browsers take the film from their command line, so this journey needs its own browser.
test.use({
  permissions: ['camera'],
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${film}`,
      ],
    }),
});

test('a passport in front of the camera fills the form in, and the camera is released', async ({ page }) => {
  await page.goto('/eservice/departure/declaration');
  await page.getByRole('button', { name: 'Scan your passport' }).click();
  await page.evaluate(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      Object.assign(globalThis, { cameraTracks: stream.getTracks() });
      return stream;
    };
  });
  await page.getByRole('button', { name: 'Use the camera' }).click();
  const check = page.getByRole('dialog', { name: 'Check what was read' });
  await expect(check).toContainText(holder.number);
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { cameraTracks: MediaStreamTrack[] }).cameraTracks.map(({ readyState }) => readyState)))
    .toEqual(['ended']);
  await check.getByRole('button', { name: 'Fill in the form' }).click();
  await expect(page.locator('#field-travellerCode')).toHaveValue(holder.number);
});
