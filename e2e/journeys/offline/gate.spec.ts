import { test as base, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';
import { waitForStoredPortal } from '../../support/offline.ts';
import { PortalProxy } from '../../support/portal-proxy.ts';
import { readCode } from '../../support/read-code.ts';
import { signInQuietly } from '../../support/sign-in.ts';
import { dayFrom } from '../declarations/travellers.ts';
import { registerGroup } from '../routes/documents.ts';

const api = '/api/declarations/v1/traveller/declaration';

const test = base.extend<{ line: PortalProxy; officer: Page }>({
  line: async ({ baseURL }, use) => {
    const portal = baseURL as string;
    const line = await PortalProxy.to(portal);
    // The portal refuses requests from other sites, so the address of the line is replaced by the portal's own in every request.
    const [there, here] = [new URL(portal).host, new URL(line.url).host];
    if (there.length === here.length) line.onCall = (bytes) => Buffer.from(bytes.toString('latin1').replaceAll(here, there), 'latin1');
    await use(line);
    await line.cut();
  },
  /** Provides an officer at the gate, whose device has stored the lists and the page. */
  officer: async ({ browser, line, baseURL }, use) => {
    const context = await browser.newContext({ serviceWorkers: 'allow', baseURL: line.url, locale: 'en-GB', timezoneId: 'Asia/Dili' });
    const office = await browser.newContext({ baseURL });
    await signInQuietly(office, 'border-officer');
    await context.addCookies(await office.cookies());
    await office.close();
    const page = await context.newPage();
    await page.goto('/staff/gate');
    await expect(page.getByText(/Lists \d+ min old/)).toBeVisible();
    await waitForStoredPortal(page, { scanner: true });
    await use(page);
    await context.close();
  },
});

const verdict = (page: Page) => page.getByRole('dialog');
async function scan(page: Page, code: string): Promise<void> {
  const typed = page.getByRole('textbox', { name: 'Code, link or reference' });
  await typed.fill(code);
  await typed.press('Enter');
}

test('a lane whose tab is loaded again without a connection goes on, and sends its decisions when the line is back', async ({ officer, line, request }) => {
  const { members } = await registerGroup({ request }, 'arrival', [{}, {}], { arrivalDate: dayFrom(0) });
  const [first, second] = members as [(typeof members)[number], (typeof members)[number]];
  const codes = await Promise.all([first, second].map(({ id }) => readCode({ request }, `${api}/${id}/qr?code=seal`)));
  await line.cut();
  await officer.reload();
  await expect(officer.getByText('No connection: the lane goes on')).toBeVisible();
  await expectAccessible(officer);
  await scan(officer, codes[0] as string);
  await expect(verdict(officer).getByText('Checked on this device, without a connection')).toBeVisible();
  await officer.keyboard.press('a');
  await expect(officer.getByText('1 decision waits')).toBeVisible();
  // The decision is stored on the disk, so the tab may be reloaded.
  officer.on('dialog', (dialog) => dialog.accept());
  await officer.reload();
  await expect(officer.getByText('1 decision waits')).toBeVisible();
  await scan(officer, codes[0] as string);
  await expect(verdict(officer).getByText('Already recorded')).toBeVisible();
  await verdict(officer).getByRole('button', { name: 'Next person' }).click();

  await line.restore();
  await expect(officer.getByText('Connected')).toBeVisible();
  await expect(officer.getByText(/decisions? waits?/)).toHaveCount(0);
  // The verdict comes from the portal again.
  await scan(officer, codes[1] as string);
  await expect(verdict(officer).getByText('Green lane')).toBeVisible();
  await expect(verdict(officer).getByText('Checked on this device')).toBeHidden();
  await officer.keyboard.press('a');
  await expect(officer.getByText('Arrival recorded')).toBeVisible();
  for (const { id } of members) await expect.poll(async () => (await (await request.get(`${api}/${id}/document`)).json()).model.documentStatus).toBe('ARRIVED');
});

/** Replaces the camera: it shows this picture as long as `inSight` is set. Runs in the page before the page's own scripts. */
function showToCamera(picture: string): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 640 });
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
  const image = new Image();
  image.src = picture;
  Object.assign(globalThis, { inSight: true });
  setInterval(() => {
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, 640, 640);
    if ((globalThis as { inSight?: boolean }).inSight && image.complete) pen.drawImage(image, 80, 80, 480, 480);
  }, 100);
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
}

test('the camera of a lane that is loaded again without a connection goes on reading codes', async ({ officer, line, request }) => {
  const { members } = await registerGroup({ request }, 'arrival', [{}], { arrivalDate: dayFrom(0) });
  const [{ id }] = members as [(typeof members)[number]];
  const code = await (await request.get(`${api}/${id}/qr?code=seal`)).body();
  await officer.addInitScript(showToCamera, `data:image/png;base64,${code.toString('base64')}`);
  await line.cut();
  await officer.reload();
  await expect(verdict(officer).getByText('Checked on this device, without a connection')).toBeVisible();
  await officer.evaluate(() => Object.assign(globalThis, { inSight: false }));
  await officer.keyboard.press('a');
  await expect(officer.getByText('1 decision waits')).toBeVisible();
  officer.on('dialog', (dialog) => dialog.accept());
  await line.restore();
  await expect(officer.getByText(/decisions? waits?/)).toHaveCount(0);
  await expect.poll(async () => (await (await request.get(`${api}/${id}/document`)).json()).model.documentStatus).toBe('ARRIVED');
});

test('a gate whose lists are old says so', async ({ officer, line }) => {
  const standing = officer.getByRole('status').filter({ hasText: 'No connection: the lane goes on' });
  await line.cut();
  await officer.reload();
  await expect(standing).toContainText(/Lists \d min old/);
  await expect(standing).not.toContainText('are old');
  await officer.clock.install({ time: Date.now() + 2 * 3_600_000 });
  await officer.reload();
  await expect(standing).toContainText(/Lists 12\d min old/);
  await expect(standing).toContainText('are old');
});

test('without a connection the gate opens in no other tab, and not after a sign-out', async ({ officer, line }) => {
  await line.cut();
  const other = await officer.context().newPage();
  await other.goto('/staff/gate');
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in to continue' })).toBeVisible();
  await expect(other.getByRole('textbox')).toHaveCount(0);
  // A sign-out in any tab does this.
  await other.evaluate(() => localStorage.removeItem('portal:shift'));
  await officer.reload();
  await expect(officer.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});
