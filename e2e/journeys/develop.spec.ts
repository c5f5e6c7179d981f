import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { end, run, startPortal } from '../support/portal.ts';
import { copyProject } from '../support/project-copy.ts';

/** Expects what is there after a build or the start of a service, which takes long on a slow machine. */
const expectBuilt = expect.configure({ timeout: 180_000 });

const dataDir = mkdtempSync(join(tmpdir(), 'portal-develop-'));
const started: ChildProcess[] = [];
/** Folder of a copy of the project, because the journeys change source files and build them. */
let project: string;

/**
 * Runs `npm run dev -w <name>` until the end of the test.
 * @returns the line that the command printed when it was ready
 */
async function develop(name: string, ready: RegExp): Promise<string> {
  const script = name.startsWith('mf-') ? 'dev-remote.mjs' : 'dev-service.mjs';
  const { match, child } = await run(script, join(project, name), { DATA_DIR: dataDir }, ready, project);
  started.push(child);
  return match[0];
}

/**
 * Replaces a text in a source file.
 * @returns a function that undoes the change
 */
function change(file: string, from: string, to: string): () => void {
  const path = join(project, file);
  const before = readFileSync(path, 'utf8');
  expect(before, `${file} no longer holds "${from}": choose another text`).toContain(from);
  writeFileSync(path, before.replace(from, to));
  return () => writeFileSync(path, before);
}

test.describe.configure({ mode: 'serial' });

let portal: Awaited<ReturnType<typeof startPortal>>;

test.beforeAll(async () => {
  // The setup starts a whole portal.
  project = copyProject();
  portal = await startPortal({ DATA_DIR: dataDir }, project);
});

test.afterEach(async () => {
  await Promise.all(started.splice(0).map(end));
});

test.afterAll(async () => {
  if (portal) await end(portal.child);
  for (const folder of [dataDir, project]) if (folder) rmSync(folder, { recursive: true, force: true });
});

test('a developer sees a changed screen in the running portal at once, with a notice that it is not deployed', async ({ page }) => {
  test.slow();
  const link = await develop('mf-trips', /http:\/\/localhost:\d+\/\S+\?override=mf-trips@\S+/);
  expect(link.startsWith(`${portal.url}/`)).toBe(true);
  await page.goto(link.replace(/(:\d+)\/[^?]*/, '$1/eservice/triptic/validity'));

  await expect(page.getByRole('status').filter({ hasText: 'Development build: mf-trips' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Check whether a trip is valid' })).toBeVisible();
  expect(page.url()).toBe(`${portal.url}/eservice/triptic/validity`);

  change('mf-trips/src/validity/texts.ts', 'Check whether a trip is valid', 'Is this trip valid?');
  await expectBuilt(page.getByRole('heading', { name: 'Is this trip valid?' })).toBeVisible();

  await page.getByRole('button', { name: 'Use what is deployed' }).click();
  await expect(page.getByText('Development build')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Check whether a trip is valid' })).toBeVisible();
});

test('a link cannot bring the code of another machine into the page', async ({ page }) => {
  await page.goto(`${portal.url}/eservice/triptic/validity?override=mf-trips@https://elsewhere.example/remote.json`);
  await expect(page.getByRole('heading', { name: 'Check whether a trip is valid' })).toBeVisible();
  await expect(page.getByText('Development build')).toHaveCount(0);
});

test('a developer runs a service from its source in place of the portal’s own, on the same data', async ({ request }) => {
  test.slow();
  const title = async () => {
    // A service that restarts after a change of its source may close the connection during the response.
    const response = await request.get(`${portal.url}/api/licences/docs/openapi.json`).catch(() => undefined);
    return response?.ok() ? (await response.json()).info.title : (response?.status() ?? 'no answer');
  };
  const deployed = await title();
  await develop('svc-licences', /answers in the portal/);
  await expectBuilt.poll(title).toBe(deployed);

  const undo = change('svc-licences/src/index.ts', `title: '${deployed}'`, "title: 'Licences, from source'");
  await expectBuilt.poll(title).toBe('Licences, from source');

  undo();
  await expectBuilt.poll(title).toBe(deployed);

  // After the developer's service has ended, the portal's own copy responds again.
  started[0]?.kill('SIGTERM');
  await expectBuilt.poll(async () => (await (await request.get(`${portal.url}/health/ready`)).json()).services.licences).toBe('up');
  // Until the portal has noticed the end, a request may still be sent to the ended service.
  await expectBuilt.poll(title).toBe(deployed);
});
