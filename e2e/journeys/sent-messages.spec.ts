import { type Browser, type BrowserContext, expect, test } from '@playwright/test';
import { answerArrival, arrivalHome, aVisitor } from '../answers/arrival.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { Form } from '../support/form.ts';
import { PortalWithMail } from '../support/mailbox.ts';
import { callApi, signIn, signInQuietly } from '../support/sign-in.ts';
import { register, update } from './routes/documents.ts';

// The tests run one after another, because they share a portal that sends its mail to a mail server.
test.describe.configure({ mode: 'default' });

let portal: PortalWithMail;
test.beforeAll(async () => {
  portal = await PortalWithMail.start();
});
test.afterAll(() => portal?.close());

const at = (browser: Browser, more: object = {}): Promise<BrowserContext> => browser.newContext({ baseURL: portal.url, locale: 'en-GB', ...more });

/** Waits for the newest mail of an address, which must be the mail with this number. */
async function mailFor(address: string, number: number) {
  await expect.poll(() => portal.received(address).length, `mail ${number} of ${address}`).toBeGreaterThanOrEqual(number);
  const all = portal.received(address);
  expect(all).toHaveLength(number);
  return (all[number - 1] as (typeof all)[number]).mail;
}

const linkIn = (text: string | undefined, below: string): string => new RegExp(`${portal.url}${below}\\S+`).exec(text ?? '')?.[0] ?? '';

test('a traveller who gives an e-mail address gets one mail with the code, and its link opens the page on another device', async ({ browser }) => {
  const address = 'maria@example.org';
  const device = await at(browser);
  const page = await device.newPage();
  await page.goto(arrivalHome);
  const traveller = aVisitor({ email: address });
  await answerArrival(new Form(page), traveller);
  await page.getByRole('button', { name: 'Submit declaration' }).click();
  await expect(page).toHaveURL(/\/qr\/[\w-]+$/);
  const reference = (await page.getByText(/^ARR/).textContent()) as string;
  await device.close();

  const mail = await mailFor(address, 1);
  expect(mail.subject).toBe('Registered: your arrival declaration');
  // The parts that a mailbox shows before a mail is opened contain nothing about the person.
  expect(`${mail.subject} ${JSON.stringify([...mail.headers.keys()])}`).not.toMatch(new RegExp(`maria|costa|${traveller.passport}|${reference}`, 'i'));
  expect(mail.attachments.map(({ contentType }) => contentType)).toEqual(['image/png']);

  const another = await at(browser, { viewport: { width: 360, height: 740 } });
  const opened = await another.newPage();
  await opened.goto(linkIn(mail.text, '/eservice/traveller/declaration/qr/'));
  await expect(opened.getByText(reference, { exact: true })).toBeVisible();
  await expect.poll(() => opened.locator('.portal-qr__image').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await opened.goto(linkIn(mail.text, '/v/(?=[\\w.-]{40})'));
  await expect(opened.getByRole('heading', { level: 1, name: 'This document is genuine' })).toBeVisible();
  await expect(opened.getByText(reference)).toBeVisible();
  await another.close();
});

test('the mail reads well on a phone and on a computer, also without pictures', async ({ browser }) => {
  const address = 'reader@example.org';
  const context = await at(browser);
  await register(context, 'arrival', { emailAddress: address });
  const { html, attachments } = await mailFor(address, 1);
  const image = `data:image/png;base64,${attachments[0]?.content.toString('base64')}`;
  const shown = await context.newPage();
  for (const width of [360, 1280]) {
    await shown.setViewportSize({ width, height: 800 });
    for (const pictures of [true, false]) {
      await shown.setContent(String(html).replace(/(?<=src=")(cid:|data:)[^"]+/, pictures ? image : 'data:image/png,'));
      await expect(shown.getByRole('heading', { level: 1, name: 'Registered: your arrival declaration' })).toBeVisible();
      await expect(shown.getByRole('img', { name: /^QR code: ARR/ })).toBeVisible();
      await expectNoSidewaysScroll(shown);
      // A mail program shows the mail inside its own page, which has the landmarks.
      await expectAccessible(shown, { except: ['landmark-one-main', 'region'] });
    }
  }
  await context.close();
});

test('who turns off news gets none about changes any more, by the page or by one click of the mail program, and still what has to be told', async ({
  browser,
}) => {
  const address = 'quiet@example.org';
  const context = await at(browser);
  const { id } = await register(context, 'arrival', { emailAddress: address });
  await mailFor(address, 1);
  let version = await update(context, 'arrival', id, 1, { emailAddress: address, occupation: 'Driver' });
  const changed = await mailFor(address, 2);
  expect(changed.subject).toBe('Changed: your arrival declaration');
  const stop = linkIn(changed.text, '/eservice/messages/');

  // The page works without script and without signing in.
  const reader = await at(browser, { javaScriptEnabled: false });
  const page = await reader.newPage();
  await page.goto(stop);
  await expect(page.getByRole('heading', { level: 1, name: 'Messages about your document' })).toBeVisible();
  await expect(page.getByText('are always sent')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Changes and payments' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your choice is saved')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Changes and payments' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Reminders' })).toBeChecked();
  await expectNoSidewaysScroll(page);

  version = await update(context, 'arrival', id, version, { emailAddress: address, occupation: 'Pilot' });
  await page.goto(stop);
  await page.getByRole('checkbox', { name: 'Changes and payments' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  version = await update(context, 'arrival', id, version, { emailAddress: address, occupation: 'Nurse' });
  // The message of the change in between was not sent later either.
  await mailFor(address, 3);

  // As in RFC 8058, the mail program sends the POST request itself, without a cookie.
  const answer = await fetch(stop, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(answer.status).toBe(200);
  await update(context, 'arrival', id, version, { emailAddress: address, occupation: 'Teacher' });
  await page.goto(stop);
  await expect(page.getByRole('checkbox', { name: 'Changes and payments' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Reminders' })).not.toBeChecked();

  // A message about a decision is sent nevertheless.
  const officer = await at(browser);
  await signInQuietly(officer, 'border-supervisor');
  for (const [action, body] of [
    ['arrival', { comment: 'Came early' }],
    ['decision', { decision: 'CLEARED' }],
  ] as const) {
    const path = `/api/declarations/v1/traveller/declaration/${id}`;
    const { model } = (await callApi(officer, 'GET', `${path}/document`)).body as { model: { version: number } };
    expect((await callApi(officer, 'POST', `${path}/actions/${action}`, { version: model.version, ...body })).status).toBe(200);
  }
  const decided = await mailFor(address, 4);
  expect([decided.subject, decided.headers.has('list')]).toEqual(['A decision on your arrival declaration', false]);
  await Promise.all([reader.close(), officer.close(), context.close()]);
});

test('a mail that comes back, and one that no server takes, are seen by officials without the address; an operator sends it again or gives it up', async ({
  browser,
}) => {
  const [returned, refused] = ['full@example.org', 'nobody@example.org'];
  const context = await at(browser);
  portal.mail.refusal = (to) => (to === refused ? 550 : undefined);
  const one = await register(context, 'arrival', { emailAddress: returned });
  const two = await register(context, 'arrival', { emailAddress: refused, travellerCode: 'R7654321' });
  await mailFor(returned, 1);
  await portal.comesBack(portal.received(returned)[0] as (typeof portal.mail.taken)[number], `5.2.2 <${returned}>: mailbox is full`);

  const page = await context.newPage();
  await signIn(page, 'border-officer', `/other/traveller/declaration/view/${one.id}`);
  const messages = page.locator('#messages');
  await expect(messages).toContainText('Came back');
  await expect(messages).toContainText('mailbox is full');
  await expect(messages).not.toContainText(returned);
  await expectAccessible(page);
  // The mail server's report on the other mail may arrive later, and the page does not reload by itself.
  await expect(async () => {
    await page.goto(`/other/traveller/declaration/view/${two.id}`);
    await expect(messages).toContainText('no such user', { timeout: 5_000 });
  }).toPass();
  await expect(messages).not.toContainText(refused);

  // Operators see the messages of all services too.
  const operator = await at(browser);
  const work = await operator.newPage();
  await signIn(work, 'admin', '/staff/jobs');
  const undelivered = work.getByRole('region', { name: 'Messages that did not arrive' });
  await expect(undelivered.getByRole('row').filter({ hasText: 'Came back' })).toContainText('mailbox is full');
  await expect(undelivered.getByRole('row').filter({ hasText: 'Not sent' })).toContainText('no such user');
  await expect(undelivered).not.toContainText(refused);
  await expectAccessible(work);
  await expectNoSidewaysScroll(work);

  // One message is sent again, once; the other one is given up.
  portal.mail.refusal = undefined;
  const decide = async (row: string, button: string, reason: string): Promise<void> => {
    await undelivered.getByRole('row').filter({ hasText: row }).getByRole('button', { name: button }).click();
    const dialog = work.getByRole('alertdialog');
    await dialog.getByLabel('Why?').fill(reason);
    await expectAccessible(work);
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog).toBeHidden();
  };
  await decide('Not sent', 'Try again', 'The mailbox is there again');
  await expect(work.getByText('The message is being sent again.')).toBeVisible();
  await mailFor(refused, 1);
  await decide('Came back', 'Give up', 'They were telephoned');
  await expect(work.getByText('The message is given up.')).toBeVisible();
  await expect(undelivered.getByText('Every message was taken')).toBeVisible();
  await page.reload();
  await expect(messages).toContainText('Taken by the server');
  await page.goto(`/other/traveller/declaration/view/${one.id}`);
  await expect(messages).toContainText('Did not arrive, given up');
  await operator.close();
  await context.close();
});
