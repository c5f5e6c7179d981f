import { expect, type Page, test } from '@playwright/test';
import { answerDeparture, departureHome } from '../../answers/departure.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { chooseLanguage } from '../../support/choose-language.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { expectPortuguese } from '../../support/portuguese.ts';
import { signIn } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { register } from '../routes/documents.ts';
import { aPassport, arrivalHome, aVisitor, fillArrival, submitArrival, submitButton } from './travellers.ts';

/** A form whose page counts taps and keys. A select list is opened and chosen outside the page, so it is counted as two taps here. */
class Counted extends Form {
  answers = 0;
  private listTaps = 0;

  static async on(page: Page): Promise<Counted> {
    await page.addInitScript(() => {
      const count = { taps: 0, keys: 0 };
      Object.assign(window, { counted: count });
      const add = (event: Event) => {
        if (event.isTrusted) count[event.type === 'keydown' ? 'keys' : 'taps'] += 1;
      };
      for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, add, true);
    });
    return new Counted(page);
  }

  async counted(): Promise<{ taps: number; keys: number; answers: number }> {
    const { taps, keys } = await this.page.evaluate(() => (window as unknown as { counted: { taps: number; keys: number } }).counted);
    return { taps: taps + this.listTaps, keys, answers: this.answers };
  }

  override async type(label: string, value: string): Promise<void> {
    this.answers += 1;
    await this.field(label).click();
    await this.page.keyboard.type(value);
  }

  override async choose(label: string, option: string | { index: number }): Promise<void> {
    this.answers += 1;
    this.listTaps += 2;
    await super.choose(label, option);
  }

  override async find(label: string, typed: string, option = typed): Promise<void> {
    this.answers += 1;
    await this.page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click();
    await this.page.keyboard.type(typed);
    await this.page
      .getByRole('option', { name: new RegExp(`^${option}`) })
      .first()
      .click();
  }

  /** Types a whole date, digit by digit, after one tap. */
  override async date(label: string, day: string): Promise<void> {
    this.answers += 1;
    const [year, month, date] = day.split('-');
    await this.page
      .getByRole('group', { name: new RegExp(`^${label}`) })
      .getByLabel('Day')
      .click();
    await this.page.keyboard.type(`${date}${month}${year}`);
  }

  override async pick(group: string, answer: string): Promise<void> {
    this.answers += 1;
    await super.pick(group, answer);
  }

  override async tick(label: string): Promise<void> {
    this.answers += 1;
    await super.tick(label);
  }
}

/** Loads the document that the page shows. */
const documentAt = async (page: Page, kind: 'traveller' | 'departure', id: string) =>
  (await (await page.request.get(`/api/declarations/v1/${kind}/declaration/${id}/document`)).json()).model;

test('a visitor alone arrives with at most 40 taps and 120 keys @phone', async ({ page }) => {
  const faults = watch(page);
  const form = await Counted.on(page);
  await page.goto(arrivalHome);
  await form.reach('Residency Details');
  await form.choose('Purpose of travel', 'Visitor');
  await form.find('Flight', 'QG500');
  await form.expectValue('Flight or voyage number', 'QG500');
  await expect(page.getByRole('combobox', { name: /^Entry point/ })).toHaveValue(/^Presidente Nicolau Lobato/);
  await expect(page.getByRole('combobox', { name: /^Country of origin/ })).toHaveValue('Indonesia');
  await form.choose('Arrival date', { index: 1 });
  await form.next();
  await form.reach('Personal Details');
  await form.type('Passport number', aPassport().slice(0, 9));
  await form.find('Nationality', 'port', 'Portugal');
  await form.date('Passport expiry date', '2031-03-27');
  await form.type('Given or first name', 'Maria');
  await form.type('Family or last name', 'da Costa');
  await form.date('Date of birth', '1990-05-17');
  await form.choose('Sex', 'Female');
  await form.type('Occupation', 'Nurse');
  await form.type('Phone number', '351912345678');
  await form.next();
  await form.reach('Other Details');
  await form.choose('Reason for your visit', 'Holiday or tourism');
  await form.type('Length of stay', '10');
  await form.type('Return ticket reference', 'Q7XKPL');
  await form.pick('Type of accommodation', 'Hotel');
  await form.type('Name of the hotel', 'Hotel Timor');
  await form.expectValue('Address in the country', 'Hotel Timor');
  await form.tick('None of these');
  await form.tick('My answers to the declarations are true');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.next();
  await form.reach('Goods Details');
  await form.type('Number of bags', '2');
  await form.pick('Do you have merchandise to declare?', 'No');
  await form.tick('None of these');
  await form.tick('My answers to the questions are true');
  await form.pick('Do you carry more than 5000 USD', 'No');
  await expectAccessible(page);
  await form.next();
  await form.reach('Review & Submit');
  await form.type('Title', 'Ms');
  await form.type('City of birth', 'Lisboa');
  await expect(page.getByRole('combobox', { name: /^Country of birth/ })).toHaveValue('Portugal');
  await form.tick('I declare that the information provided is true and correct');
  await expect(page.getByText('Are these answers right?')).toHaveCount(0);
  const id = await submitArrival(page);
  const counted = await form.counted();
  test.info().annotations.push({ type: 'taps, keys, answers', description: JSON.stringify(counted) });
  expect(counted.taps).toBeLessThanOrEqual(40);
  expect(counted.keys).toBeLessThanOrEqual(120);
  expect(counted.answers).toBeLessThanOrEqual(32);

  const model = await documentAt(page, 'traveller', id);
  expect(model).toMatchObject({
    flightDetails: { code: 'DIL' },
    embarkationPortCode: 'DPS',
    originCode: 'ID',
    birthNationalityCode: 'PT',
    expiryDate: '2031-03-27',
    birthDate: '1990-05-17',
    address: 'Hotel Timor',
  });
  // Each question has its own answer.
  expect([...model.questions, ...model.declarations].map(({ answer }: { answer: string }) => answer)).toEqual(Array(14).fill('NO'));
  faults.expectQuiet();
});

test('answers that contradict one another are asked about, and go on when they are right', async ({ page }) => {
  const form = new Form(page);
  await fillArrival(page, aVisitor());
  await page.getByRole('button', { name: /^Change.*merchandise/ }).click();
  await form.reach('Goods Details');
  await form.tick('Are you bringing meat, fish, fruit');
  await form.tick('Are you bringing cash');
  await expect(page.getByRole('checkbox', { name: 'None of these' })).not.toBeChecked();
  await form.next();
  await form.reach('Review & Submit');
  const panel = page.getByRole('region', { name: 'Are these answers right?' });
  await expect(panel).toContainText('no merchandise to declare, which is the green lane');
  await expect(panel).toContainText('more than 5000 USD in one place');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // Sending opens the panel once, and thereby moves the page: the second click of a double click, which now hits the statement, does not untick it.
  const statement = page.getByRole('checkbox', { name: 'I declare that' });
  await submitButton(page).evaluate(
    (button, box) => {
      for (const [index, element] of [button, box].entries())
        element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: index + 1 }));
    },
    await statement.elementHandle(),
  );
  await expect(page.locator('#doubts')).toBeFocused();
  await expect(statement).toBeChecked();
  await panel.getByRole('button', { name: 'Change: Are you bringing cash' }).click();
  await form.reach('Goods Details');
  await expect(page.getByRole('checkbox', { name: /^Are you bringing cash/ })).toBeFocused();
  await page.keyboard.press('Space');
  await form.next();
  await expect(panel).not.toContainText('5000 USD');
  await chooseLanguage(page, 'Português');
  await expectPortuguese(page);
  await chooseLanguage(page, 'English');
  await panel.getByRole('button', { name: 'These are right' }).click();
  await expect(page.getByText('You said that these answers are right.')).toBeFocused();
  const id = await submitArrival(page);
  // The lane follows the specification, but a traveller who brings food is not told to walk through.
  await expect(page.getByText('first tell an officer what you declared')).toBeVisible();
  const { questions, lane } = await documentAt(page, 'traveller', id);
  expect([lane, questions.filter(({ answer }: { answer: string }) => answer === 'YES').map((q: { id: string }) => q.id)]).toEqual(['GREEN', ['ARR-Q5']]);
});

test('a citizen with a passport of another country is asked about it', async ({ page }) => {
  const form = new Form(page);
  await fillArrival(page, aVisitor({ type: 'Citizen coming home', foreigner: false }));
  const panel = page.getByRole('region', { name: 'Are these answers right?' });
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: /^Change Nationality/ }).click();
  await form.reach('Personal Details');
  await form.find('Nationality', 'holland', 'Netherlands');
  await form.next();
  await form.reach('Review & Submit');
  await expect(panel).toContainText('you are a citizen coming home, and your nationality is another');
  await panel.getByRole('button', { name: /^Change: Nationality/ }).click();
  await form.reach('Personal Details');
  await form.find('Nationality', 'TLS', 'Timor-Leste');
  await form.next();
  await form.reach('Review & Submit');
  await expect(panel).toHaveCount(0);
});

test('a registered arrival on a listed flight is changed to a flight that no list has', async ({ page }) => {
  const form = new Form(page);
  await fillArrival(page, aVisitor());
  const id = await submitArrival(page);
  expect(await documentAt(page, 'traveller', id)).toMatchObject({ flightCode: 'QG500', flightNumber: 'QG500', embarkationPortCode: 'DPS' });
  await page.getByRole('link', { name: 'Change your answers' }).click();
  await expect(page).toHaveURL(/\?id=/);
  await form.reach('Residency Details');
  const port = page.getByRole('combobox', { name: /^Embarkation port/ });
  await expect(port).toHaveValue(/Ngurah Rai/);
  const flight = page.getByRole('combobox', { name: 'Flight', exact: true });
  await flight.fill('SQ461');
  await flight.press('Tab');
  // The airports may belong to the flight that was replaced, so the form asks for them again.
  await expect(page.getByRole('combobox', { name: /^Entry point/ })).toHaveValue('');
  await form.expectValue('Flight or voyage number', 'SQ461');
  await form.next();
  await form.expectErrors('Please Select Entry Point');
  await form.find('Entry point', 'Dili', 'Presidente Nicolau Lobato');
  await expect(port).toHaveValue('');
  await form.next();
  await form.expectErrors('Enter embarkation port');
  await form.find('Embarkation port', 'Singapore', 'Singapore Changi');
  await form.next();
  for (const step of ['Personal Details', 'Other Details', 'Goods Details']) {
    await form.reach(step);
    await form.next();
  }
  await form.reach('Review & Submit');
  await form.tick('I declare that the information provided is true and correct');
  await page.getByRole('button', { name: /^(Save|Update|Submit)/ }).click();
  await expect(page).toHaveURL(/\/qr\//);
  const { version, ...model } = await documentAt(page, 'traveller', id);
  expect(model).toMatchObject({ flightCode: 'SQ461', flightNumber: 'SQ461', embarkationPortCode: 'SIN', flightDetails: { code: 'DIL' } });
  expect(version).toBeGreaterThan(0);
});

test('a citizen walks over the border to an own home', async ({ page }) => {
  const form = new Form(page);
  const passport = aPassport();
  await fillArrival(page, aVisitor({ type: 'Citizen coming home', foreigner: false, passport }));
  await page.getByRole('button', { name: /^Change Entry point/ }).click();
  await form.reach('Residency Details');
  await form.find('Entry point', 'Batugade');
  await expect(page.getByRole('combobox', { name: /^Flight$/ })).toHaveCount(0);
  await form.find('Number plate, or on foot', 'on foot', 'On foot');
  await expectAccessible(page);
  await form.next();
  await form.reach('Review & Submit');
  await page.getByRole('button', { name: /^Change Type of accommodation/ }).click();
  await form.reach('Other Details');
  await form.pick('Type of accommodation', 'My own home');
  await expect(page.getByRole('textbox', { name: /^Name of your contact/ })).toHaveCount(0);
  await form.choose('Municipality', { index: 5 });
  await form.choose('Administrative post', { index: 1 });
  await form.type('Village', 'Becora');
  await form.type('Hamlet', 'Au-Hun');
  await expectAccessible(page);
  await form.next();
  await form.reach('Review & Submit');
  await expect(page.getByText('My own home', { exact: true })).toBeAttached();
  const id = await submitArrival(page);
  expect(await documentAt(page, 'traveller', id)).toMatchObject({
    flightNumber: 'ON FOOT',
    flightDetails: { code: 'BTG' },
    accommodationType: 'FFA',
    contactDetails: { name: 'MARIA DA COSTA', identity: passport, phone: '351912345678' },
    addressDetails: { village: 'Becora' },
  });
  // When the answers are changed later, the address is shown as the traveller's own home again.
  await page.getByRole('link', { name: 'Change your answers' }).click();
  await form.next();
  await form.next();
  await form.reach('Other Details');
  await expect(page.getByRole('radio', { name: 'My own home' })).toBeChecked();
});

test('a passenger of a cruise names the ship', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await form.find('Entry point', 'Port of Dili');
  await form.type('Ship or voyage number', 'Pacific Explorer');
  await expect(page.getByRole('textbox', { name: /^Ship or voyage number/ })).toHaveValue('PACIFIC EXPLORER');
  await expect(page.getByRole('combobox', { name: /^Embarkation port/ })).toHaveCount(0);
  await form.choose('Purpose of travel', 'Visitor');
  await form.find('Country of origin', 'Australia');
  await form.choose('Arrival date', { index: 1 });
  await form.next();
  await form.reach('Personal Details');
});

const contact = { emailAddress: 'rita@example.org', phoneNumber: '351912345678' };

/** Expects the answers that a departure takes over from the arrival, and an empty journey. */
async function expectTakenOver(page: Page, passport: string): Promise<void> {
  const form = new Form(page);
  await expect(page.getByText('Filled in from your arrival declaration')).toBeVisible();
  await form.expectValue('Passport number', passport);
  await form.expectValue('Given or first name', 'RITA');
  await form.expectValue('Occupation', 'PILOT');
  await form.expectValue('Flight or voyage number', '');
  await expect(page.getByLabel(/^Departure date/)).toHaveValue('');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
}

test('a departure takes over who travels from the page with the code', async ({ page }) => {
  const passport = aPassport();
  const { id } = await register(page, 'arrival', { travellerCode: passport, ...contact });
  await page.goto(`${arrivalHome}/qr/${id}`);
  await page.getByRole('link', { name: 'Declare your departure with these details' }).click();
  await expect(page).toHaveURL(departureHome);
  await expectTakenOver(page, passport);
  const form = new Form(page);
  await form.expectValue('Email address', contact.emailAddress);
  await form.expectValue('Phone number', contact.phoneNumber);
  await expectAccessible(page);
  await chooseLanguage(page, 'Português');
  await expectPortuguese(page);
  await chooseLanguage(page, 'English');
  // The answers taken over are a draft like any other: the draft is kept, and after its deletion the answers are not filled in again.
  await form.type('Occupation', 'Teacher');
  await draftWritten(page);
  await page.reload();
  await form.expectValue('Given or first name', 'RITA');
  await form.expectValue('Occupation', 'TEACHER');
});

test('a stranger who finds an arrival takes over no contact data', async ({ page, browser }) => {
  const passport = aPassport();
  await register(page, 'arrival', { travellerCode: passport, birthDate: '1990-05-17', ...contact });
  const elsewhere = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  const form = new Form(elsewhere);
  await elsewhere.goto(departureHome);
  await elsewhere.getByRole('button', { name: 'Fill in from an earlier trip' }).click();
  await elsewhere.getByRole('link', { name: 'Find your arrival declaration, to take over its details' }).click();
  await form.type('Passport number', passport);
  await form.date('Date of birth', '1990-05-17');
  await form.find('Nationality', 'Portugal');
  await elsewhere.getByRole('button', { name: 'Search' }).click();
  const loaded = elsewhere.waitForResponse(/\/v1\/traveller\/declaration\/k\.[^/]+\/document$/);
  await elsewhere.getByRole('link', { name: /^Declare your departure with these details/ }).click();
  const { model } = await (await loaded).json();
  expect([model.emailAddress, model.phoneNumber, model.address]).toEqual([undefined, undefined, undefined]);
  await expectTakenOver(elsewhere, passport);
  await form.expectValue('Email address', '');
  await form.expectValue('Phone number', '');
  // The key is removed from the address.
  expect(elsewhere.url()).not.toContain('k.');
  await elsewhere.context().close();
});

test('a departure takes over who travels from the applications of the account', async ({ page }) => {
  await signIn(page, 'applicant', '/my');
  const passport = aPassport();
  const { reference } = await register(page, 'arrival', { travellerCode: passport, ...contact });
  await page.goto('/my');
  await page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: reference })
    .getByRole('link', { name: /^Declare your departure with these details/ })
    .click();
  await expectTakenOver(page, passport);
});

test('a departure that holds another person asks before it takes over who travels, and never mixes two persons', async ({ page }) => {
  const [child, mother] = [aPassport(), aPassport()];
  const ofChild = await register(page, 'arrival', { travellerCode: child, emailAddress: 'child@example.org' });
  const ofMother = await register(page, 'arrival', { travellerCode: mother, ...contact });
  const departFrom = async ({ id }: { id: string }) => {
    await page.goto(`${arrivalHome}/qr/${id}`);
    await page.getByRole('link', { name: 'Declare your departure with these details' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'The form holds the answers of another person' });
  const form = new Form(page);
  await departFrom(ofChild);
  await expectTakenOver(page, child);
  await draftWritten(page);
  await departFrom(ofMother);
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await form.expectValue('Passport number', child);
  await form.expectValue('Email address', 'child@example.org');
  await departFrom(ofMother);
  await question.getByRole('button', { name: 'Replace' }).click();
  await expectTakenOver(page, mother);
  await form.expectValue('Email address', contact.emailAddress);
});

test('an arrival that may no longer be read is said, and the departure is filled in by hand', async ({ page }) => {
  const { id } = await register(page, 'arrival');
  await page.goto(`${arrivalHome}/qr/${id}`);
  // The page with the code could still read the arrival; a moment later, the form no longer may.
  const link = page.getByRole('link', { name: 'Declare your departure with these details' });
  await expect(link).toBeVisible();
  await page.route(`**/v1/traveller/declaration/${id}/document`, (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: '{"status":404}' }),
  );
  await link.click();
  await expect(page.getByText('could not be read, so nothing is filled in')).toBeVisible();
  await answerDeparture(new Form(page), aPassport());
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText(/^DEP-\d{4}-\d{7}$/)).toBeVisible();
});

test('a departure compares its answers too', async ({ page }) => {
  await page.goto(departureHome);
  const form = new Form(page);
  await answerDeparture(form, aPassport());
  await form.pick('Do you carry more than 5000 USD', 'Yes');
  await form.find('Currency', 'USD', 'US Dollar');
  await form.type('Amount of money', '300');
  await expect(page.getByRole('region', { name: 'Are these answers right?' })).toContainText('the amount is not more than that');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'These are right' }).click();
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText(/^DEP-\d{4}-\d{7}$/)).toBeVisible();
});
