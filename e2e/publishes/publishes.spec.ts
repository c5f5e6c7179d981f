import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { startPortalProcesses } from '@portal/load/processes/portal-processes';
import { deploymentFrom, publishBuilt } from '@portal/remotes';
import { arrivalHome, arrivalSteps, aVisitor } from '../answers/arrival.ts';
import { nextBuild, nextShell, remote } from '../support/deployments.ts';
import { Form } from '../support/form.ts';
import { root } from '../support/portal.ts';

const area = 'mf-declarations';
const publishes = Number(process.env.PUBLISHES ?? 200);
const browsers = Number(process.env.BROWSERS ?? 20);
const shells = Number(process.env.SHELLS ?? 20);

/** Collects descriptions of what failed while versions and releases were put in. */
class Faults {
  readonly found: string[] = [];
  /** The number of script files of the shell that belong to an earlier release than the newest one. Their pages were opened before it, or by the other gateway. */
  earlierFiles = 0;
  /** The names of the scripts of earlier releases. */
  readonly earlierNames = new Set<string>();

  /** Records each file of the shell or of an area that could not be loaded, and each script error. */
  watch(context: BrowserContext): void {
    const isFile = (url: string): boolean => /^\/(assets|remotes)\//.test(new URL(url).pathname);
    context.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (isFile(response.url()) && response.status() >= 400) this.found.push(`${response.status()} ${pathname}`);
      else if (this.earlierNames.has(pathname)) this.earlierFiles++;
    });
    context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      // A page that is being left cancels its open requests.
      if (isFile(request.url()) && why !== 'net::ERR_ABORTED') this.found.push(`${why} ${new URL(request.url()).pathname}`);
    });
    context.on('weberror', (error) => this.found.push(`script: ${error.error().message}`));
  }
}

/** Returns the addresses of the scripts in a folder with a built shell. */
const scriptsOf = (web: string): string[] => readdirSync(join(web, 'assets')).flatMap((name) => (name.endsWith('.js') ? [`/assets/${name}`] : []));

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

/** Starts a portal of separate processes with two gateways behind one address, and with all areas published into `remotesDir`. */
async function startPortal(remotesDir: string): ReturnType<typeof startPortalProcesses> {
  const areas = readdirSync(root).filter((name) => name.startsWith('mf-'));
  await publishBuilt({ ...(await deploymentFrom({ REMOTES_DIR: remotesDir }, root)), areas, root });
  const env = { WEB_DIR: join(root, 'shell/dist/web'), REMOTES_DIR: remotesDir, RATE_LIMIT: 'off' };
  return startPortalProcesses({ mysql: false, balanced: true, twoGateways: true, env });
}

const title = `${publishes} versions of an area and ${shells} releases of the shell are put in while ${browsers} browsers fill in declarations`;
test(title, async ({ browser }) => {
  test.setTimeout(4 * 3_600_000);
  const folder = String(process.env.E2E_DATA_DIR);
  const remotesDir = join(folder, 'remotes');
  const portal = await startPortal(remotesDir);
  const faults = new Faults();
  let [declared, ended] = [0, false];
  const people = Array.from({ length: browsers }, async () => {
    while (!ended) {
      // A new context has an empty cache, so that every file comes from the portal.
      const context = await browser.newContext({ baseURL: portal.url, locale: 'en-GB', timezoneId: 'Asia/Dili' });
      faults.watch(context);
      const page = await context.newPage();
      await declare(page).then(
        () => declared++,
        (error: Error) => faults.found.push(`a declaration was not made: ${error.message.split('\n')[0]} at ${page.url()}`),
      );
      await context.close();
    }
  });
  const began = Date.now();
  const took: number[] = [];
  let [release, names] = [0, scriptsOf(join(root, 'shell/dist/web'))];
  try {
    for (let number = 1; number <= publishes; number++) {
      // The releases of the shell are spread evenly over the versions of the area.
      const due = Math.floor((number * shells) / publishes);
      const web = join(folder, `shell-${due}`);
      const isReleased = due > release;
      if (isReleased) {
        nextShell(web, due);
        await portal.replace('gateway', { env: { WEB_DIR: web } });
        for (const name of names) faults.earlierNames.add(name);
        names = scriptsOf(web);
      }
      const build = join(folder, `build-${number}`);
      nextBuild(area, build, ['Your journey', `Your journey ${number}`], {});
      const from = performance.now();
      await remote(remotesDir, 'publish', area, '--from', build, '--why', `version ${number}`);
      took.push(performance.now() - from);
      rmSync(build, { recursive: true });
      if (isReleased) {
        // Until now the two gateways were of different releases.
        await portal.replace('gateway-2', { env: { WEB_DIR: web } });
        rmSync(join(folder, `shell-${release}`), { recursive: true, force: true });
        release = due;
      }
    }
  } finally {
    ended = true;
    await Promise.all(people);
    await portal.stop();
  }
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const slowest = took.toSorted((a, b) => a - b).at(-1) ?? 0;
  console.log(
    `${publishes} versions in ${minutes} minutes (each at most ${(slowest / 1000).toFixed(1)} s), ${release} releases of the shell, ${browsers} browsers: ${declared} declarations, ${faults.earlierFiles} files of earlier releases loaded, ${faults.found.length} faults`,
  );
  expect(faults.found).toEqual([]);
  expect(declared).toBeGreaterThanOrEqual(browsers);
  // Otherwise no page outlived its release, and nothing was tested.
  if (shells) expect(faults.earlierFiles).toBeGreaterThan(0);
});
