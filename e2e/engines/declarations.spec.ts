import { answerArrival, arrivalHome, aVisitor } from '../answers/arrival.ts';
import { answerDeparture, departureHome } from '../answers/departure.ts';
import { aPassport } from '../answers/values.ts';
import { expect, test } from './support/test.ts';

test('an arrival is declared from the home page to the code, and found again', async ({ person }) => {
  const traveller = aVisitor({ merchandise: 'Yes' });
  await person.open('/');
  await person.reach('Crossing the border, or working here?');
  await person.follow('Arriving');
  await answerArrival(person, traveller);
  await person.pressTwice('Submit declaration');
  await person.expectPath(/\/eservice\/traveller\/declaration\/qr\/[\w-]+$/);
  await person.sees('Red lane', 'MARIA DA COSTA', 'Your QR Code For Scanning');
  const reference = await person.read(/ARR-\d{4}-\d{7}/);
  await person.picture('QR code for ARR-');
  await person.expectNoSidewaysScroll();
  await person.press('Download');
  const form = await person.downloaded(new RegExp(`^${reference}.*\\.pdf$`));
  expect(form.content).toMatch(/^%PDF-/);

  await person.open(`${arrivalHome}/search`);
  await person.reach('Find your arrival declaration');
  await person.type('Passport number', traveller.passport);
  await person.date('Date of birth', '1990-05-17');
  await person.find('Nationality', 'Portugal');
  await person.press('Search');
  await person.follow('Show the QR code');
  // The button was pressed twice, but only one declaration was registered.
  await person.sees('Red lane', reference);
  await person.picture('QR code for ARR-');
});

test('a departure is registered', async ({ person }) => {
  await person.open(departureHome);
  await person.reach('Departure declaration');
  await answerDeparture(person, aPassport());
  await person.expectNoSidewaysScroll();
  await person.press('Register');
  await person.read(/DEP-\d{4}-\d{7}/);
  await person.picture('QR code for DEP-');
  await person.expectNoSidewaysScroll();
});

test('errors are shown at their fields, and lead there', async ({ person }) => {
  await person.open(arrivalHome);
  await person.reach('Residency Details');
  await person.next();
  await person.sees('There is a problem', 'Please Select Traveler Type');
  await person.follow('Enter country of origin');
  await person.keyboard('Portu');
  await person.option('Portugal');
  await person.expectNoSidewaysScroll();
});

test('answers are kept when the page is loaded again', async ({ person }) => {
  await person.open(arrivalHome);
  await person.reach('Residency Details');
  await person.find('Country of origin', 'Portugal');
  await person.type('Flight or voyage number', 'QG 77');
  await person.draftWritten();
  await person.driver.reload();
  await person.expectValue('Flight or voyage number', 'QG 77');
});

test('the page is read in the other language, and stays in it', async ({ person }) => {
  await person.open('/');
  await person.press('Language: English');
  await person.press('Português');
  await person.reach('Vai passar a fronteira ou trabalhar cá?');
  await person.follow('Partir');
  await person.reach('Declaração de partida');
  await person.driver.reload();
  await person.reach('Declaração de partida');
  await person.driver.back();
  await person.reach('Vai passar a fronteira ou trabalhar cá?');
  await person.press('Idioma: Português');
  await person.press('English');
  await person.reach('Crossing the border, or working here?');
});

test.describe('without script', () => {
  test.use({ script: false });

  test('an arrival is declared', async ({ person }) => {
    await person.open(`${arrivalHome}`);
    await person.sees('Residency Details');
    await person.open(`${arrivalHome}/plain`);
    await person.reach('Arrival declaration');
    await person.onOnePage(answerArrival, aVisitor(), { 'Embarkation port': 'DPS' });
    await person.type('Occupation', '');
    await person.press('Submit declaration');
    await person.sees('There is a problem', 'Enter occupation');
    await person.expectNoSidewaysScroll();
    await person.type('Occupation', 'Nurse');
    await person.press('Submit declaration');
    await person.reach('Declaration registered');
    await person.read(/ARR-\d{4}-\d{7}/);
    await person.picture('QR code for ARR-');
  });

  test('a departure is declared', async ({ person }) => {
    await person.open(`${departureHome}/plain`);
    await person.reach('Departure declaration');
    await person.onOnePage(answerDeparture, aPassport(), { 'Port of disembarkation': 'DPS' });
    await person.press('Register');
    await person.reach('Departure registered');
    await person.read(/DEP-\d{4}-\d{7}/);
    await person.picture('QR code for DEP-');
  });
});
