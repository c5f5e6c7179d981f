import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { answerArrival, answerResidency, arrivalHome, aVisitor } from '../../answers/arrival.ts';
import { nextBuild, remote } from '../../support/deployments.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { waitForStoredPortal } from '../../support/offline.ts';
import { end, startPortal } from '../../support/portal.ts';
import { PortalProxy } from '../../support/portal-proxy.ts';

test('a version that is published meanwhile takes over the answers, and a withdrawn one leaves the device with the next contact', async ({ browser }) => {
  test.setTimeout(400_000);
  const folder = mkdtempSync(join(tmpdir(), 'portal-offline-'));
  const [remotesDir, build] = [join(folder, 'remotes'), join(folder, 'next')];
  const { url, child } = await startPortal({ DATA_DIR: join(folder, 'data'), REMOTES_DIR: remotesDir });
  const line = await PortalProxy.to(url);
  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: line.url, locale: 'en-GB', timezoneId: 'Asia/Dili' });
  try {
    const { old, next } = nextBuild('mf-declarations', build, ['Your journey', 'The journey'], {});
    const page = await context.newPage();
    const versionsKept = () =>
      page.evaluate(async () => {
        const manifest = await (await caches.open('portal-files')).match('/offline.json');
        const { files } = JSON.parse(JSON.parse((await manifest?.text()) ?? '{"manifest":"{}"}').manifest) as { files: object };
        return [...new Set(Object.keys(files).flatMap((file) => /^\/remotes\/mf-declarations\/([^/]+)/.exec(file)?.[1] ?? []))];
      });
    await page.goto('/');
    await waitForStoredPortal(page);
    expect(await versionsKept()).toEqual([old]);
    await line.cut();
    await page.goto(arrivalHome);
    const form = new Form(page);
    const traveller = aVisitor();
    await answerResidency(form, traveller);
    await draftWritten(page);
    await remote(remotesDir, 'publish', 'mf-declarations', '--from', build, '--why', 'shorter');
    // Without the network, the old version works completely.
    await page.reload();
    await expect(page.getByText('Your journey')).toBeVisible();
    await line.restore();
    await page.goto(arrivalHome);
    await expect(page.getByText('The journey')).toBeVisible();
    await expect(form.field('Flight or voyage number')).toHaveValue('QG500');
    await waitForStoredPortal(page);
    expect(await versionsKept()).toEqual([next]);
    // The new version works without the network, up to the end of the form.
    await line.cut();
    await page.goto(arrivalHome);
    await expect(page.getByText('The journey')).toBeVisible();
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start again' }).click();
    await answerArrival(form, traveller);
    await page.getByRole('button', { name: /^(Submit declaration|Keep on this device)/ }).click();
    await expect(page.getByText('Not sent yet.')).toBeVisible();
    // The new version is withdrawn before the network is restored.
    await remote(remotesDir, 'rollback', 'mf-declarations', old);
    await line.restore();
    await expect(page).toHaveURL(/\/qr\/[\w-]+$/);
    await waitForStoredPortal(page);
    expect(await versionsKept()).toEqual([old]);
    const texts = await page.evaluate(async () => {
      const cache = await caches.open('portal-files');
      return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text()));
    });
    expect(texts.filter((text) => text?.includes(next))).toEqual([]);
  } finally {
    await context.close();
    await line.cut();
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  }
});
