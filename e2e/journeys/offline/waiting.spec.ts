import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { answerArrival, answerResidency, arrivalHome, arrivalSteps, aVisitor } from '../../answers/arrival.ts';
import { aCompanion, answerPerson } from '../../answers/companions.ts';
import { draftWritten, storedDrafts } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { test } from '../../support/offline.ts';
import { codeIn, readCode } from '../../support/read-code.ts';
import { TapCountingForm } from '../../support/tap-counting-form.ts';
import { codePage, keptItems, sendNow, signOffline, waitingPage } from '../../support/waiting.ts';
import { register, registerGroup } from '../routes/documents.ts';

test('a line that breaks at a step of the form costs nothing; what is signed without network waits, survives a reload, and is sent when there is one', async ({
  visitor,
  line,
  registered,
}) => {
  const traveller = aVisitor();
  const form = new Form(visitor);
  await visitor.goto(arrivalHome);
  await answerResidency(form, traveller);
  await line.cut();
  await form.next();
  await expect(form.heading('Personal Details')).toBeVisible();
  await draftWritten(visitor);
  await visitor.reload();
  await expect(form.heading('Personal Details')).toBeVisible();
  await visitor.goto(arrivalHome);
  await expect(form.field('Flight or voyage number')).toHaveValue('QG500');
  await signOffline(visitor, traveller);
  await expect(visitor.getByText('MARIA', { exact: false }).first()).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Not sent yet.')).toBeVisible();
  await visitor.goto('/');
  await expect(visitor.getByText('not sent yet')).toBeVisible();
  await visitor.getByRole('link', { name: /MARIA/ }).click();
  await expect(visitor).toHaveURL(waitingPage);
  await line.restore();
  await sendNow(visitor);
  await expect(visitor.getByText(/^ARR/)).toBeVisible();
  await expect(
    visitor
      .getByRole('heading', { name: /lane/i })
      .or(visitor.getByText(/green lane|red lane/i))
      .first(),
  ).toBeVisible();
  expect(await registered(traveller)).toBe(1);
  // No declaration is waiting any more, and the form is empty.
  await visitor.goto('/');
  await expect(visitor.getByText('not sent yet')).toHaveCount(0);
});

test('a line that is cut at every step of the form costs nothing: the declaration is sent once', async ({ visitor, line, registered }) => {
  const traveller = aVisitor();
  const form = new Form(visitor);
  for (const [step, [heading, answer]] of arrivalSteps.entries()) {
    await line.restore();
    await visitor.goto(`${arrivalHome}?step=${step + 1}`);
    await form.reach(heading);
    await line.cut();
    await answer(form, traveller);
    if (step < arrivalSteps.length - 1) await form.next();
    await draftWritten(visitor);
  }
  // If the device knows that it is offline, the button says so.
  await visitor.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
    dispatchEvent(new Event('offline'));
  });
  await visitor.getByRole('button', { name: 'Keep on this device and send when there is a network' }).click();
  await expect(visitor).toHaveURL(waitingPage);
  await expect(visitor.getByText('Not sent yet.')).toBeVisible();
  // Nothing has left the device, and the page says so.
  await visitor.getByRole('button', { name: 'Send now' }).click();
  await expect(visitor.getByText('Still no network. It is kept.')).toBeVisible();
  await visitor.getByRole('button', { name: 'Delete' }).click();
  await expect(visitor.getByRole('alertdialog')).toContainText('It has not been sent.');
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await visitor.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'));
  await line.restore();
  await sendNow(visitor);
  expect(await registered(traveller)).toBe(1);
});

test('an answer that was lost is asked for again with the same key: one declaration', async ({ visitor, line, registered }) => {
  const traveller = aVisitor();
  await visitor.goto(arrivalHome);
  await answerArrival(new Form(visitor), traveller);
  // The portal receives the request, but the line is cut before its response.
  let arrived = 0;
  line.onCall = (bytes) => {
    if (bytes.includes('POST /api/declarations/v1/traveller/declaration/')) arrived += 1;
    return bytes;
  };
  line.onAnswer = () => arrived === 0;
  await visitor.getByRole('button', { name: 'Submit declaration' }).click();
  await expect(visitor).toHaveURL(waitingPage);
  expect(arrived).toBeGreaterThan(0);
  line.onAnswer = undefined;
  await expect(visitor).toHaveURL(codePage);
  expect(await registered(traveller)).toBe(1);
});

test('it is sent by the browser after the page was closed', async ({ visitor: page, line, registered }) => {
  const traveller = aVisitor();
  await line.cut();
  await signOffline(page, traveller);
  await page.goto('about:blank');
  await line.restore();
  const other = await page.context().newPage();
  const session = await page.context().newCDPSession(other);
  const registration = new Promise<string>((found) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      // A journey before this one may have cleared the device. The browser still lists the worker that was removed then.
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${line.url}/` && !isDeleted);
      if (own) found(own.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const sync = { origin: line.url, registrationId: await registration, tag: 'portal-waiting', lastChance: false };
  // A browser wakes the service worker again if an attempt failed.
  await expect(async () => {
    await session.send('ServiceWorker.dispatchSyncEvent', sync);
    await expect.poll(() => registered(traveller), { timeout: 5_000 }).toBe(1);
  }).toPass();
  // The QR code is on the device, although no page was open when it arrived: the sent declaration, the document and its code are stored.
  const worker = () =>
    page
      .context()
      .serviceWorkers()
      .find((each) => each.url().startsWith(line.url));
  await expect.poll(() => worker()?.evaluate(keptItems)).toBe(3);
  await line.cut();
  await page.goto(`${line.url}/`);
  await expect(page.getByText('has arrived: show the code')).toBeVisible();
  await page.getByRole('link', { name: /MARIA/ }).click();
  await page.getByRole('button', { name: 'Show the code' }).click();
  await expect(page).toHaveURL(codePage);
  await expect(page.getByText(/^ARR/)).toBeVisible();
});

test('what the portal refuses comes back into the form, with the reason at its field', async ({ visitor, line, registered }) => {
  const traveller = aVisitor();
  await line.cut();
  await signOffline(visitor, traveller);
  // Only for the portal, days seem to have passed before the network is restored: the day of travel is over.
  line.onCall = (bytes) => Buffer.from(bytes.toString('latin1').replace(/"arrivalDate":"\d{4}/, '"arrivalDate":"2001'), 'latin1');
  await line.restore();
  await sendNow(visitor, visitor.getByText('It needs your answer').first());
  await visitor.getByRole('button', { name: 'Open the form' }).click();
  await expect(visitor.getByTestId('error-summary')).toContainText('Choose one of the days in the list');
  await expect(new Form(visitor).field('Flight or voyage number')).toHaveValue('QG500');
  expect(await registered(traveller)).toBe(0);
});

test('a group that the portal refuses comes back into the form with what all share once, and any other fault with the name of the person', async ({
  visitor,
  line,
}) => {
  const thumb = new TapCountingForm(visitor);
  await visitor.goto(arrivalHome);
  await answerArrival(thumb, aVisitor());
  await thumb.press('Add a person');
  await answerPerson(thumb, aCompanion({ firstName: 'Rui' }));
  await thumb.tick('None of us has anything to declare');
  await thumb.press('Save this person');
  await thumb.reach('Review & Submit');
  await line.cut();
  await visitor.getByRole('button', { name: /^(Submit declaration|Keep on this device)/ }).click();
  await expect(visitor).toHaveURL(waitingPage);
  // Only for the portal, the day of travel is over, and a name is missing.
  line.onCall = (bytes) =>
    Buffer.from(
      bytes
        .toString('latin1')
        .replace(/"arrivalDate":"\d{4}/, '"arrivalDate":"2001')
        .replace(/"firstName":"Rui"/i, '"firstName":"   "'),
      'latin1',
    );
  await line.restore();
  await sendNow(visitor, visitor.getByText('It needs your answer').first());
  await expect(visitor.getByRole('main').getByRole('listitem')).toHaveText(['Choose one of the days in the list', /^RUI .*: /]);
  await visitor.getByRole('button', { name: 'Open the form' }).click();
  const faults = visitor.getByTestId('error-summary').getByRole('link');
  await expect(faults).toHaveText(['Choose one of the days in the list', /^RUI .*: /]);
  await faults.first().click();
  await expect(visitor.getByRole('combobox', { name: 'Arrival date' })).toBeFocused();
});

test('the code opens from the device and is saved as a picture without network, and "Clear this device" deletes all of it', async ({
  visitor,
  line,
  request,
}) => {
  const { id, reference } = await register({ request }, 'arrival');
  await visitor.goto(`${arrivalHome}/qr/${id}`);
  await expect(visitor.getByText(reference)).toBeVisible();
  await expect.poll(() => visitor.evaluate(keptItems)).toBe(2);
  await line.cut();
  // All of it is in the HTML before a script runs, and React hydrates it without changes.
  const faults: string[] = [];
  visitor.on('pageerror', ({ message }) => faults.push(message));
  const page = await (await visitor.reload())?.text();
  expect(page).toContain(`>${reference}</p>`);
  expect(page).toMatch(/<img class="portal-qr__image" src="data:image\/png;base64,/);
  await expect(visitor.getByText(reference)).toBeVisible();
  await expect.poll(() => visitor.locator('.portal-qr__image').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(faults).toEqual([]);
  // The picture to save is made on the device.
  const saved = visitor.waitForEvent('download');
  await visitor.getByRole('link', { name: 'Save the code' }).click();
  const picture = readFileSync(await (await saved).path());
  expect([(await saved).suggestedFilename(), picture.subarray(1, 4).toString(), picture.readUInt32BE(16)]).toEqual([`${reference}.png`, 'PNG', 720]);
  expect(await codeIn(picture, 'the saved picture')).toBe(await readCode({ request }, `/api/declarations/v1/traveller/declaration/${id}/qr?code=seal`));
  await visitor.goto('/privacy');
  await visitor.getByRole('button', { name: 'Clear this device' }).click();
  await visitor.getByRole('alertdialog').getByRole('button', { name: 'Clear this device' }).click();
  await expect(visitor.getByText('Your answers, details and codes are deleted')).toBeVisible();
  expect(await visitor.evaluate(keptItems)).toBe(0);
  expect(await visitor.evaluate(async () => (await caches.keys()).length)).toBe(0);
  expect(await storedDrafts(visitor)).toEqual({ device: {}, session: {}, keys: [] });
});

test('the code of a group opens from the device too, with everybody on it', async ({ visitor, line, request }) => {
  const group = await registerGroup({ request }, 'arrival', [{ firstName: 'Ana' }, { firstName: 'Rui' }]);
  await visitor.goto(`${arrivalHome}/group/${group.id}`);
  await expect(visitor.getByText('RUI ROTAS').first()).toBeVisible();
  await expect.poll(() => visitor.evaluate(keptItems)).toBe(2);
  await line.cut();
  const page = (await (await visitor.reload())?.text()) ?? '';
  for (const name of ['ANA', 'RUI']) expect(page.replace(/<script[\s\S]*?<\/script>/g, '')).toContain(name);
  expect(page).toMatch(/<img class="portal-qr__image" src="data:image\/png;base64,/);
  await expect(visitor.getByText('RUI ROTAS').first()).toBeVisible();
});

test('a clock of the device that is years wrong, and changes while a declaration waits, loses nothing and sends nothing twice', async ({
  ownDevice: { page: visitor, line },
  registered,
}) => {
  const traveller = aVisitor();
  const years = (count: number): Date => new Date(Date.now() + count * 365 * 86_400_000);
  await visitor.clock.install({ time: years(1) });
  await line.cut();
  // The typed answers are restored, although the clock says that a year has passed.
  await visitor.goto(arrivalHome);
  await answerResidency(new Form(visitor), traveller);
  await draftWritten(visitor);
  await visitor.clock.setSystemTime(years(2));
  await visitor.reload();
  await expect(new Form(visitor).field('Flight or voyage number')).toHaveValue('QG500');
  await signOffline(visitor, traveller);
  await visitor.clock.setSystemTime(years(-8));
  await visitor.reload();
  await expect(visitor.getByText('Not sent yet.')).toBeVisible();
  await line.restore();
  await sendNow(visitor);
  const reference = (await visitor.getByText(/^ARR/).textContent()) as string;
  expect(await registered(traveller)).toBe(1);
  await visitor.clock.setSystemTime(years(2));
  await line.cut();
  await visitor.reload();
  await expect(visitor.getByText(reference)).toBeVisible();
  await expect.poll(() => visitor.locator('.portal-qr__image').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('an answer that a newer version of the form asks for is asked for by name, and all other answers are there', async ({ visitor, line, registered }) => {
  const traveller = aVisitor();
  await line.cut();
  await signOffline(visitor, traveller);
  // To the portal, the declaration seems to come from a form that did not have this field.
  line.onCall = (bytes) => Buffer.from(bytes.toString('latin1').replace('"occupation":', '"occupatiox":'), 'latin1');
  await line.restore();
  await sendNow(visitor, visitor.getByRole('button', { name: 'Open the form' }));
  await visitor.getByRole('button', { name: 'Open the form' }).click();
  await expect(visitor.getByTestId('error-summary').getByRole('link', { name: /occupation/i })).toBeVisible();
  line.onCall = undefined;
  const form = new Form(visitor);
  await expect(form.field('Occupation')).toHaveValue('NURSE');
  await expect(form.field('Passport number')).toHaveValue(traveller.passport);
  expect(await registered(traveller)).toBe(0);
});
