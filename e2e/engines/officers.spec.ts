import { aPassport, dayFrom } from '../answers/values.ts';
import { register } from '../journeys/routes/documents.ts';
import { readCode } from '../support/read-code.ts';
import { expect, test } from './support/test.ts';

test('a code leads to a page that says whether the document is genuine', async ({ person, request }) => {
  const { id, reference } = await register({ request }, 'arrival');
  const { pathname } = new URL(await readCode({ request }, `/api/declarations/v1/traveller/declaration/${id}/qr`));
  await person.open(pathname);
  await person.reach('This document is genuine');
  await person.sees(reference);
  await person.expectNoSidewaysScroll();
  await person.takenOver();
  await person.open(`${pathname.slice(0, -4)}AAAA`);
  await person.reach('This document is not genuine');
});

test.describe('at a desk', () => {
  test.use({ width: 1280 });

  test('an officer signs in, finds a declaration in the list, records the arrival and decides', async ({ person, request }) => {
    const passport = aPassport();
    const { reference } = await register({ request }, 'arrival', { travellerCode: passport, arrivalDate: dayFrom(0) });
    await person.open('/other/traveller/declaration');
    await person.reach('Sign in to continue');
    await person.open('/auth/login?returnTo=/other/traveller/declaration');
    await person.type('User name', 'border-supervisor');
    await person.type('Password', 'border-supervisor');
    await person.press('Sign in');
    await person.reach('Arrival declarations');

    await person.press('Filter');
    await person.type('Value', passport, { role: 'group', name: 'Passport number' });
    await person.press('Apply filter');
    await person.sees('1 record');
    await person.press('Export CSV');
    const { content } = await person.downloaded(/^arrival-declarations.*\.csv$/);
    expect([content.trim().split('\n').length, content.includes(passport)]).toEqual([2, true]);

    await person.follow(reference);
    await person.sees('RITA ROTAS');
    await person.expectNoSidewaysScroll();
    await person.press('Record arrival');
    await person.sees('Confirm all');
    await person.press('Record arrival');
    // It was the last case of the list, so the list opens.
    await person.sees(`${reference} is now Arrived`);
    await person.expectPath(/\/declaration$/);
    await person.follow(reference);
    await person.press('Decide');
    await person.mark('Cleared');
    await person.press('Decide');
    await person.sees(`${reference} is now Cleared`);
    await person.press('Sign out');
    await person.reach('Crossing the border, or working here?');
  });
});
