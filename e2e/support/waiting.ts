import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { answerArrival, arrivalHome, type Traveller } from '../answers/arrival.ts';
import { Form } from './form.ts';
import { type SessionAnswer, signInQuietly } from './sign-in.ts';

export const waitingPage = /\/eservice\/traveller\/declaration\/waiting$/;
export const codePage = /\/eservice\/traveller\/declaration\/qr\/[\w-]+$/;

/** Provides a function that asks, with an officer's session, how many declarations the portal has for a passport. */
export async function registeredIn(
  browser: Browser,
  baseURL: string,
  use: (registered: (traveller: Traveller) => Promise<number>) => Promise<void>,
): Promise<void> {
  const office = await browser.newContext({ baseURL });
  const page = await office.newPage();
  await signInQuietly(page, 'border-officer');
  await use(async ({ passport }) => {
    const { csrfToken } = (await (await page.request.get('/auth/session')).json()) as SessionAnswer;
    const answer = await page.request.post('/api/declarations/v1/lookup', { data: { text: passport }, headers: { 'x-csrf-token': csrfToken } });
    expect(answer.status()).toBe(200);
    return ((await answer.json()) as { records: object[] }).records.length;
  });
  await office.close();
}

/** Fills in and signs a declaration without a network connection. */
export async function signOffline(page: Page, traveller: Traveller): Promise<void> {
  await page.goto(arrivalHome);
  await answerArrival(new Form(page), traveller);
  await page.getByRole('button', { name: /^(Submit declaration|Keep on this device)/ }).click();
  await expect(page).toHaveURL(waitingPage);
  await expect(page.getByText('Not sent yet.')).toBeVisible();
}

/**
 * Sends the waiting declaration. The page also retries by itself, and shows the result when the response arrives; the button then disappears.
 * @param answered an element that is shown then, instead of the page with the code
 */
export async function sendNow(page: Page, answered?: Locator): Promise<void> {
  const isOver = async () => (answered ? answered.isVisible() : codePage.test(page.url()));
  await expect(async () => {
    if (!(await isOver())) await page.getByRole('button', { name: 'Send now' }).click({ timeout: 2_000 });
    if (answered) await expect(answered).toBeVisible({ timeout: 2_000 });
    else await expect(page).toHaveURL(codePage, { timeout: 2_000 });
  }).toPass();
}

/** Returns the number of items in the device's store. Runs in the page. */
export const keptItems = (): Promise<number> =>
  new Promise((done) => {
    const request = indexedDB.open('portal-device', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('keys');
      request.result.createObjectStore('items', { keyPath: 'id' });
    };
    request.onsuccess = () => {
      const count = request.result.transaction('items').objectStore('items').count();
      count.onsuccess = () => {
        request.result.close();
        done(count.result);
      };
    };
  });
