import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { holdBack } from '../../support/hold-back.ts';
import { callApi, signIn, signInQuietly } from '../../support/sign-in.ts';
import { arrivals, familyName, Hand, registerArrivals, waitingOf } from './cases.ts';

/** The real measurement uses many cases (DESK_CASES=100) and a time limit. The test suite uses fewer cases and counts only keys, because a machine may be slow. */
const measured = process.env.DESK_CASES;
const cases = Number(measured ?? 20);
const wide = { width: 1280, height: 900 };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const caption = (page: Page) => page.locator('.govuk-caption-l');
const message = (page: Page) => page.locator('.portal-done');
/** Waits until key presses have an effect, which is when the header shows the button with the list of keys. */
const listening = (page: Page) => expect(page.getByRole('banner').getByRole('button', { name: 'Keys' })).toBeVisible();
const statusOf = async (page: Page, id: string): Promise<string> =>
  (await (await page.request.get(`/api/declarations/v1/traveller/declaration/${id}/document`)).json()).model.documentStatus;

test('an officer decides a list of routine cases by the keyboard alone', async ({ page }) => {
  const name = familyName();
  const registered = await registerArrivals(page, name, cases);
  await page.setViewportSize(wide);
  await signInQuietly(page, 'border-officer');
  await page.goto(waitingOf(name));
  await expect(page.getByText(`${cases} records`)).toBeVisible();
  await listening(page);
  const hand = new Hand(page);
  const started = Date.now();
  await hand.press('j', 'Enter');
  await expect(page.getByRole('button', { name: 'Record arrival' })).toBeVisible();
  await hand.press('a');
  for (const [number, { reference }] of registered.toReversed().entries()) {
    await expect(caption(page)).toHaveText(`${reference} · Record an arrival and decide`);
    await expect(page.getByRole('checkbox', { name: /^Confirmed/ })).toHaveCount(4);
    // When the next case opens, its heading gets the focus, so that a screen reader begins there.
    if (number > 0) await expect(heading(page)).toBeFocused();
    await hand.press('x', 'a');
    await expect(message(page)).toContainText(`${reference} is now Arrived.`);
  }
  // No case is left, so the list is shown again.
  await expect(page.getByText('No records match the filter')).toBeVisible();
  const seconds = (Date.now() - started) / 1000;
  console.log(`${cases} cases by the keyboard: ${hand.keys} keys, ${seconds.toFixed(1)} s`);
  expect(hand.keys).toBeLessThanOrEqual(3 * cases);
  if (measured) expect(seconds).toBeLessThanOrEqual(3 * cases);
  for (const { id } of registered) expect(await statusOf(page, id)).toBe('ARRIVED');
});

test('a decision is taken back by key, with a reason, from the next case', async ({ page }) => {
  const name = familyName();
  const [{ reference: last }, { id, reference }] = (await registerArrivals(page, name, 2)) as [{ reference: string }, { id: string; reference: string }];
  await page.setViewportSize(wide);
  await signInQuietly(page, 'border-officer');
  await page.goto(waitingOf(name));
  await page.getByRole('link', { name: reference }).click();
  await expect(page.getByRole('button', { name: 'Record arrival' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(caption(page)).toContainText('Record an arrival');
  await expect(page.getByRole('checkbox', { name: /^Confirmed/ })).toHaveCount(4);
  await page.keyboard.press('a');
  await expect(caption(page)).toContainText(last);
  await expect(message(page)).toContainText(`${reference} is now Arrived.`);
  await expectAccessible(page);
  await page.keyboard.press('u');
  const dialog = page.locator('dialog[open]');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toContainText('Enter a comment');
  await expectAccessible(page);
  await page.keyboard.type('Another traveller was meant');
  await page.keyboard.press('Control+Enter');
  await expect(message(page)).toContainText(`${reference} is Created again.`);
  await expect(caption(page)).toContainText(reference);
  expect(await statusOf(page, id)).toBe('CREATED');
});

test('the next case is there before a decision is recorded, and a refused decision is kept with what was entered', async ({ page, browser }) => {
  const name = familyName();
  const registered = (await registerArrivals(page, name, 4)).toReversed();
  const [first, second, third] = registered as [(typeof registered)[0], (typeof registered)[0], (typeof registered)[0]];
  await page.setViewportSize(wide);
  await signInQuietly(page, 'border-officer');
  await page.goto(waitingOf(name));
  await page.getByRole('link', { name: first.reference }).click();
  await expect(page.getByRole('button', { name: 'Record arrival' })).toBeVisible();
  await page.keyboard.press('a');
  const held = new Map<string, () => void>();
  await page.route('**/actions/arrival', async (route) => {
    const [, id = ''] = /declaration\/([^/]+)\/actions/.exec(route.request().url()) ?? [];
    await new Promise<void>((go) => held.set(id, go));
    await route.continue();
  });
  const comment = page.getByRole('textbox', { name: /^Comment/ });
  /** Decides the case on the screen, after the next case has been loaded and rendered in advance. */
  const decide = async (words: string): Promise<void> => {
    await expect(page.getByRole('checkbox', { name: /^Confirmed/ })).toHaveCount(4);
    await page.waitForLoadState('networkidle');
    // The case that is rendered in advance is not in the DOM yet. This timer of the page is delayed as much as the rendering.
    await page.evaluate(() => new Promise<void>((done) => setTimeout(() => requestIdleCallback(() => done()), 2_000)));
    await page.keyboard.press('x');
    await comment.fill(words);
    await page.keyboard.press('Control+Enter');
  };

  await decide('seen');
  await expect(caption(page)).toContainText(second.reference);
  await expect(message(page)).toHaveText(`${first.reference}: Record arrival, being recorded.`);
  expect(await statusOf(page, first.id)).toBe('CREATED');
  held.get(first.id)?.();
  await expect(message(page)).toContainText(`${first.reference} is now Arrived.`);
  expect(await statusOf(page, first.id)).toBe('ARRIVED');

  // Another officer claims the second case while the decision on it is being sent.
  await decide('baggage seen');
  await expect(caption(page)).toContainText(third.reference);
  const colleague = await browser.newContext();
  await signInQuietly(colleague, 'border-supervisor');
  expect((await callApi(colleague, 'POST', `/api/declarations/v1/traveller/declaration/${second.id}/claim`)).status).toBe(200);
  await colleague.close();
  held.get(second.id)?.();
  const refused = page.getByRole('alert').filter({ hasText: 'was not recorded' });
  await expect(refused).toContainText(`${second.reference}: Record arrival was not recorded.`);
  await expect(caption(page)).toContainText(third.reference);
  await expectAccessible(page);
  // Until the officer has seen the refusal, the screen stays on a case until its decision is answered.
  await decide('seen');
  await expect(page.getByRole('button', { name: 'Record arrival' })).toHaveAttribute('aria-busy', 'true');
  await expect(caption(page)).toContainText(third.reference);
  held.get(third.id)?.();
  await expect(message(page).filter({ hasText: 'is now' })).toContainText(`${third.reference} is now Arrived.`);
  await expect(refused).toBeVisible();

  await refused.getByRole('button', { name: 'Back to that case' }).click();
  await expect(caption(page)).toContainText(second.reference);
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeVisible();
  await expect(comment).toHaveValue('baggage seen');
  await expect(page.getByRole('checkbox', { name: /^Confirmed/, checked: true })).toHaveCount(4);
  await expect(refused).toBeHidden();
  expect(await statusOf(page, second.id)).toBe('CREATED');
});

test('a case carries its list: the next one, Back to the same row, and every key is shown, changed and switched off', async ({ page }) => {
  const name = familyName();
  const registered = (await registerArrivals(page, name, 3)).toReversed().map(({ reference }) => reference);
  await page.setViewportSize(wide);
  await signInQuietly(page, 'border-officer');
  await page.goto(waitingOf(name));
  await page.getByRole('link', { name: registered[0] }).click();
  const list = page.getByRole('navigation', { name: 'Arrival declarations' });
  await expect(list.getByRole('link', { name: registered[0] })).toHaveAttribute('aria-current', 'true');
  await listening(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.keyboard.press('j');
  await expect(caption(page)).toContainText(registered[1] as string);
  await page.keyboard.press('k');
  await expect(caption(page)).toContainText(registered[0] as string);
  await page.keyboard.press('j');
  await expect(caption(page)).toContainText(registered[1] as string);
  // In a text field, a key types its letter.
  await page.goto(page.url().replace('/view/', '/arrival/'));
  await listening(page);
  await expect(page.getByRole('textbox', { name: /^Comment/ })).toBeVisible();
  await page.keyboard.press('c');
  await page.keyboard.type('jak');
  await expect(page.getByRole('textbox', { name: /^Comment/ })).toHaveValue('jak');
  await expect(caption(page)).toContainText(registered[1] as string);
  // Escape first leaves the field, then the case.
  await page.keyboard.press('Escape');
  await expect(heading(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/declaration\?q=/);
  await expect(page.getByRole('link', { name: registered[1] })).toBeFocused();

  await page.keyboard.press('?');
  const dialog = page.locator('dialog[open]');
  await expect(dialog).toContainText('Next case');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Change Next case' }).click();
  await page.keyboard.press('a');
  await expect(dialog.getByRole('status')).toContainText('A is the key for');
  await page.keyboard.press('n');
  await expect(dialog.getByRole('status')).toContainText('the key is now N');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('n');
  await expect(page.getByRole('link', { name: registered[2] })).toBeFocused();
  await page.keyboard.press('?');
  await dialog.getByRole('checkbox', { name: /Use single keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press('n');
  await page.keyboard.press('?');
  await expect(dialog).toHaveCount(0);

  // The command palette finds an action or a place, ignoring accents.
  await page.keyboard.press('Control+k');
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('departure decl');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Departure declarations');
});

test('a case whose document is on its way shows what its list told of it', async ({ page }) => {
  const name = familyName();
  const [{ reference, id }] = (await registerArrivals(page, name, 1)) as [{ reference: string; id: string }];
  await page.setViewportSize(wide);
  await signInQuietly(page, 'border-officer');
  const letGo = await holdBack(page, `**/${id}/document`);
  await page.goto(waitingOf(name));
  await page.getByRole('link', { name: reference }).click();
  await expect(caption(page)).toHaveText(reference);
  await expect(heading(page)).toContainText(name);
  await expect(heading(page)).toBeFocused();
  await expect(page.locator('.portal-page-header')).toContainText('Created');
  await expect(page.getByRole('button', { name: 'Record arrival' })).toHaveCount(0);
  await expectAccessible(page);
  letGo();
  await expect(page.getByRole('button', { name: 'Record arrival' })).toBeVisible();
});

test('a case that is opened while a decision is on its way stays open', async ({ page }) => {
  const name = familyName();
  const [{ reference: chosen }, , { id, reference }] = (await registerArrivals(page, name, 3)) as [
    { reference: string },
    object,
    { id: string; reference: string },
  ];
  await page.setViewportSize(wide);
  await signInQuietly(page, 'border-officer');
  const letGo = await holdBack(page, `**/${id}/actions/arrival`);
  await page.goto(waitingOf(name));
  await page.getByRole('link', { name: reference }).click();
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await expect(caption(page)).toContainText('Record an arrival');
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await page.locator('.portal-queue').getByRole('link', { name: chosen }).click();
  await expect(caption(page)).toContainText(chosen);
  letGo();
  await expect(message(page)).toContainText(`${reference} is now Arrived.`);
  await expect(page.locator('.portal-queue__item')).toHaveCount(2);
  await expect(caption(page)).toContainText(chosen);
});

test('another page of a list begins at its first row', async ({ page }) => {
  const name = familyName();
  await registerArrivals(page, name, 40);
  await signInQuietly(page, 'border-officer');
  const first = page.locator('[data-row]').first();
  for (const size of [wide, { width: 768, height: 1024 }]) {
    await page.setViewportSize(size);
    await page.goto(waitingOf(name));
    await expect(page.getByText('40 records')).toBeVisible();
    const before = await first.getAttribute('data-row');
    await page.getByRole('link', { name: 'Next page' }).scrollIntoViewIfNeeded();
    await page.locator('[data-row]').last().scrollIntoViewIfNeeded();
    await expect(first).not.toBeInViewport();
    await page.getByRole('link', { name: 'Next page' }).click();
    await expect(first).not.toHaveAttribute('data-row', before as string);
    await expect(first).toBeInViewport();
  }
});

test('two officers on one case: the one sees at once that the other has it, and gets it from her', async ({ page, browser }) => {
  const name = familyName();
  const id = (await registerArrivals(page, name, 1))[0]?.id;
  await page.setViewportSize(wide);
  await signIn(page, 'border-officer', `${arrivals}/view/${id}`);
  await expect(page.getByText('With nobody')).toBeVisible();
  await listening(page);
  await page.keyboard.press('t');
  await expect(page.getByText('With me')).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByText('With nobody')).toBeVisible();

  const supervisor = await browser.newPage({ viewport: wide });
  await signIn(supervisor, 'border-supervisor', `${arrivals}/view/${id}`);
  await expect(supervisor.getByText('With nobody')).toBeVisible();
  await listening(supervisor);
  await supervisor.keyboard.press('t');
  await expect(supervisor.getByText('With me')).toBeVisible();
  // The officer's page is updated without a reload: it shows who has the case, and that no action is possible meanwhile.
  await expect(page.locator('.portal-actions__blocked')).toContainText(/has had this case since/);
  await expect(page.getByRole('button', { name: 'Record arrival' })).toHaveCount(0);
  await expect(page.locator('.portal-presence')).toContainText('looking');
  await expectAccessible(page);
  expect((await callApi(page, 'POST', `/api/declarations/v1/traveller/declaration/${id}/claim`)).status).toBe(409);

  await supervisor.getByRole('button', { name: 'Assign' }).click();
  const dialog = supervisor.locator('dialog[open]');
  const box = dialog.getByRole('combobox', { name: 'Assign to' });
  await expect(box).toBeFocused();
  await box.pressSequentially('border-officer');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await expectAccessible(supervisor);
  await supervisor.keyboard.press('ArrowDown');
  await supervisor.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('With me')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Record arrival' })).toBeVisible();
  await supervisor.context().close();
});

test('a case is with whoever writes on it, and free again when that page is left without a decision', async ({ page, browser }) => {
  const id = (await registerArrivals(page, familyName(), 1))[0]?.id;
  await signIn(page, 'border-officer', `${arrivals}/arrival/${id}`);
  await expect(page.getByText('With nobody')).toBeVisible();
  await page.getByRole('textbox', { name: /^Comment/ }).fill('The traveller waits for a colleague');
  await expect(page.getByText('With me')).toBeVisible();

  const supervisor = await browser.newPage({ viewport: wide });
  await signIn(supervisor, 'border-supervisor', `${arrivals}/arrival/${id}`);
  // The supervisor is told what she may do.
  await expect(supervisor.getByText('you can release the case, assign it, or decide it yourself')).toBeVisible();
  await expectAccessible(supervisor);
  await page.goto(arrivals);
  await expect(supervisor.getByText('With nobody')).toBeVisible();

  // A case that a supervisor has begun to work on and then assigns stays with the officer, whose name stands in the field.
  await supervisor.getByRole('textbox', { name: /^Comment/ }).fill('For a colleague');
  await expect(supervisor.getByText('With me')).toBeVisible();
  await supervisor.getByRole('button', { name: 'Assign' }).click();
  const dialog = supervisor.locator('dialog[open]');
  const box = dialog.getByRole('combobox', { name: 'Assign to' });
  await box.pressSequentially('border-supervisor');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await supervisor.keyboard.press('ArrowDown');
  await supervisor.keyboard.press('Enter');
  await box.fill('border-officer');
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(dialog).toHaveCount(0);
  await supervisor.goto(arrivals);
  await page.goto(`${arrivals}/arrival/${id}`);
  await expect(page.getByText('With me')).toBeVisible();
  await supervisor.context().close();
});

test('a case that was drawn before a key led to it is opened anew with each visit, and stands at its own address', async ({ page }) => {
  const name = familyName();
  const references = (await registerArrivals(page, name, 3)).toReversed().map(({ reference }) => reference);
  await page.setViewportSize(wide);
  await signInQuietly(page, 'border-officer');
  await page.goto(waitingOf(name));
  await page.getByRole('link', { name: references[0] }).click();
  await listening(page);
  const typed = page.getByRole('textbox', { name: /^Comment/ });
  await expect(page.getByRole('button', { name: 'Record arrival' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(typed).toBeVisible();
  /** Waits as long as an officer reads; meanwhile the neighbouring cases are rendered. */
  const read = () => page.waitForTimeout(1_500);
  const move = async (key: 'j' | 'k', to: number) => {
    await read();
    await page.keyboard.press(key);
    await expect(caption(page)).toContainText(references[to] as string);
    await expect(heading(page)).toBeFocused();
    await expect(typed).toHaveValue('');
    await expect(page.locator('.portal-queue__item[aria-current]')).toContainText(references[to] as string);
  };
  await move('j', 1);
  await typed.fill('For the second case alone');
  await page.keyboard.press('Escape');
  await move('k', 0);
  await move('j', 1);
  await move('j', 2);
  await read();
  const opened = await page.evaluate(() => JSON.parse(localStorage.getItem('portal:opened') ?? '{}').documents as { url: string; reference: string }[]);
  for (const { url, reference } of opened.slice(0, 3)) {
    await page.goto(url);
    await expect(caption(page)).toContainText(reference);
  }
  expect(opened.slice(0, 3).map(({ reference }) => reference)).toEqual([references[2], references[1], references[0]]);
});

test('nothing of one case stands in the next: no comment, no tick, no choice, no error, no dialog', async ({ page }) => {
  const lastName = familyName();
  await registerArrivals(page, lastName, 3);
  await signIn(page, 'border-supervisor', '/staff');
  await page.goto(waitingOf(lastName));
  await page.getByRole('link', { name: /^ARR-/ }).first().click();
  await listening(page);
  const ticks = page.locator('main input[type="checkbox"]');
  const typed = page.getByRole('textbox', { name: /^Comment/ });
  const panel = page.locator('.portal-document__panel');
  /** Moves to the next case, which looks the same as if it had been opened directly. */
  const next = async (): Promise<void> => {
    const before = (await caption(page).textContent()) ?? '';
    await page.keyboard.press('j');
    await expect(caption(page)).not.toHaveText(before);
    await expect(ticks.first()).toBeVisible();
    await expect(ticks.and(page.locator(':checked'))).toHaveCount(0);
    await expect(typed).toHaveValue('');
    await expect(page.getByTestId('error-summary')).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(panel.locator('.govuk-error-message')).toHaveCount(0);
    // A screen reader must announce the new case.
    await expect(heading(page)).toBeFocused();
  };
  await expect(page.getByRole('button', { name: 'Record arrival' })).toBeVisible();
  await page.keyboard.press('a');
  await expect(ticks.first()).toBeVisible();
  await page.keyboard.press('x');
  await expect(ticks.and(page.locator(':checked')).first()).toBeVisible();
  await typed.fill('For the first case alone');
  await page.keyboard.press('Escape');
  await next();
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await typed.fill('For the second');
  await page.keyboard.press('Escape');
  await next();
  // The request must be for the case on the screen.
  await page.keyboard.press('x');
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/actions/arrival'));
  const reference = (await caption(page).textContent()) ?? '';
  await page.keyboard.press('a');
  expect((await sent).postDataJSON()).not.toHaveProperty('comment');
  await expect(message(page)).toContainText(reference.split(' ')[0] ?? '');
});
