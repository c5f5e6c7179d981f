import { expect, type Page } from '@playwright/test';

export interface SessionAnswer {
  user: { sub: string; name: string; email: string } | null;
  roles: string[];
  agencies: string[];
  csrfToken: string;
}

/** Signs in on the provider's form; the password of a development user is the user name. Ends at `returnTo`. */
export async function signIn(page: Page, username: string, returnTo = '/staff'): Promise<void> {
  await page.goto(`/auth/login?returnTo=${encodeURIComponent(returnTo)}`);
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(username);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`${returnTo.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`));
}

/** Who is signed in, as the page itself would ask. */
export async function sessionOf(page: Page): Promise<SessionAnswer> {
  return (await page.request.get('/auth/session')).json();
}

/** Ends the session, as the page's own sign-out does, and follows it to the provider. */
export async function signOut(page: Page): Promise<void> {
  const { csrfToken } = await sessionOf(page);
  const answer = await page.request.post('/auth/logout', { headers: { 'x-csrf-token': csrfToken } });
  await page.goto((await answer.json()).redirectTo);
}

/** Calls an API with the session of the page, its CSRF token included. */
export async function callApi(page: Page, method: 'POST' | 'PUT' | 'DELETE', path: string, data?: unknown): Promise<{ status: number; body: unknown }> {
  const { csrfToken } = await sessionOf(page);
  const answer = await page.request.fetch(path, { method, data, headers: { 'x-csrf-token': csrfToken, 'idempotency-key': crypto.randomUUID() } });
  return { status: answer.status(), body: await answer.json().catch(() => undefined) };
}

/** Signs in by the provider's form without drawing it; for journeys that are about something else. */
export async function signInQuietly(page: Page, username: string): Promise<void> {
  const form = await page.request.get('/auth/login?returnTo=/');
  const action = /<form method="post" action="([^"]+)"/.exec(await form.text())?.[1].replaceAll('&#38;', '&');
  const answer = await page.request.post(new URL(action ?? '', form.url()).href, { form: { username, password: username } });
  expect(answer.ok(), `${username} signs in`).toBe(true);
}
