import { expect, test } from '@playwright/test';
import { answerGoods, answerOther, answerPersonal, answerResidency, answerReview } from '../../answers/arrival.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { storedDrafts } from '../../support/draft.ts';
import { gotoFilled } from '../../support/filled.ts';
import { Form } from '../../support/form.ts';
import { codeSentTo } from '../../support/mail.ts';
import { callApi, signInQuietly } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { register } from '../routes/documents.ts';
import {
  aPassport,
  arrivalHome,
  aVisitor,
  dayFrom,
  fillArrival,
  fillGoods,
  fillOther,
  fillPersonal,
  fillResidency,
  fillReview,
  submitArrival,
} from './travellers.ts';

test('a foreigner with a hotel and merchandise is sent to the red lane @phone', async ({ page }) => {
  const faults = watch(page);
  await fillArrival(page, aVisitor({ merchandise: 'Yes' }));
  await submitArrival(page);
  await expect(page.getByText('Red lane')).toBeVisible();
  await expect(page.getByText('Your QR Code For Scanning')).toBeVisible();
  await expect(page.getByText('Please screen shot and present to Customs & Immigration Staff')).toBeVisible();
  await expect(page.getByText(/^ARR-\d{4}-\d{7}$/)).toBeVisible();
  await expect.poll(() => page.getByRole('img', { name: /^QR code for ARR-/ }).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await expect(page.getByRole('button', { name: 'Register another' })).toHaveAttribute('href', arrivalHome);
  await expect.poll(async () => (await storedDrafts(page)).device).toEqual({});
  faults.expectQuiet();
});

test('a citizen coming home is asked less and walks through the green lane', async ({ page }) => {
  await fillArrival(page, aVisitor({ type: 'Citizen coming home', foreigner: false }));
  await submitArrival(page);
  await expect(page.getByText('Green lane')).toBeVisible();
});

test('the next step is drawn out of sight while the last answers are given, and keeps what is answered there', async ({ page }) => {
  const form = new Form(page);
  const visitor = aVisitor({});
  await page.goto(arrivalHome);
  await fillResidency(page, visitor);
  const next = page.locator('#field-travellerCode');
  await expect(next).toBeAttached();
  await expect(next).toBeHidden();
  await form.next();
  await expect(next).toBeVisible();
  await fillPersonal(page, visitor);
  await page.goBack();
  await expect(form.heading('Residency Details')).toBeVisible();
  await form.next();
  await expect(next).toHaveValue(visitor.passport);
});

test('a resident gives the permit that allows the stay', async ({ page }) => {
  const form = new Form(page);
  const resident = aVisitor({ type: 'Foreign resident coming home', foreigner: false });
  await page.goto(arrivalHome);
  await fillResidency(page, resident);
  await form.next();
  await fillPersonal(page, resident);
  await form.next();
  await expect(form.heading('Other Details')).toBeVisible();
  await expect(page.getByLabel(/^Reason for your visit/)).toHaveCount(0);
  await form.next();
  await form.expectErrors('Enter permit or visa reference', 'Describe your permit', 'Enter type of accommodation', 'Enter address in the country');
  await form.type('Permit or visa reference', 'RES-2026-17');
  await form.type('About your permit', 'Permanent residence since 2012');
  await fillOther(page, resident);
  await form.next();
  await fillGoods(page, resident);
  await form.next();
  await fillReview(page);
  await submitArrival(page);
  await expect(page.getByText('Green lane')).toBeVisible();
});

test('whoever stays with family says with whom and where', async ({ page }) => {
  const form = new Form(page);
  const guest = aVisitor();
  await page.goto(arrivalHome);
  await fillResidency(page, guest);
  await form.next();
  await fillPersonal(page, guest);
  await form.next();
  await form.choose('Reason for your visit', 'Visiting family or friends');
  await form.pick('Type of accommodation', 'Friends or family');
  await form.next();
  await form.expectErrors(
    'Enter name of your contact',
    'Enter identity document number of your contact',
    'Enter telephone of your contact',
    'Enter municipality',
    'Enter administrative post',
    'Enter village (suco)',
    'Enter hamlet (aldeia)',
  );
  await form.type('Length of stay', '30');
  await form.date('Departure date', dayFrom(30));
  await form.type('Return ticket reference', 'TKT-7');
  await form.answerAll('Declarations', 'No');
  await form.tick('My answers to the declarations are true');
  await form.type('Address in the country', 'Rua 12, Becora');
  await form.type('Name of your contact', 'José Guterres');
  await form.type('Identity document number', '0612345');
  await form.type('Telephone of your contact', '77123456');
  await form.choose('Municipality', { index: 5 });
  await form.choose('Administrative post', { index: 1 });
  await form.type('Village', 'Becora');
  await form.type('Hamlet', 'Au-Hun');
  await form.next();
  await fillGoods(page, guest);
  await form.next();
  await fillReview(page);
  await submitArrival(page);
});

test('the reason for the visit decides what else is asked', async ({ page }) => {
  const form = new Form(page);
  const visitor = aVisitor();
  await page.goto(arrivalHome);
  await fillResidency(page, visitor);
  await form.next();
  await fillPersonal(page, visitor);
  await form.next();
  await form.choose('Reason for your visit', 'Work');
  await expect(form.field('Name of the sponsor')).toBeVisible();
  await form.choose('Reason for your visit', 'Organised or funded visit');
  await expect(form.field('Name of the sponsor')).toHaveCount(0);
  await expect(form.field('Visit organised by')).toBeVisible();
  await expect(form.field('Visit funded by')).toBeVisible();
  await form.choose('Reason for your visit', 'Transit to another country');
  await expect(form.field('Destination Ticket Reference')).toBeVisible();
  await expect(form.field('Destination visa')).toBeVisible();
  await expect(page.getByRole('group', { name: /^Type of accommodation/ })).toHaveCount(0);
  await form.next();
  await form.expectErrors('Enter destination visa');
});

test('by land no flight is asked for', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await form.find('Entry point', 'Dili', 'Presidente Nicolau Lobato');
  await expect(page.getByRole('combobox', { name: /^Flight$/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Embarkation port/ })).toBeVisible();
  await form.find('Entry point', 'Batugade');
  await expect(page.getByRole('combobox', { name: /^Number plate, or on foot/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: /^Flight$/ })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: /^Embarkation port/ })).toHaveCount(0);
});

test('goods have at least one row, and the plus button adds another', async ({ page }) => {
  const form = new Form(page);
  const trader = aVisitor({ merchandise: 'Yes' });
  await page.goto(arrivalHome);
  await fillResidency(page, trader);
  await form.next();
  await fillPersonal(page, trader);
  await form.next();
  await fillOther(page, trader);
  await form.next();
  await form.pick('Do you have merchandise to declare?', 'Yes');
  await expect(page.getByRole('group', { name: 'Goods 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Add another row of goods' }).click();
  await expect(page.getByRole('group', { name: 'Goods 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove row 2' }).click();
  await expect(page.getByRole('group', { name: 'Goods 2' })).toHaveCount(0);
  await form.pick('Do you carry more than 5000 USD', 'Yes');
  await expect(page.getByText(/more than 5000 USD or the equivalent\. Tell an officer/)).toBeVisible();
  await form.next();
  await form.expectErrors(
    'Enter number of bags',
    'Describe the goods you declare',
    'Questions: tick each line to which your answer is yes',
    'Confirm that your answers to the questions are true',
    'Enter currency',
    'Enter amount of money',
  );
});

test('an answer is changed from the review, and Continue leads back there', async ({ page }) => {
  const form = new Form(page);
  await fillArrival(page, aVisitor());
  await page.getByRole('button', { name: /^Change Occupation/ }).click();
  await expect(form.heading('Personal Details')).toBeVisible();
  await expect(form.field('Occupation')).toBeFocused();
  await form.type('Occupation', 'Teacher');
  await form.next();
  await expect(form.heading('Review & Submit')).toBeVisible();
  await expect(page.getByText('TEACHER')).toBeVisible();
  await submitArrival(page);
});

test('the declaration is downloaded as a PDF, and a failure is said', async ({ page }) => {
  const { id } = await register(page, 'arrival');
  await page.goto(`${arrivalHome}/qr/${id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^ARR-\d{4}-\d{7}\.pdf$/);
  await page.route('**/print-form', (route) => route.abort());
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('alert').getByText('Download Failed')).toBeVisible();
});

test('a traveller finds the declaration again to read it, and changes it with a one-time code', async ({ page, browser }) => {
  const email = `${crypto.randomUUID()}@example.org`;
  const passport = aPassport();
  const { id } = await register(page, 'arrival', { travellerCode: passport, birthDate: '1990-05-17', nationalityCode: 'TL', emailAddress: email });

  // The traveller continues on another device, which has no data of the registration.
  const elsewhere = await (await browser.newContext()).newPage();
  const form = new Form(elsewhere);
  const loaded = elsewhere.waitForResponse(/\/v1\/traveller\/declaration\/k\.[^/]+\/document$/);
  await elsewhere.goto(`${arrivalHome}/search`);
  await elsewhere.getByRole('button', { name: 'Search' }).click();
  await expect(elsewhere.getByRole('alert').getByText('Enter your passport number').first()).toBeVisible();
  await form.type('Passport number', passport);
  await form.date('Date of birth', '1990-05-17');
  await form.find('Nationality', 'Timor');
  await elsewhere.getByRole('button', { name: 'Search' }).click();
  await elsewhere.getByRole('link', { name: /^Show the QR code/ }).click();
  await expect(elsewhere.getByText('Green lane')).toBeVisible();

  // The key from the search does not give access to contact data and does not allow changes.
  const { model } = await (await loaded).json();
  expect(model.id).not.toBe(id);
  expect([model.emailAddress, model.phoneNumber, model.address]).toEqual([undefined, undefined, undefined]);
  await expect(elsewhere.getByText(/Contact details and files are not shown, and nothing can be changed/)).toBeVisible();
  await expect(elsewhere.getByRole('link', { name: 'Change your answers' })).toHaveCount(0);
  const refused = await elsewhere.request.post('/api/declarations/v1/traveller/declaration/', { data: { ...model, occupation: 'SPY' } });
  expect(refused.status()).toBe(401);
  await expectAccessible(elsewhere);

  await elsewhere.getByRole('button', { name: 'Get a code to change this or see everything' }).click();
  const code = elsewhere.getByRole('textbox', { name: 'Code' });
  const right = await codeSentTo(elsewhere, email);
  await code.fill(right === '000000' ? '111111' : '000000');
  await elsewhere.getByRole('button', { name: 'Open the document' }).click();
  await expect(elsewhere.getByText('This is not the code that was sent')).toBeVisible();
  await expectAccessible(elsewhere);
  await code.fill(right);
  await elsewhere.getByRole('button', { name: 'Open the document' }).click();
  await expect(elsewhere).toHaveURL(`${arrivalHome}/qr/${id}`);
  await elsewhere.getByRole('link', { name: 'Change your answers' }).click();
  await expect(form.heading('Residency Details')).toBeVisible();
  await form.type('Flight or voyage number', 'qg502');
  for (let step = 1; step < 5; step += 1) await form.next();
  // Changed answers must be confirmed with a new signature.
  await form.tick('I declare that the information provided is true and correct');
  await elsewhere.getByRole('button', { name: 'Submit the changes' }).click();
  await expect(elsewhere).toHaveURL(`${arrivalHome}/qr/${id}`);
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Declaration changed' })).toBeVisible();
  const changed = await (await elsewhere.request.get(`/api/declarations/v1/traveller/declaration/${id}/document`)).json();
  expect([changed.model.version, changed.model.flightNumber]).toEqual([2, 'QG502']);
  await elsewhere.context().close();
});

test('a declaration of an account that was opened with a one-time code stays open for its changes', async ({ page, browser }) => {
  const email = `${crypto.randomUUID()}@example.org`;
  const passport = aPassport();
  await signInQuietly(page, 'applicant');
  await register(page, 'arrival', { travellerCode: passport, birthDate: '1990-05-17', nationalityCode: 'TL', emailAddress: email });

  const elsewhere = await (await browser.newContext()).newPage();
  const form = new Form(elsewhere);
  await elsewhere.goto(`${arrivalHome}/search`);
  await form.type('Passport number', passport);
  await form.date('Date of birth', '1990-05-17');
  await form.find('Nationality', 'Timor');
  await elsewhere.getByRole('button', { name: 'Search' }).click();
  await elsewhere.getByRole('link', { name: /^Show the QR code/ }).click();
  const getCode = elsewhere.getByRole('button', { name: 'Get a code to change this or see everything' });
  await getCode.click();
  await elsewhere.getByRole('textbox', { name: 'Code' }).fill(await codeSentTo(elsewhere, email));
  await elsewhere.getByRole('button', { name: 'Open the document' }).click();
  await expect(elsewhere).toHaveURL(/\/qr\/c\./);
  await elsewhere.reload();
  await elsewhere.getByRole('link', { name: 'Change your answers' }).click();
  await expect(form.heading('Residency Details')).toBeVisible();
  await elsewhere.goBack();
  await expect(elsewhere.getByRole('link', { name: 'Change your answers' })).toBeVisible();
  await expect(getCode).toHaveCount(0);
  await elsewhere.context().close();
});

for (const javaScriptEnabled of [true, false]) {
  test(`the page of a decided arrival says the decision, and no longer what to do in the lane, ${javaScriptEnabled ? 'with' : 'without'} a script`, async ({
    page,
    browser,
  }) => {
    const { id } = await register(page, 'arrival');
    const traveller = await browser.newContext({ javaScriptEnabled });
    const shown = await traveller.newPage();
    await gotoFilled(shown, `${arrivalHome}/qr/${id}`);
    await expect(shown.getByText('Created', { exact: true })).toBeVisible();
    await expect(shown.getByText('walk through')).toBeVisible();
    await expect(shown.getByRole('heading', { name: 'What happens next' })).toBeVisible();

    await signInQuietly(page, 'border-supervisor');
    const actions = `/api/declarations/v1/traveller/declaration/${id}/actions`;
    expect((await callApi(page, 'POST', `${actions}/arrival`, { version: 1, comment: 'Came early' })).status).toBe(200);
    expect((await callApi(page, 'POST', `${actions}/decision`, { version: 2, decision: 'DETAINED' })).status).toBe(200);
    await gotoFilled(shown, `${arrivalHome}/qr/${id}`);
    await expect(shown.getByText('Detained', { exact: true })).toBeVisible();
    await expect(shown.getByText('Green lane', { exact: true })).toBeVisible();
    await expect(shown.getByText('walk through')).toHaveCount(0);
    await expect(shown.getByRole('heading', { name: 'What happens next' })).toHaveCount(0);
    await traveller.close();
  });
}

test('whoever is not signed in is told how to change a declaration of an account, and goes on after signing in', async ({ page, browser }) => {
  await signInQuietly(page, 'applicant');
  const { id } = await register(page, 'arrival');

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(`${arrivalHome}?id=${id}`);
  await expect(elsewhere.getByText('sign in with the account that registered it')).toBeVisible();
  await expect(elsewhere.getByText('already being dealt with')).toHaveCount(0);
  await expect(elsewhere.getByRole('link', { name: 'Find a declaration you made' })).toHaveAttribute('href', `${arrivalHome}/search`);
  await expectAccessible(elsewhere);
  await elsewhere.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await elsewhere.getByLabel('User name').fill('applicant');
  await elsewhere.getByLabel('Password').fill('applicant');
  await elsewhere.getByRole('button', { name: 'Sign in' }).click();
  await expect(elsewhere).toHaveURL(new RegExp(`\\?id=${id}`));
  await expect(new Form(elsewhere).heading('Residency Details')).toBeVisible();
  await elsewhere.context().close();
});

test('no step needs to be scrolled sideways at 320 pixels', async ({ page }) => {
  const form = new Form(page);
  const trader = aVisitor({ merchandise: 'Yes' });
  await page.goto(arrivalHome);
  const steps = [fillResidency, fillPersonal, fillOther, fillGoods];
  for (const fill of steps) {
    await fill(page, trader);
    await expectNoSidewaysScroll(page);
    await form.next();
  }
  await fillReview(page);
  await expectNoSidewaysScroll(page);
  await submitArrival(page);
  await expectNoSidewaysScroll(page);
});

test('a deployment may read the same sections in three steps', async ({ page }) => {
  const form = new Form(page);
  const visitor = aVisitor({ merchandise: 'Yes' });
  await page.route('**/v1/traveller/declaration/info', async (route) => {
    const response = await route.fetch();
    const envelope = await response.json();
    await route.fulfill({ response, json: { ...envelope, model: { ...envelope.model, arrivalWizard: 'three' } } });
  });
  await page.goto(arrivalHome);
  await expect(form.heading('Entry & flight details')).toBeVisible();
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
  await answerResidency(form, visitor);
  await form.next();
  await expect(form.heading('Passport/personal/contact details')).toBeVisible();
  await answerPersonal(form, visitor);
  await form.next();
  await expect(form.heading('Review, other details and goods')).toBeVisible();
  await answerOther(form, visitor);
  await answerGoods(form, visitor);
  await answerReview(form);
  await submitArrival(page);
  await expect(page.getByText('Red lane')).toBeVisible();
  await page.getByRole('link', { name: 'Change your answers' }).click();
  await expect(page.getByText('Step 1 of 3')).toBeVisible();
});
