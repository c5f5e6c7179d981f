import { test as base, expect, type Page } from '@playwright/test';
import { arrivalHome, arrivalSteps, aVisitor, type Traveller } from '../../answers/arrival.ts';
import { Device } from '../../support/device.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { waitForStoredPortal } from '../../support/offline.ts';
import { PortalProxy } from '../../support/portal-proxy.ts';
import { codePage, keptItems, registeredIn, signOffline } from '../../support/waiting.ts';

const test = base.extend<{ line: PortalProxy; device: Device; registered: (traveller: Traveller) => Promise<number> }>({
  line: async ({ baseURL }, use) => {
    const line = await PortalProxy.to(baseURL as string);
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

/** Kills the browser, and starts it again with the same profile. */
async function killAndStart(device: Device): Promise<Page> {
  await device.kill();
  return device.start();
}

/** One answer of each step, which shows whether the answers of the step were restored. */
const told: readonly [field: string, value: string][] = [
  ['Flight or voyage number', 'QG500'],
  ['Given or first name', 'MARIA'],
  ['Name of the hotel', 'HOTEL TIMOR'],
  ['Number of bags', '2'],
  ['City of birth', 'LISBOA'],
];

test('a browser that is killed at every step of the form has every answer when it starts again', async ({ device, line }) => {
  let page = await device.start();
  await page.goto('/');
  await waitForStoredPortal(page);
  await line.cut();
  const traveller = aVisitor();
  for (const [step, [heading, answer]] of arrivalSteps.entries()) {
    await page.goto(`${arrivalHome}?step=${step + 1}`);
    const form = new Form(page);
    await form.reach(heading);
    await answer(form, traveller);
    await draftWritten(page);
    page = await killAndStart(device);
    await page.goto(`${arrivalHome}?step=${step + 1}`);
    const [field, value] = told[step] as (typeof told)[number];
    await expect(new Form(page).field(field)).toHaveValue(new RegExp(`^${value}$`, 'i'));
    if (step < arrivalSteps.length - 1) await new Form(page).next();
    await draftWritten(page);
  }
  await expect(page.getByText('Hotel Timor')).toBeVisible();
  await page.getByRole('button', { name: /^(Submit declaration|Keep on this device)/ }).click();
  await expect(page.getByText('Not sent yet.')).toBeVisible();
});

test('a signed declaration that waits outlives a killed browser; killed again while it is sent, it arrives once', async ({ device, line, registered }) => {
  let page = await device.start();
  await page.goto('/');
  await waitForStoredPortal(page);
  await line.cut();
  const traveller = aVisitor();
  await signOffline(page, traveller);
  page = await killAndStart(device);
  await page.goto(`${arrivalHome}/waiting`);
  await expect(page.getByText('Not sent yet.')).toBeVisible();
  await expect(page.getByText('MARIA', { exact: false }).first()).toBeVisible();
  // The portal receives the request, but its response does not reach the browser.
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
  // Every attempt used the same idempotency key.
  expect(calls.length).toBeGreaterThan(1);
  expect(new Set(calls).size).toBe(1);
  expect(await registered(traveller)).toBe(1);
  // The QR code is stored on the disk too.
  await expect.poll(() => page.evaluate(keptItems)).toBe(2);
  const address = page.url();
  page = await killAndStart(device);
  await line.cut();
  await page.goto(address);
  await expect(page.getByText(/^ARR/)).toBeVisible();
});
