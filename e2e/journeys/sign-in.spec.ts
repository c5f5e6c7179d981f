import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { sessionOf, signIn, signInByForm, signInQuietly, signOut, signOutByButton } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';

const both = (...actions: string[]): string[] =>
  ['departure-declaration', 'traveller-declaration'].flatMap((prefix) => actions.map((action) => `${prefix}-${action}`));
const licence = (...actions: string[]): string[] => actions.map((action) => `professional-license-${action}`);
const trip = (...actions: string[]): string[] => actions.map((action) => `triptic-trip-${action}`);
/** The actions of supervisors: they undo actions of others, reassign cases and answer requests for erasure. */
const supervision = ['supervise', 'erasure'];
const officer = ['read', 'search', 'create', 'verification', 'amendment', 'arrival'];
const approver = licence('read', 'search', 'approval', 'issuance', 'adjustment', 'modification', 'suspension', 'activation', 'rejection', ...supervision);

const users: Record<string, string[]> = {
  applicant: [],
  'border-officer': both(...officer),
  'border-supervisor': both(...officer, 'approval', 'decision', ...supervision),
  'licence-clerk': licence('store', 'submit', 'read', 'search'),
  'licence-verifier': licence('read', 'search', 'query', 'verification', 'rejection'),
  'licence-assessor': licence('read', 'search', 'query', 'assessment', 'recommendation', 'rejection'),
  'licence-approver': approver,
  'licence-approver-2': approver,
  'trip-agent': trip('submit', 'read', 'search'),
  'trip-verifier': trip('read', 'search', 'verification', 'modification', 'termination'),
  'trip-approver': trip('read', 'search', 'approval', 'transfer-ownership', ...supervision),
  'trip-border': trip('read', 'search', 'validation', 'confirmation', 'return-validation', 'return-confirmation'),
  cashier: ['payment-receipt-create', 'payment-receipt-read', 'payment-receipt-search'],
  admin: ['reference-admin', 'reference-read', 'audit-read', 'remotes-admin', 'jobs-admin'],
  'admin-2': ['reference-admin', 'reference-read'],
};

for (const [username, roles] of Object.entries(users)) {
  test(`${username} signs in with the roles of the work, and out again`, async ({ request }) => {
    await signInQuietly({ request }, username);
    const session = await sessionOf({ request });
    expect(session.user?.sub).toBe(username);
    expect([...session.roles].sort()).toEqual([...roles].sort());
    await signOut({ request });
    expect(await (await request.get('/auth/login')).text()).toContain('<input id="password"');
  });
}

test('a sign-out leads home, and the next sign-in asks for the password', async ({ page }) => {
  await signInByForm(page, 'border-officer');
  await signOutByButton(page);
  expect((await sessionOf(page)).user).toBeNull();
  await page.goto('/auth/login');
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('an officer who signs out on a page without script leaves nothing on the device but what the next page with script keeps', async ({ page }) => {
  await signIn(page, 'border-officer', '/staff');
  const stored = () => page.evaluate(() => [localStorage.getItem('portal:opened'), localStorage.getItem('portal:gate')]);
  await page.evaluate(() => {
    localStorage.setItem('portal:opened', '{"by":"officer","documents":[]}');
    localStorage.setItem('portal:gate', 'a decision that waits');
  });
  await page.goto('/eservice/traveller/declaration/plain');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.poll(stored).toEqual([null, 'a decision that waits']);
  // The cookie goes last, when everything else is deleted.
  const marks = async () => (await page.context().cookies()).filter(({ name }) => name.includes('signed-out'));
  await expect.poll(marks).toEqual([]);
});

test('the sign-in form works without script and says when a password is wrong', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('/auth/login?returnTo=/privacy');
  await page.getByLabel('User name').fill('cashier');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The user name or password is not right');
  await expect(page.getByLabel('User name')).toHaveValue('cashier');
  await page.getByLabel('Password').fill('cashier');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/privacy$/);
  await context.close();
});

test('the sign-in form is accessible, with and without an error', async ({ page }) => {
  const { expectQuiet } = watch(page);
  await page.goto('/auth/login');
  await expectAccessible(page);
  await page.getByLabel('User name').fill('nobody');
  await page.getByLabel('Password').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectQuiet();
});

test('the home page keeps its policy and is accessible @phone', async ({ page }) => {
  const { expectQuiet } = watch(page);
  const answer = await page.goto('/');
  expect(answer?.headers()['content-security-policy']).not.toMatch(/unsafe/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expectQuiet();
});

test('an account signs out on all devices from the header', async ({ page, browser, baseURL }) => {
  const elsewhere = await (await browser.newContext({ baseURL })).newPage();
  // No other journey uses this account; it would be signed out too.
  await signInByForm(elsewhere, 'applicant-2', '/my');
  await signInByForm(page, 'applicant-2', '/my');
  await page.getByRole('banner').locator('summary.shell-account__name').filter({ hasText: 'Amaro Applicant' }).click();
  await page.getByRole('button', { name: 'Sign out on all devices' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  expect((await sessionOf(elsewhere)).user).toBeNull();
  await elsewhere.context().close();
});

test('a sign-out that fails is not shown as a success', async ({ page }) => {
  await signInByForm(page, 'cashier');
  await page.route('**/auth/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('You are still signed in');
  await page.unroute('**/auth/logout');
  await signOutByButton(page);
});

test('a sign-out leads home also where the storage of the browser does not answer', async ({ page }) => {
  await signIn(page, 'applicant', '/my');
  await page.evaluate(() => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  });
  await signOutByButton(page);
  expect((await sessionOf(page)).user).toBeNull();
});

test('an inactive user is warned two minutes before the session ends, and may stay signed in', async ({ page }) => {
  await page.clock.install();
  await signInByForm(page, 'border-officer');
  // The page starts its timer when it knows who is signed in. A script that is still loading would miss the change of the clock.
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.clock.runFor(60_000);
  const warning = page.getByRole('alertdialog');
  await expect(warning).toBeHidden();
  // A slow machine may then take almost a minute to show the time that is left.
  await page.clock.fastForward('27:05');
  await expect(warning).toBeVisible();
  await expect(warning.getByRole('timer')).toContainText(/1:\d\d/);
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(warning).toBeHidden();
  expect((await sessionOf(page)).user?.sub).toBe('border-officer');

  // The user is inactive again, until the gateway has ended the session; the page notices the end itself.
  await page.context().clearCookies();
  await page.clock.fastForward('30:05');
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await expect(warning).toBeHidden();
});

test('who is signed out in the middle of work is told so, and is led back to it by the sign-in that the provider still has', async ({ browser, baseURL }) => {
  // The service worker is active, as in every browser that has shown the home page.
  const context = await browser.newContext({ serviceWorkers: 'allow', baseURL, locale: 'en-GB' });
  const page = await context.newPage();
  const list = '/other/traveller/declaration';
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await signInByForm(page, 'border-officer', list);
  await expect(page.getByRole('main').getByText(/^\d[\d,]* records? · Updated/)).toBeVisible();
  await context.clearCookies({ name: /portal\.session/ });
  await page.getByRole('button', { name: 'Reload' }).click();
  const ended = page.getByRole('heading', { level: 1, name: 'Your session has ended' });
  await expect(ended).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Arrival declarations' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
  await context.close();
});

test('scripts that the network loses cost their own part of the page, and are asked for again', async ({ page }) => {
  await signInQuietly(page, 'border-officer');
  // The scripts named in the HTML are loaded; the scripts that those request are not.
  const html = await (await page.request.get('/staff')).text();
  await page.route(
    (url) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js') && !html.includes(`src="${url.pathname}"`),
    (route) => route.abort(),
  );
  await page.goto('/staff');
  await expect(page.getByRole('heading', { level: 1, name: 'This page stopped working' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Arrival declarations' })).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Work' })).toBeVisible();
});

// In production the API descriptions are not served.
test('the description of a service opens under a policy without inline code @development', async ({ page }) => {
  const answer = await page.goto('/api/declarations/docs');
  expect(answer?.headers()['content-security-policy']).not.toMatch(/unsafe-(inline|eval)/);
  await expect(page.locator('.opblock').first()).toBeVisible();
});

test('somebody sees where they are signed in, and signs out there @phone', async ({ page, browser, baseURL }, { project }) => {
  // The same journey runs at another width at the same time, so each uses another operating system.
  const [system, said] = project.name === 'phone' ? ['Windows NT 10.0; Win64; x64', 'Firefox, Windows'] : ['X11; Linux x86_64', 'Firefox, Linux'];
  const phone = await browser.newContext({ baseURL, userAgent: `Mozilla/5.0 (${system}; rv:128.0) Gecko/20100101 Firefox/128.0` });
  await signInQuietly(phone, 'applicant');
  await signIn(page, 'applicant', '/my/sessions');
  await expect(page.getByRole('heading', { level: 1, name: 'Where you are signed in' })).toBeVisible();
  const devices = page.getByRole('table', { name: 'Devices' });
  await expect(devices.getByText('This device')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const away = devices.getByRole('row').filter({ hasText: said });
  await away.getByRole('button', { name: new RegExp(`^Sign out there on ${said}`) }).click();
  await expect(page.getByText('Signed out there.')).toBeVisible();
  await expect(away).toHaveCount(0);
  expect((await sessionOf(phone)).user).toBeNull();
  expect((await sessionOf(page)).user?.sub).toBe('applicant');
  await phone.close();
});
