import { expect, type Page } from '@playwright/test';

/** A session of a browser, or of a request context without a browser. */
type Session = Pick<Page, 'request'>;

export interface SessionAnswer {
  user: { sub: string; name: string; email: string } | null;
  roles: string[];
  agencies: string[];
  csrfToken: string;
}

const exactly = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Signs in with the form of the identity provider, for journeys about signing in. The password of a development user is the user name. */
export async function signInByForm(page: Page, username: string, returnTo = '/staff'): Promise<void> {
  await page.goto(`/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(username);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`${exactly(returnTo)}$`));
}

/** Signs in with the same form without showing it. */
export async function signInQuietly(page: Session, username: string): Promise<void> {
  const form = await page.request.get('/auth/login?returnTo=/');
  const action = /<form method="post" action="([^"]+)"/.exec(await form.text())?.[1].replaceAll('&#38;', '&');
  const answer = await page.request.post(new URL(action ?? '', form.url()).href, { form: { username, password: username } });
  expect(answer.ok(), `${username} signs in`).toBe(true);
}

/** Signs in without drawing the form of the identity provider, and opens a page. */
export async function signIn(page: Page, username: string, returnTo = '/staff'): Promise<void> {
  await signInQuietly(page, username);
  await page.goto(returnTo);
  await expect(page).toHaveURL(new RegExp(`${exactly(returnTo)}$`));
}

/** Returns the session in the form in which the page reads it. */
export async function sessionOf(page: Session): Promise<SessionAnswer> {
  return (await page.request.get('/auth/session')).json();
}

/** Ends the session like the page's own sign-out, and follows the redirects to the identity provider without drawing a page. */
export async function signOut(page: Session): Promise<void> {
  const { csrfToken } = await sessionOf(page);
  const answer = await page.request.post('/auth/logout', { headers: { 'x-csrf-token': csrfToken } });
  const home = await page.request.get((await answer.json()).redirectTo);
  expect([home.status(), new URL(home.url()).pathname]).toEqual([200, '/']);
  expect((await sessionOf(page)).user).toBeNull();
}

/**
 * Signs out with the button, and waits for the resulting page: the browser is redirected through the identity provider, and must not be sent to another address
 * meanwhile.
 */
export async function signOutByButton(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  // Do not wait until everything is loaded: the files of an area may never arrive.
  await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
}

/** Calls an API with the session of the page and its CSRF token. */
export async function callApi(
  page: Session,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  data?: unknown,
): Promise<{ status: number; body: unknown }> {
  const { csrfToken } = await sessionOf(page);
  const answer = await page.request.fetch(path, { method, data, headers: { 'x-csrf-token': csrfToken, 'idempotency-key': crypto.randomUUID() } });
  return { status: answer.status(), body: await answer.json().catch(() => undefined) };
}
