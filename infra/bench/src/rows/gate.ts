import type { Page } from '@playwright/test';
import { until } from '@portal/load/until';
import { slowDown, withBrowser } from '../browser.ts';
import { fetchBytes, quantile } from '../measure.ts';
import type { Report } from '../report.ts';
import { signedIn } from './desk.ts';
import { declarationsOf, registerArrival } from './run.ts';

const cpuSlowdown = 4;
/** Number of people who are served with a network connection, and again without one. */
const people = 30;

/** Registers arrivals of today. @returns their codes in the form in which a hand scanner reads them */
async function registerPeople(url: string): Promise<string[]> {
  const arrivalDate = new Date().toISOString().slice(0, 10);
  const codes: string[] = [];
  for (let number = 0; number < 2 * people; number++)
    await registerArrival(declarationsOf(url), { arrivalDate, travellerCode: `G${number}`, emailAddress: `gate-${number}@example.org` });
  // The confirmation mails contain the codes.
  const sent = async (): Promise<string[]> => [
    ...new Set([...String(await fetchBytes(`${url}/dev/mail`)).matchAll(/\/dev\/mail\/[0-9a-f-]{36}/g)].map(([path]) => path)),
  ];
  await until('every confirmation is sent', async () => (await sent()).length >= 2 * people, { seconds: 60, every: 200 });
  for (const mail of await sent()) {
    const [path] = /\/v\/[0-9A-Z]{100,}/.exec(String(await fetchBytes(`${url}${mail}`))) ?? [];
    if (path) codes.push(`${url}${path}`);
  }
  if (codes.length < 2 * people) throw new Error(`${codes.length} of ${2 * people} codes were sent`);
  return codes;
}

/** Serves one person: a scan and a key press. @returns milliseconds from the end of the scan until the gate accepts the next scan */
async function serve(page: Page, code: string): Promise<number> {
  const field = page.locator('#field-gate-typed');
  await field.fill(code);
  const began = performance.now();
  await field.press('Enter');
  await page.locator('dialog[open] button:has(kbd)').first().waitFor();
  await page.keyboard.press('a');
  await field.waitFor();
  return performance.now() - began;
}

/** Measures how long the gate needs for one person. @param url of the portal */
export async function gate(report: Report, url: string): Promise<void> {
  report.section(
    'The gate',
    `${people} persons one after another, 360 × 740, Chromium with the CPU slowed down ${cpuSlowdown} times. Seconds from a scan until the gate accepts the next one, including the verdict, the key press that records the arrival, and its recording. The officer's time to think is not included.`,
  );
  const codes = await registerPeople(url);
  await withBrowser(async (browser) => {
    const { page, devtools } = await signedIn(browser, url);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${url}/staff/gate`);
    // From here on the lists are on the device, and the verdict screen has been drawn once.
    await page.getByText(/Lists \d+ min old/).waitFor();
    await page.locator('#field-gate-typed').fill('CX998877');
    await page.locator('#field-gate-typed').press('Enter');
    await page.getByRole('button', { name: 'Next person' }).click();
    await slowDown(devtools, cpuSlowdown);
    for (const [words, isOffline] of [
      ['with a connection', false],
      ['without one', true],
    ] as const) {
      await page.context().setOffline(isOffline);
      const took: number[] = [];
      for (const code of codes.splice(0, people)) took.push((await serve(page, code)) / 1000);
      report.add({ what: `one person, ${words}, median`, ours: quantile(took, 0.5), unit: 's' });
      report.add({ what: `one person, ${words}, slowest`, ours: Math.max(...took), unit: 's', target: { value: 3 } });
    }
    await page.context().setOffline(false);
    await page.getByText(/decisions? waits?/).waitFor({ state: 'hidden', timeout: 60_000 });
    report.add({ what: 'actions of the officer: the scan, and a key', ours: 2, unit: '', target: { value: 2 } });
  });
}
