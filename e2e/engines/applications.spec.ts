import { writeFileSync } from 'node:fs';
import { aHolder, answerLicence, licenceHome } from '../answers/licence.ts';
import { answerTrip, aPlate, tripHome } from '../answers/trip.ts';
import { aPhoto } from '../journeys/licences/holders.ts';
import { expect, test } from './support/test.ts';

test('a licence is applied for, with a photo and a typed signature', async ({ person }, info) => {
  const holder = aHolder();
  const photo = info.outputPath(aPhoto.name);
  writeFileSync(photo, aPhoto.buffer);
  await person.open(licenceHome);
  await answerLicence(person, holder, async () => {
    await person.upload('Photo', photo);
    await person.press('Use this photo');
    await person.picture('Photo of the holder');
  });
  await person.type('Type your name instead', holder.name);
  await person.press('Use this signature');
  await person.picture('Signature');
  await person.press('Submit application');
  await person.reach('Application submitted');
  const reference = await person.read(/MEDIB-\d{4}-\d{7}/);
  await person.picture('QR code');
  await person.press('Download the form');
  expect((await person.downloaded(/^form.*\.pdf$/)).content).toMatch(/^%PDF-/);

  await person.follow('See your application');
  await person.sees(reference, 'MARIA DA SILVA');
  await person.picture('Photo of the holder');
  await person.expectNoSidewaysScroll();
});

test('a vehicle is registered for a trip, and its validity is shown', async ({ person }) => {
  const plate = aPlate();
  await person.open(tripHome.E);
  await person.reach('Take a vehicle out of the country');
  await answerTrip(person, 'E', plate);
  await person.expectNoSidewaysScroll();
  await person.press('Register');
  await person.expectPath(/\/eservice\/triptic\/trip\/inqr\/[\w-]+$/);
  const reference = await person.read(/TIB\w-\d{4}-\d{7}/);
  await person.open('/eservice/triptic/validity');
  await person.type('Reference', reference);
  await person.type('Vehicle number', plate);
  await person.press('Check');
  await person.sees('Trip is Pending');
});
