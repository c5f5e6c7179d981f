import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { arrivalHome, arrivalSteps, aVisitor } from '../answers/arrival.ts';
import { nextBuild, remote } from '../support/deployments.ts';
import { Form } from '../support/form.ts';

const area = 'mf-declarations';
const publishes = Number(process.env.PUBLISHES ?? 200);
const browsers = Number(process.env.BROWSERS ?? 20);

/** Collects descriptions of what failed while versions were published. */
class Faults {
  readonly found: string[] = [];

  /** Records each file of the shell or of an area that could not be loaded, each script error, and each page that reloaded by itself. */
  watch(context: BrowserContext): void {
    const isFile = (url: string): boolean => /^\/(assets|remotes)\//.test(new URL(url).pathname);
    context.on('response', (response) => {
      if (isFile(response.url()) && response.status() >= 400) this.found.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // A page that is being left cancels its open requests.
      if (isFile(request.url()) && why !== 'net::ERR_ABORTED') this.found.push(`${why} ${new URL(request.url()).pathname}`);
    });
    context.on('weberror', (error) => this.found.push(`script: ${error.error().message}`));
  }
}

/**
 * Fills in a declaration step by step, as slowly as versions are published, and submits it.
 * @throws if an answer has been lost
 */
async function declare(page: Page): Promise<void> {
  const form = new Form(page);
  const traveller = aVisitor();
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  await page.goto(arrivalHome);
  for (const [heading, answer] of arrivalSteps.slice(0, 2)) {
    await form.reach(heading);
    await answer(form, traveller);
    await form.next();
  }
  // Answers that were typed under an earlier version are still there.
  await page.goBack();
  await page.goBack();
  await form.expectValue('Flight or voyage number', 'QG500');
  await form.next();
  await expect(form.field('Given or first name')).toHaveValue(/^maria$/i);
  await expect(form.field('Passport number')).toHaveValue(new RegExp(`^${traveller.passport}$`, 'i'));
  await form.next();
  for (const [heading, answer] of arrivalSteps.slice(2)) {
    await form.reach(heading);
    await answer(form, traveller);
    if (heading !== arrivalSteps.at(-1)?.[0]) await form.next();
  }
  await page.getByRole('button', { name: /^Submit declaration/ }).click();
  await expect(page).toHaveURL(/\/qr\/[\w-]+$/);
  if (loads !== 1) throw new Error(`the page was loaded ${loads} times`);
}

test(`${publishes} versions are published while ${browsers} browsers fill in declarations`, async ({ browser, baseURL }) => {
  test.setTimeout(4 * 3_600_000);
  const folder = mkdtempSync(join(tmpdir(), 'portal-publishes-'));
  const remotesDir = join(String(process.env.E2E_DATA_DIR), 'remotes');
  const faults = new Faults();
  let [declared, ended] = [0, false];
  const people = Array.from({ length: browsers }, async () => {
    const context = await browser.newContext({ baseURL, locale: 'en-GB', timezoneId: 'Asia/Dili' });
    faults.watch(context);
    while (!ended) {
      const page = await context.newPage();
      await declare(page).then(
        () => declared++,
        (error: Error) => faults.found.push(`a declaration was not made: ${error.message.split('\n')[0]} at ${page.url()}`),
      );
      await page.close();
    }
    await context.close();
  });
  const began = Date.now();
  const took: number[] = [];
  try {
    for (let number = 1; number <= publishes; number++) {
      const build = join(folder, `build-${number}`);
      nextBuild(area, build, ['Your journey', `Your journey ${number}`], {});
      const from = performance.now();
      await remote(remotesDir, 'publish', area, '--from', build, '--why', `version ${number}`);
      took.push(performance.now() - from);
      rmSync(build, { recursive: true });
    }
  } finally {
    ended = true;
    await Promise.all(people);
    rmSync(folder, { recursive: true, force: true });
  }
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const slowest = took.toSorted((a, b) => a - b).at(-1) ?? 0;
  console.log(
    `${publishes} versions in ${minutes} minutes (each at most ${(slowest / 1000).toFixed(1)} s), ${browsers} browsers: ${declared} declarations, ${faults.found.length} faults`,
  );
  expect(faults.found).toEqual([]);
  expect(declared).toBeGreaterThanOrEqual(browsers);
});
