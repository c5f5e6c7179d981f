import { expect, test } from '@playwright/test';
import { answerArrival, arrivalHome, aVisitor } from '../answers/arrival.ts';
import { storedDrafts } from '../support/draft.ts';
import { Form } from '../support/form.ts';
import { signIn, signInByForm, signOutByButton } from '../support/sign-in.ts';
import { waitingPage } from '../support/waiting.ts';

const names = (drafts: Record<string, string>) => Object.keys(drafts);

const NUMBER = 'TL 90-90-90';

test('the draft of a staff form is stored encrypted for the session only, and sign-out removes it', async ({ page }) => {
  const form = new Form(page);
  await signInByForm(page, 'trip-agent', '/triptic/trip/new');
  await form.type('Vehicle number', NUMBER);
  await form.type('Owner name', 'Secreta da Silva');
  await expect.poll(async () => names((await storedDrafts(page)).session).length).toBe(1);
  const before = await storedDrafts(page);
  expect(names(before.device)).toEqual([]);
  expect(before.keys).toEqual([expect.stringMatching(/^session:/)]);
  expect(JSON.stringify([before, await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))])).not.toMatch(/90-90-90|SECRETA/i);
  await page.reload();
  await expect(form.field('Vehicle number')).toHaveValue(NUMBER);

  await signOutByButton(page);
  const left = async () => {
    const { device, session, keys } = await storedDrafts(page);
    return [names(device), names(session), keys];
  };
  await expect.poll(left).toEqual([[], [], []]);

  await signInByForm(page, 'trip-agent', '/triptic/trip/new');
  await expect(form.field('Vehicle number')).toHaveValue('');
});

test('the draft of a staff form cannot be read by the next person who signs in', async ({ page }) => {
  const form = new Form(page);
  await signInByForm(page, 'trip-agent', '/triptic/trip/new');
  await form.type('Vehicle number', NUMBER);
  await expect.poll(async () => names((await storedDrafts(page)).session).length).toBe(1);
  // The cookies are deleted, as after a restart of a browser that restores its tabs.
  await page.context().clearCookies();
  await signInByForm(page, 'border-officer');
  await expect.poll(async () => names((await storedDrafts(page)).session)).toEqual([]);
});

test('a browser that blocks the data of the site says that it keeps nothing of what is typed', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('denied', 'SecurityError');
    };
    IDBFactory.prototype.open = refuse;
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
  });
  const notKept = page.getByText('This browser does not keep what is typed.');
  const form = new Form(page);
  for (const address of [arrivalHome, '/eservice/departure/declaration']) {
    await page.goto(address);
    await form.type('Flight or voyage number', 'QG500');
    await expect(notKept).toBeVisible();
    await expect(page.getByText('Your answers are kept')).toHaveCount(0);
  }
  await page.goto(arrivalHome);
  await answerArrival(form, aVisitor());
  await expect(notKept).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    dispatchEvent(new Event('offline'));
  });
  await expect(page.getByText('You are offline, and this browser does not keep what is typed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit declaration' })).toBeVisible();
});

for (const address of ['/eservice/traveller/declaration', '/eservice/departure/declaration']) {
  test(`a form that is opened and not filled in leaves no draft: ${address}`, async ({ page }) => {
    // The questions arrive late, after the form is ready; the form then fills in their default answers itself, which must not create a draft.
    await page.route(/\/api\/declarations\//, async (route) => {
      await new Promise((later) => setTimeout(later, 1500));
      await route.continue();
    });
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect((await storedDrafts(page)).keys).toEqual([]);
    expect(names((await storedDrafts(page)).device)).toEqual([]);
  });
}

test('the draft of a public form is stored encrypted on the device for a day, with a key that no script can read', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await form.type('Flight or voyage number', 'SECRET9');
  await expect.poll(async () => names((await storedDrafts(page)).device).length).toBe(1);
  expect(JSON.stringify([await storedDrafts(page), await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))])).not.toContain('SECRET9');
  const exported = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('portal-drafts');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keys').objectStore('keys').getAll();
          reading.onsuccess = () => {
            const [{ key, expires }] = reading.result as { key: CryptoKey; expires: number }[];
            crypto.subtle.exportKey('raw', key as CryptoKey).then(
              () => resolve('exported'),
              () => resolve((expires as number) - Date.now() <= 24 * 3_600_000 ? 'refused' : 'lasts too long'),
            );
          };
        };
      }),
  );
  expect(exported).toBe('refused');
  // Wait until the form has stored everything, because a later write would count from the changed date.
  await page.waitForLoadState('networkidle');
  const later = new Date(Date.now() + 24 * 3_600_000 + 60_000);
  await page.clock.install({ time: later });
  await page.reload();
  // A change of the device's clock alone does not expire the draft.
  await expect(form.field('Flight or voyage number')).toHaveValue('SECRET9');
  await page.waitForLoadState('networkidle');
  await page.route('**/auth/session', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), date: later.toUTCString() } });
  });
  await page.reload();
  await expect(form.heading('Residency Details')).toBeVisible();
  await expect(form.field('Flight or voyage number')).toHaveValue('');
  await expect.poll(async () => (await storedDrafts(page)).keys).toEqual([]);
  await expect.poll(async () => names((await storedDrafts(page)).device)).toEqual([]);
});

test('a declaration that a signed-in person signed without a network is opened, changed and sent by nobody else', async ({ page, context }) => {
  const waiting = '/eservice/traveller/declaration/waiting';
  // The browser has the page before the network is gone.
  await page.goto(waiting);
  await signIn(page, 'applicant', arrivalHome);
  await answerArrival(new Form(page), aVisitor());
  await context.setOffline(true);
  await page.getByRole('button', { name: /^(Submit declaration|Keep on this device)/ }).click();
  await expect(page).toHaveURL(waitingPage);
  await context.clearCookies();
  await context.setOffline(false);
  await page.goto(waiting);
  await expect(page.getByText('It was signed by somebody who is signed in')).toBeVisible();
  for (const name of ['Change answers', 'Send now']) await expect(page.getByRole('button', { name })).toHaveCount(0);
});
