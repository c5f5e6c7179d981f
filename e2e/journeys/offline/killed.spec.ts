import { test as base, expect, type Page } from '@playwright/test';
import { answerArrival, answerResidency, arrivalHome, aVisitor, type Traveller } from '../../answers/arrival.ts';
import { Device } from '../../support/device.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { Line } from '../../support/line.ts';
import { portalKept } from '../../support/offline.ts';
import { codePage, keptItems, registeredIn, signWithout } from '../../support/waiting.ts';

const test = base.extend<{ line: Line; device: Device; registered: (traveller: Traveller) => Promise<number> }>({
  line: async ({ baseURL }, use) => {
    const line = await Line.to(baseURL as string);
    await use(line);
    await line.cut();
  },
  device: async ({ line, launchOptions }, use) => {
    const device = new Device(line.url, launchOptions);
    await use(device);
    await device.end();
  },
  registered: async ({ browser, baseURL }, use) => {
    await registeredIn(browser, baseURL as string, use);
  },
});

/** A browser that is killed, and started again on the same profile. */
async function killAndStart(device: Device): Promise<Page> {
  await device.kill();
  return device.start();
}

test('a browser that is killed while the form is filled in, and at its review, has every answer when it starts again', async ({ device, line }) => {
  let page = await device.start();
  await page.goto('/');
  await portalKept(page);
  await line.cut();
  await page.goto(arrivalHome);
  const traveller = aVisitor();
  await answerResidency(new Form(page), traveller);
  await draftWritten(page);
  page = await killAndStart(device);
  await page.goto(arrivalHome);
  await expect(new Form(page).field('Flight or voyage number')).toHaveValue('QG500');
  await answerArrival(new Form(page), traveller);
  await draftWritten(page);
  page = await killAndStart(device);
  await page.goto(`${arrivalHome}?step=5`);
  await expect(new Form(page).heading('Review & Submit')).toBeVisible();
  await expect(page.getByText('Hotel Timor')).toBeVisible();
  await expect(new Form(page).field('City of birth')).toHaveValue('Lisboa');
});

test('a signed declaration that waits outlives a killed browser; killed again while it is sent, it arrives once', async ({ device, line, registered }) => {
  let page = await device.start();
  await page.goto('/');
  await portalKept(page);
  await line.cut();
  const traveller = aVisitor();
  await signWithout(page, traveller);
  page = await killAndStart(device);
  await page.goto(`${arrivalHome}/waiting`);
  await expect(page.getByText('Not sent yet.')).toBeVisible();
  await expect(page.getByText('MARIA', { exact: false }).first()).toBeVisible();
  // The portal gets the call, and its answer finds no browser.
  const calls: string[] = [];
  line.onCall = (bytes) => {
    const [, key] = /POST \/api\/declarations\/v1\/traveller\/declaration\/ [\s\S]*?idempotency-key: (\S+)/i.exec(bytes.toString('latin1')) ?? [];
    if (key) calls.push(key);
    return bytes;
  };
  line.onAnswer = () => calls.length === 0;
  await line.restore();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(() => registered(traveller)).toBe(1);
  page = await killAndStart(device);
  line.onAnswer = undefined;
  await page.goto(`${arrivalHome}/waiting`);
  await expect(page).toHaveURL(codePage);
  await expect(page.getByText(/^ARR/)).toBeVisible();
  // Every try had the same key.
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(calls).size).toBe(1);
  expect(await registered(traveller)).toBe(1);
  // The code is on the disk too.
  await expect.poll(() => page.evaluate(keptItems)).toBe(2);
  const address = page.url();
  page = await killAndStart(device);
  await line.cut();
  await page.goto(address);
  await expect(page.getByText(/^ARR/)).toBeVisible();
});
