import { expect, type Page, test } from '@playwright/test';
import { answerArrival, answerGoods, answerOther, answerPersonal, answerResidency, answerReview } from '../../answers/arrival.ts';
import { aCompanion, answerPerson } from '../../answers/companions.ts';
import { answerDeparture, departureHome } from '../../answers/departure.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { TapCountingForm } from '../../support/tap-counting-form.ts';
import { watch } from '../../support/watch.ts';
import { aPassport, arrivalHome, aVisitor, dayFrom, fillArrival, passportEnd, submitArrival } from './travellers.ts';

const nobody = 'None of us has anything to declare';
const add = 'Add a person';
const person = (page: Page, name: string) => page.locator('.portal-people__row', { hasText: name });

/**
 * Submits a form with several persons.
 * @returns the id of the group
 */
async function submitGroup(page: Page, button = 'Submit declaration'): Promise<string> {
  await page.getByRole('button', { name: button }).click();
  await expect(page).toHaveURL(/\/declaration\/group\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Group registered' })).toBeVisible();
  return page.url().split('/').pop() as string;
}

/** Fills in an arrival for two persons with nothing to declare, up to the page of the second person. */
async function answerForTwo(page: Page, thumb: TapCountingForm): Promise<void> {
  await fillArrival(page, aVisitor());
  await thumb.press(add);
  await answerPerson(thumb, aCompanion());
  await thumb.tick(nobody);
}

/**
 * Registers an arrival of two persons.
 * @returns the id of the group
 */
async function registerTwo(page: Page, thumb: TapCountingForm): Promise<string> {
  await answerForTwo(page, thumb);
  await thumb.press('Save this person');
  return submitGroup(page);
}

const groupAt = async (page: Page, id: string, kind = 'traveller') =>
  (await (await page.request.get(`/api/declarations/v1/${kind}/declaration/group/${id}/document`)).json()).model;
const memberAt = async (page: Page, id: string, kind = 'traveller') =>
  (await (await page.request.get(`/api/declarations/v1/${kind}/declaration/${id}/document`)).json()).model;

test('a family of four with a baby arrives with one code, in at most 120 taps @phone', async ({ page }) => {
  const faults = watch(page);
  const thumb = new TapCountingForm(page);
  await page.goto(arrivalHome);
  await answerArrival(thumb, aVisitor());
  await expectAccessible(page);
  await thumb.press(add);
  await thumb.reach('Person 2 of 2');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await answerPerson(thumb, aCompanion());
  await thumb.tick(nobody);
  await thumb.press('Save and add another');
  await thumb.reach('Person 3 of 3');
  await answerPerson(thumb, aCompanion({ firstName: 'Ana', born: dayFrom(-3_000), sex: 'Female', occupation: 'Pupil' }));
  await expect(page.getByLabel(/^Who answers the questions for this child/)).toHaveValue('0');
  await expectAccessible(page);
  await thumb.press('Save and add another');
  await thumb.reach('Person 4 of 4');
  await answerPerson(thumb, aCompanion({ firstName: 'Rui', born: dayFrom(-120), occupation: 'Baby' }));
  await thumb.press('Save this person');
  await thumb.reach('Review & Submit');
  await expect(page.locator('.portal-people__row')).toHaveCount(3);
  await expect(person(page, 'RUI DA COSTA')).toContainText('Complete');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  thumb.taps += 1;
  const id = await submitGroup(page);
  expect(thumb.taps).toBeLessThanOrEqual(120);
  test.info().annotations.push({ type: 'taps', description: String(thumb.taps) });

  await expect(page.getByText(/^GRP-\d{4}-\d{7}$/)).toBeVisible();
  await expect(page.getByText('Persons: 4 · QG500')).toBeVisible();
  await expect(page.getByText('Green lane')).toHaveCount(4);
  await expect(page.getByText('Answered for by MARIA DA COSTA')).toHaveCount(2);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const { members } = await groupAt(page, id);
  const models = await Promise.all(members.map((member: { id: string }) => memberAt(page, member.id)));
  expect(models.map(({ firstName, flightNumber, address, hasMerchandise }) => [firstName, flightNumber, address, hasMerchandise])).toEqual(
    ['MARIA', 'JOÃO', 'ANA', 'RUI'].map((name) => [name, 'QG500', 'Avenida dos Mártires, Dili', 'NO']),
  );
  expect(new Set(models.map(({ travellerCode }) => travellerCode)).size).toBe(4);
  faults.expectQuiet();
});

test('the code of a group stands in the upper part of a phone, for download, and leads to each own code @phone', async ({ page, viewport }) => {
  const thumb = new TapCountingForm(page);
  const id = await registerTwo(page, thumb);
  const code = page.getByRole('img', { name: /^QR code for GRP-/ });
  await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  if ((viewport?.width ?? 0) < 400) expect((await code.boundingBox())?.y).toBeLessThanOrEqual(200);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^GRP-\d{4}-\d{7}\.pdf$/);
  await page.getByRole('link', { name: 'Own code JOÃO DA COSTA' }).click();
  await expect(page.getByRole('img', { name: /^QR code for ARR-/ })).toBeVisible();
  await page.getByRole('link', { name: 'Show the code of your group' }).click();
  await expect(page).toHaveURL(`${arrivalHome}/group/${id}`);
  await expect(page.getByText(/^GRP-\d{4}-\d{7}$/)).toBeVisible();
});

test('until an officer has dealt with them, persons are added to a registered group and taken out', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  const id = await registerTwo(page, thumb);
  await page.getByRole('button', { name: add }).click();
  await thumb.reach(add);
  await expectAccessible(page);
  await answerPerson(thumb, aCompanion({ firstName: 'Ana', born: dayFrom(-2_500), sex: 'Female' }));
  // Typed answers are kept when the page is reloaded.
  await draftWritten(page);
  await page.reload();
  await expect(thumb.field('Given or first name')).toHaveValue('ANA');
  await thumb.tick(nobody);
  await page.getByRole('button', { name: 'Register this person' }).click();
  await thumb.reach('Group registered');
  await expect(page.locator('.portal-people__row')).toHaveCount(3);
  await expect(person(page, 'ANA DA COSTA')).toContainText('Answered for by MARIA DA COSTA');

  // Only adults are offered as the person who answers for a child.
  await page.getByRole('button', { name: add }).click();
  await thumb.reach(add);
  await thumb.date('Date of birth', dayFrom(-400));
  const answering = page.getByLabel(/^Who answers the questions for this child/).locator('option');
  await expect(answering.filter({ hasText: 'MARIA DA COSTA' })).toHaveCount(1);
  await expect(answering.filter({ hasText: 'ANA DA COSTA' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await thumb.reach('Group registered');

  const [, second] = (await groupAt(page, id)).members;
  await page.getByRole('button', { name: 'Take out JOÃO DA COSTA' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('The declaration stays valid with its own code');
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click();
  await expect(page.locator('.portal-people__row')).toHaveCount(2);
  expect((await groupAt(page, id)).members.map(({ name }: { name: string }) => name)).toEqual(['MARIA DA COSTA', 'ANA DA COSTA']);
  expect(await memberAt(page, second.id)).toMatchObject({ documentStatus: 'CREATED', firstName: 'JOÃO' });
  expect((await memberAt(page, second.id)).groupId).toBeUndefined();
});

test('answers of an added person that contradict one another are asked about before the person is registered', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  const id = await registerTwo(page, thumb);
  await page.getByRole('button', { name: add }).click();
  await thumb.reach(add);
  await answerPerson(thumb, aCompanion({ firstName: 'Luís' }));
  await thumb.pick('Do you have merchandise to declare?', 'No');
  await thumb.answerAll('Declarations', 'No');
  await thumb.tick('My answers to the declarations are true');
  await thumb.tick('Are you bringing cash');
  await thumb.tick('My answers to the questions are true');
  await thumb.pick('Do you carry more than 5000 USD', 'No');
  const panel = page.getByRole('region', { name: 'Are these answers right?' });
  await expect(panel).toContainText('more than 5000 USD in one place');
  await expectAccessible(page);
  const registers = page.getByRole('button', { name: 'Register this person' });
  await registers.click();
  await expect(page.locator('#doubts')).toBeFocused();
  expect((await groupAt(page, id)).members).toHaveLength(2);
  await panel.getByRole('button', { name: 'These are right' }).click();
  await expect(page.getByText('You said that these answers are right.')).toBeFocused();
  await registers.click();
  await thumb.reach('Group registered');
  await expect(page.locator('.portal-people__row')).toHaveCount(3);
});

test('a group that changes while somebody is added takes the person, and a child keeps the adult who answers', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  const id = await registerTwo(page, thumb);
  await page.getByRole('button', { name: add }).click();
  await thumb.reach(add);
  await answerPerson(thumb, aCompanion({ firstName: 'Ana', born: dayFrom(-2_500), sex: 'Female' }));
  await page.getByLabel(/^Who answers the questions for this child/).selectOption({ label: 'JOÃO DA COSTA' });
  await thumb.pick('Do you have merchandise to declare?', 'No');
  await thumb.pick('Do you carry more than 5000 USD', 'No');
  await draftWritten(page);

  // The first person leaves the group in another window, so that the positions of all others change.
  const { version, members } = await groupAt(page, id);
  const left = await page.request.post(`/api/declarations/v1/traveller/declaration/group/${id}/actions/leave`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: { version, members: [members[0].id] },
  });
  expect(left.status()).toBe(200);
  await page.getByRole('button', { name: 'Register this person' }).click();
  await thumb.reach('Group registered');
  await expect(person(page, 'ANA DA COSTA')).toContainText('Answered for by JOÃO DA COSTA');

  // Answers that are typed while another person is being added are kept over a reload.
  await page.getByRole('button', { name: add }).click();
  await thumb.reach(add);
  await thumb.type('Given or first name', 'Rui');
  await draftWritten(page);
  const changed = await groupAt(page, id);
  await page.request.post(`/api/declarations/v1/traveller/declaration/group/${id}/actions/leave`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    data: { version: changed.version, members: [changed.members[1].id] },
  });
  await page.reload();
  await expect(thumb.field('Given or first name')).toHaveValue('RUI');
});

test('a child is registered whose questions are answered on the own page, with goods in the red lane', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  await fillArrival(page, aVisitor());
  await thumb.press(add);
  await answerPerson(thumb, aCompanion({ firstName: 'Ana', born: dayFrom(-2_500), sex: 'Female' }));
  await page.getByLabel(/^Who answers the questions for this child/).selectOption({ label: 'Answer for the child here' });
  await thumb.pick('Do you have merchandise to declare?', 'Yes');
  await thumb.type('Description of the goods', 'Batik');
  await thumb.type('Quantity', '40');
  await thumb.answerAll('Declarations', 'No');
  await thumb.tick('My answers to the declarations are true');
  await thumb.tick('Are you bringing goods for sale');
  await thumb.tick('My answers to the questions are true');
  await thumb.pick('Do you carry more than 5000 USD', 'No');
  await thumb.press('Save this person');
  await thumb.reach('Review & Submit');
  const id = await submitGroup(page);
  const [mother, child] = (await groupAt(page, id)).members;
  expect([mother.lane, child.lane, child.answeredBy]).toEqual(['GREEN', 'RED', undefined]);
});

test('whoever was taken out stays out when the page of the group, asked for before, comes late', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  let letThrough: () => void = () => undefined;
  const taken = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const late: Promise<void>[] = [];
  await page.route('**/v1/traveller/declaration/group/*/document', async (route) => {
    const response = await route.fetch();
    late.push(taken.then(() => route.fulfill({ response })));
  });
  await registerTwo(page, thumb);
  await expect.poll(() => late.length).toBe(1);
  await page.getByRole('button', { name: 'Take out JOÃO DA COSTA' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click();
  await expect(page.locator('.portal-people__row')).toHaveCount(1);
  letThrough();
  // The call was either cancelled by the browser, or its response is drawn now.
  await Promise.allSettled(late);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(page.locator('.portal-people__row')).toHaveCount(1);
});

test('ten persons in a minibus come by land in at most four minutes, and one with merchandise goes through the red lane', async ({ page }) => {
  const begun = Date.now();
  const thumb = new TapCountingForm(page);
  await page.goto(arrivalHome);
  await thumb.choose('Purpose of travel', 'Visitor');
  await thumb.find('Country of origin', 'Indonesia');
  await thumb.find('Entry point', 'Batugade');
  await page.getByRole('combobox', { name: /^Number plate, or on foot/ }).fill('Minibus B 1234');
  thumb.taps += 1;
  await thumb.choose('Arrival date', { index: 1 });
  await thumb.next();
  await answerPersonal(thumb, aVisitor());
  await thumb.next();
  await answerOther(thumb, aVisitor());
  await thumb.next();
  await answerGoods(thumb, aVisitor());
  await thumb.next();
  await answerReview(thumb);
  await thumb.press(add);
  for (let place = 2; place <= 10; place += 1) {
    await thumb.reach(`Person ${place} of ${place}`);
    await answerPerson(thumb, aCompanion({ firstName: `Person ${'ABCDEFGHIJK'[place]}`, lastName: 'Soares', nationality: 'Indonesia' }));
    if (place === 2) await thumb.tick(nobody);
    if (place === 4) {
      await thumb.tick('Answer separately for this person');
      await thumb.pick('Do you have merchandise to declare?', 'Yes');
      await thumb.type('Description of the goods', 'Coffee machines');
      await thumb.type('Quantity', '3');
      await thumb.answerAll('Declarations', 'No');
      await thumb.tick('My answers to the declarations are true');
      await thumb.tick('Are you bringing goods for sale');
      await thumb.tick('My answers to the questions are true');
      await thumb.pick('Do you carry more than 5000 USD', 'No');
    }
    await thumb.press(place === 10 ? 'Save this person' : 'Save and add another');
  }
  await thumb.reach('Review & Submit');
  const id = await submitGroup(page);
  const seconds = Math.round((Date.now() - begun) / 1000);
  test.info().annotations.push({ type: 'taps and seconds', description: `${thumb.taps}, ${seconds}` });
  expect(seconds).toBeLessThanOrEqual(240);
  const { members } = await groupAt(page, id);
  expect(members.map(({ lane }: { lane: string }) => lane)).toEqual(['GREEN', 'GREEN', 'GREEN', 'RED', ...Array(6).fill('GREEN')]);
  await expect(page.getByText('Red lane')).toHaveCount(1);
  await expect(page.getByText('Green lane')).toHaveCount(9);
});

test('a couple of different nationalities: a citizen coming home and a visitor with goods, each in an own lane', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  await page.goto(arrivalHome);
  await answerArrival(thumb, aVisitor({ type: 'Citizen coming home', foreigner: false }));
  await thumb.press(add);
  await answerPerson(thumb, aCompanion({ firstName: 'Budi', lastName: 'Santoso', nationality: 'Indonesia' }));
  // Because the first person is a citizen, the questions about the visit appear only after this person's purpose of travel is set to visitor.
  await expect(page.getByLabel(/^Reason for the visit/)).toHaveCount(0);
  await thumb.choose('Purpose of travel', 'Visitor');
  await thumb.choose('Reason for the visit', 'Visiting family or friends');
  await thumb.type('Length of stay', '20');
  await thumb.date('Departure date', dayFrom(20));
  await thumb.type('Return ticket reference', 'TKT-43');
  await thumb.answerAll('Declarations', 'No');
  await thumb.tick('My answers to the declarations are true');
  await thumb.pick('Do you have merchandise to declare?', 'Yes');
  await thumb.type('Description of the goods', 'Batik');
  await thumb.type('Quantity', '40');
  await thumb.tick('Are you bringing goods for sale');
  await thumb.tick('My answers to the questions are true');
  await thumb.pick('Do you carry more than 5000 USD', 'No');
  await thumb.press('Save this person');
  await thumb.reach('Review & Submit');
  await expect(page.getByText('BUDI SANTOSO').first()).toBeVisible();
  const id = await submitGroup(page);
  const { members } = await groupAt(page, id);
  const [citizen, visitor] = await Promise.all(members.map((member: { id: string }) => memberAt(page, member.id)));
  expect([citizen.lane, citizen.nationalityCode, citizen.typeDetails.foreigner, citizen.reason ?? '']).toEqual(['GREEN', 'TL', false, '']);
  expect([visitor.lane, visitor.nationalityCode, visitor.typeDetails.foreigner, visitor.returnTicket]).toEqual(['RED', 'ID', true, 'TKT-43']);
});

test('an error names the person and the field, and leads there', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  await fillArrival(page, aVisitor());
  await thumb.press(add);
  await thumb.press('Save this person');
  await thumb.expectErrors(
    'Enter passport number',
    'Enter date of birth',
    'Say whether you have merchandise to declare',
    'Confirm that your answers to the questions are true',
  );
  await expectAccessible(page);
  await answerPerson(thumb, aCompanion());
  await thumb.tick(nobody);
  await thumb.date('Passport expiry date', '2001-01-01');
  // Back keeps the typed answers; the list shows that an answer is wrong.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(person(page, 'JOÃO DA COSTA')).toContainText('1 answer to give or correct');
  await page.getByRole('button', { name: 'Submit declaration' }).click();
  await thumb.expectErrors('JOÃO DA COSTA: Passport expiry date must not be before the day of travel');
  await expectAccessible(page);
  await page.getByTestId('error-summary').getByRole('link').click();
  await expect(person(page, 'JOÃO DA COSTA').getByRole('button', { name: /Passport expiry date/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await thumb.reach('Person 2 of 2');
  await expect(page.getByRole('group', { name: /^Passport expiry date/ }).getByLabel('Day')).toBeFocused();
  await thumb.date('Passport expiry date', passportEnd());
  await thumb.press('Save this person');
  await submitGroup(page);
});

test('an error that only the service finds names the person too', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  await answerForTwo(page, thumb);
  await thumb.press('Save this person');
  await page.route('**/v1/traveller/declaration/group', async (route) => {
    const body = route.request().postDataJSON();
    body.travellers[1].nationalityCode = 'XX';
    body.shared.originCode = 'XX';
    await route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByRole('button', { name: 'Submit declaration' }).click();
  // An error in an answer that all persons share is listed once, on the step where the answer was typed.
  await thumb.reach('Residency Details');
  const lines = page.getByTestId('error-summary').getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.filter({ hasText: 'JOÃO DA COSTA:' })).toHaveCount(1);
});

test('persons are kept while they are typed, after a reload and in a second tab', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  await answerForTwo(page, thumb);
  await thumb.press('Save and add another');
  await thumb.reach('Person 3 of 3');
  await thumb.type('Given or first name', 'Ana');
  await draftWritten(page);
  await page.reload();
  await thumb.reach('Person 3 of 3');
  await expect(thumb.field('Given or first name')).toHaveValue('ANA');

  const other = await page.context().newPage();
  await other.goto(`${arrivalHome}?step=5&person=3`);
  await other.getByRole('button', { name: 'Continue here' }).click();
  const there = new Form(other);
  await expect(there.field('Given or first name')).toHaveValue('ANA');
  await there.type('Family or last name', 'Soares');
  await draftWritten(other);
  await other.getByRole('button', { name: 'Back' }).click();
  await expect(person(other, 'ANA SOARES')).toBeVisible();
  await expect(person(other, 'JOÃO DA COSTA')).toBeVisible();
  await other.close();

  await expect(thumb.field('Family or last name')).toHaveValue('SOARES');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Remove ANA SOARES' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.locator('.portal-people__row')).toHaveCount(1);
  await expect(page.locator('#companions [tabindex="-1"]')).toBeFocused();
  await draftWritten(page);
  await page.reload();
  await expect(page.locator('.portal-people__row')).toHaveCount(1);
  // The address of a person who does not exist leads to the list.
  await page.goto(`${arrivalHome}?step=5&person=7`);
  await thumb.reach('Review & Submit');
});

test('whoever was added by mistake is removed, and one alone registers as ever', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  await fillArrival(page, aVisitor());
  await thumb.press(add);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.locator('.portal-people__row')).toHaveCount(0);
  await submitArrival(page);
});

test('two persons depart together: the journey is typed once', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  await page.goto(departureHome);
  await answerDeparture(thumb, aPassport());
  await thumb.press(add);
  await thumb.reach('Person 2 of 2');
  await expectAccessible(page);
  await answerPerson(thumb, aCompanion({ firstName: 'Ana', sex: 'Female' }), 'departure');
  await thumb.answerAll('Questions', 'No');
  await thumb.pick('Do you carry more than 5000 USD', 'No');
  await thumb.press('Save this person');
  await expect(person(page, 'ANA SOARES')).toContainText('Complete');
  const id = await submitGroup(page, 'Register');
  await expect(page.getByText('Persons: 2 · QG501')).toBeVisible();
  const { members } = await groupAt(page, id, 'departure');
  const [first, second] = await Promise.all(members.map((member: { id: string }) => memberAt(page, member.id, 'departure')));
  expect([second.flightNumber, second.destinationCode, second.departureDate]).toEqual([first.flightNumber, first.destinationCode, first.departureDate]);
  expect([second.firstName, second.questions.every(({ declined }: { declined: boolean }) => declined)]).toEqual(['ANA', true]);
});

test('a person is added, taken out and the group registered with the keyboard alone', async ({ page }) => {
  await fillArrival(page, aVisitor());
  const keys = new Keyboard(page);
  await keys.go(add);
  await expect(page.getByRole('heading', { level: 1, name: 'Person 2 of 2' })).toBeFocused();
  await keys.answer('Passport number', aPassport());
  await keys.to('Nationality');
  await keys.combobox('Portugal');
  await keys.day('1', '6', '2031');
  await keys.answer('Given or first name', 'João');
  await keys.answer('Family or last name', 'Soares');
  await keys.day('9', '3', '1988');
  await keys.select('Sex', 'Male');
  await keys.answer('Occupation', 'Teacher');
  await keys.answer('Title', 'Mr');
  await keys.answer('City of birth', 'Lisboa');
  await keys.to(nobody);
  await page.keyboard.press('Space');
  await keys.press('Save this person');
  await expect(page.locator('#companions [tabindex="-1"]')).toBeFocused();
  await keys.press('Submit declaration');
  await expect(page.getByRole('heading', { level: 1, name: 'Group registered' })).toBeFocused();
  await keys.go('Take out JOÃO SOARES');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await keys.go('Take out');
  await expect(page.locator('.portal-people__row')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Each with a declaration of their own' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'JOÃO SOARES is no longer in the group' })).toBeVisible();
});

test('a deployment that reads the sections in three steps asks who travels along on the last one', async ({ page }) => {
  const thumb = new TapCountingForm(page);
  await page.route('**/v1/traveller/declaration/info', async (route) => {
    const response = await route.fetch();
    const envelope = await response.json();
    await route.fulfill({ response, json: { ...envelope, model: { ...envelope.model, arrivalWizard: 'three' } } });
  });
  await page.goto(arrivalHome);
  await thumb.reach('Entry & flight details');
  await answerResidency(thumb, aVisitor());
  await thumb.next();
  await thumb.reach('Passport/personal/contact details');
  await answerPersonal(thumb, aVisitor());
  await thumb.next();
  await thumb.reach('Review, other details and goods');
  await answerOther(thumb, aVisitor());
  await answerGoods(thumb, aVisitor());
  await answerReview(thumb);
  await thumb.press(add);
  await answerPerson(thumb, aCompanion());
  await thumb.tick(nobody);
  await thumb.press('Save this person');
  await thumb.reach('Review, other details and goods');
  await expect(person(page, 'JOÃO DA COSTA')).toContainText('Complete');
  await submitGroup(page);
});
