import { expect, test } from '@playwright/test';
import { draftWritten, storedDrafts } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { arrivalHome, aVisitor, fillArrival, fillPersonal, fillResidency, submitArrival, submitButton } from './travellers.ts';

test('answers survive a reload, a closed tab and a lost network; Start again empties the form', async ({ page, context }) => {
  const form = new Form(page);
  const visitor = aVisitor();
  await page.goto(arrivalHome);
  await fillResidency(page, visitor);
  await form.next();
  await fillPersonal(page, visitor);
  await draftWritten(page);
  await page.reload();
  await expect(form.heading('Personal Details')).toBeVisible();
  await expect(form.field('Given or first name')).toHaveValue('MARIA');
  await expect(page.getByRole('combobox', { name: /^Nationality/ })).toHaveValue('Portugal');
  await expect(page.getByRole('group', { name: /^Date of birth/ }).getByLabel('Year')).toHaveValue('1990');
  await page.close();

  const again = await context.newPage();
  const kept = new Form(again);
  await again.goto(arrivalHome);
  await expect(again.getByText(/We kept your answers/)).toBeVisible();
  await expect(kept.field('Flight or voyage number')).toHaveValue('QG500');
  await context.setOffline(true);
  await expect(again.getByText('You are offline. Your answers are kept on this device.')).toBeVisible();
  await kept.next();
  await expect(kept.heading('Personal Details')).toBeVisible();
  await kept.type('Occupation', 'Pilot');
  await draftWritten(again);
  await context.setOffline(false);
  await again.reload();
  await expect(kept.field('Occupation')).toHaveValue('PILOT');

  await again.goto(arrivalHome);
  await expect(kept.field('Flight or voyage number')).toHaveValue('QG500');
  // Starting again must also work while an answer is still being stored.
  await again.evaluate(() => {
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
    crypto.subtle.encrypt = async (...all) => {
      await new Promise((done) => setTimeout(done, 2_000));
      return encrypt(...all);
    };
  });
  await kept.type('Flight or voyage number', 'QG502');
  await again.getByRole('button', { name: 'Start again' }).click();
  await again.getByRole('alertdialog').getByRole('button', { name: 'Start again' }).click();
  await expect(kept.field('Flight or voyage number')).toHaveValue('');
  await expect.poll(async () => (await storedDrafts(again)).device).toEqual({});
  // Wait as long as storing the empty form would take.
  await again.evaluate(() => new Promise((done) => setTimeout(done, 3_000)));
  expect((await storedDrafts(again)).device).toEqual({});
  await again.reload();
  await expect(kept.field('Flight or voyage number')).toHaveValue('');
});

test('a declaration that is begun again asks its questions, also where they came after the form', async ({ page }) => {
  const form = new Form(page);
  const visitor = aVisitor();
  await page.goto(arrivalHome);
  await fillResidency(page, visitor);
  await draftWritten(page);
  await page.route('**/searchDeclaration*', async (route) => {
    await new Promise((done) => setTimeout(done, 1_000));
    await route.continue();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start again' }).click();
  await expect(form.field('Flight or voyage number')).toHaveValue('');
  await fillResidency(page, visitor);
  await form.next();
  await fillPersonal(page, visitor);
  await form.next();
  await form.answerAll('Declarations', 'No');
});

test('a double click on submit gives one declaration', async ({ page }) => {
  await fillArrival(page, aVisitor());
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/v1/traveller/declaration')) sent.push(request.headers()['idempotency-key'] ?? '');
  });
  await submitButton(page).dblclick();
  await expect(page).toHaveURL(/\/qr\//);
  expect(sent).toHaveLength(1);
});

test('a click right after one on something else at the same place counts', async ({ page }) => {
  await page.goto(`${arrivalHome}/search`);
  const search = page.getByRole('button', { name: 'Search' });
  // A browser reports this click count if a list has just closed under the pointer.
  await search.dispatchEvent('click', { detail: 2 });
  await expect(page.getByRole('alert').getByText('Enter your passport number').first()).toBeVisible();
});

test('an answer lost on the way back gives one declaration: the retry carries the same key', async ({ page, context }) => {
  await fillArrival(page, aVisitor());
  const keys: string[] = [];
  let ids: string[] = [];
  await page.route('**/v1/traveller/declaration/', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    const answer = await route.fetch();
    ids = [...ids, (await answer.json()).model.id];
    // The first response never reaches the page.
    return keys.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer });
  });
  const id = await submitArrival(page);
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  expect(new Set(ids)).toEqual(new Set([id]));
  await context.close();
});

test('a submission without a connection keeps everything and is sent later as the same one', async ({ page, context }) => {
  await fillArrival(page, aVisitor());
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Keep on this device and send when there is a network' }).click();
  await expect(page.getByText('Not sent yet.')).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/qr\/[\w-]+$/);
});

test('the screens of the area can fail and come back, and the draft is still there', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await form.type('Flight or voyage number', 'qg500');
  await draftWritten(page);
  await page.route('**/remotes/mf-declarations/**', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await expect(page.getByText('Travel declarations').first()).toBeVisible();
  const retry = page.getByRole('button', { name: /try again/i });
  await expect(retry).toBeVisible();
  await page.unroute('**/remotes/mf-declarations/**');
  await retry.click();
  await expect(form.field('Flight or voyage number')).toHaveValue('QG500');
});
