import { expect, type Page, test } from '@playwright/test';
import { answerGoods, answerOther, answerPersonal, answerResidency, answerReview } from '../../answers/arrival.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { Form } from '../../support/form.ts';
import { listOf } from '../../support/lists.ts';
import { readCode } from '../../support/read-code.ts';
import { signIn, signOut } from '../../support/sign-in.ts';
import { register, update } from '../routes/documents.ts';
import { aVisitor, dayFrom, fillGoods, fillOther, fillPersonal, fillResidency, fillReview } from './travellers.ts';

const arrivesToday = () => ({ arrivalDate: dayFrom(0) });
/** The traveller declares merchandise, which makes the lane red. */
const withGoods = () => ({ ...arrivesToday(), hasMerchandise: 'YES', goods: [{ description: 'Coffee machines', quantity: 3 }] });

const base = '/other/traveller/declaration';
const comment = (page: Page) => page.getByRole('textbox', { name: /^Comment/ });
/** Returns the place of the document's status. A radio button with the same name does not count. */
const status = (page: Page, name: string) => page.locator('strong', { hasText: new RegExp(`^${name}$`) }).first();
const modelOf = async (page: Page, id: string) => (await (await page.request.get(`/api/declarations/v1/traveller/declaration/${id}/document`)).json()).model;

test('a red lane declaration is cleared only with an inspection note', async ({ page }) => {
  const { id } = await register(page, 'arrival', withGoods());
  await signIn(page, 'border-supervisor', `${base}/arrival/${id}`);
  await expect(page.getByText('Red lane').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await expect(status(page, 'Arrived')).toBeVisible();
  await expect(page.getByText(/clearing needs a comment, the inspection note/)).toBeVisible();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByTestId('error-summary')).toBeFocused();
  await page.getByRole('radio', { name: 'Cleared' }).check();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByTestId('error-summary')).toContainText(/comment|note/i);
  await expectAccessible(page);
  await comment(page).fill('Three coffee machines, duty paid.');
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(status(page, 'Cleared')).toBeVisible();
});

test('a referred traveller is decided again', async ({ page }) => {
  const { id } = await register(page, 'arrival', arrivesToday());
  await signIn(page, 'border-supervisor', `${base}/arrival/${id}`);
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await page.getByRole('radio', { name: /^Referred/ }).check();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(status(page, 'Referred')).toBeVisible();
  await page.getByRole('radio', { name: 'Cleared' }).check();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(status(page, 'Cleared')).toBeVisible();
});

test('an officer confirms requirements with the arrival, and the supervisor takes a wrong decision back', async ({ page }) => {
  const { id } = await register(page, 'arrival', arrivesToday());
  await signIn(page, 'border-officer', `${base}/view/${id}`);
  // The button in the view leads to the page with the checkboxes, so that nothing is recorded by accident.
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await expect(page).toHaveURL(`${base}/arrival/${id}`);
  const ticks = page.getByRole('checkbox', { name: /^Confirmed/ });
  await expect(ticks).toHaveCount(4);
  for (const tick of (await ticks.all()).slice(0, 3)) await tick.check();
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await expect(status(page, 'Arrived')).toBeVisible();
  const confirmed = async () => (await modelOf(page, id)).requirements.map((row: { confirmed?: boolean }) => row.confirmed === true);
  expect(await confirmed()).toEqual([true, true, true, false]);
  await signOut(page);

  await signIn(page, 'border-supervisor', `${base}/arrival/${id}`);
  await ticks.nth(3).check();
  await page.getByRole('radio', { name: 'Detained' }).check();
  await page.getByRole('button', { name: 'Decide' }).click();
  await expect(status(page, 'Detained')).toBeVisible();
  expect(await confirmed()).toEqual([true, true, true, true]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByTestId('error-summary')).toContainText('Enter a comment');
  await comment(page).fill('Another traveller was meant');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status(page, 'Arrived')).toBeVisible();
  const { documentStatus, decision } = await modelOf(page, id);
  expect([documentStatus, decision]).toEqual(['ARRIVED', undefined]);
});

test('an arrival before its day is recorded only with a comment', async ({ page }) => {
  const { id } = await register(page, 'arrival', { arrivalDate: dayFrom(2) });
  await signIn(page, 'border-officer', `${base}/arrival/${id}`);
  await expect(page.getByText(/To record the arrival earlier, say why in the comment/)).toBeVisible();
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await expect(page.getByTestId('error-summary')).toContainText(/comment/i);
  await comment(page).fill('The flight was changed');
  await page.getByRole('button', { name: 'Record arrival' }).click();
  await expect(status(page, 'Arrived')).toBeVisible();
});

test('a declaration that a traveller registered is amended by an officer, with a reason', async ({ page }) => {
  const form = new Form(page);
  const { id, reference } = await register(page, 'arrival', arrivesToday());
  // The address without an id asks for the reference that is printed on the traveller's paper.
  await signIn(page, 'border-officer', base);
  await page.getByRole('button', { name: 'Change by reference' }).click();
  await form.type('Reference', 'ARR-1999-0000001');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await form.expectErrors('There is no declaration with this reference');
  await form.type('Reference', reference.toLowerCase());
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(`${base}/edit/${id}`);
  await expect(form.heading('Change an arrival declaration')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Terms and conditions/ })).toBeVisible();
  // Parts without errors are collapsed: the officer opens the part that needs a change.
  await expect(form.field('Occupation')).toHaveCount(0);
  await form.openPart('Personal details');
  await form.type('Occupation', 'Midwife');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await form.expectErrors('Say why you change this declaration');
  await expectAccessible(page);
  await form.type('Reason for the change', 'The passport says so');
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(`${base}/view/${id}`);
  await expect(page.locator('#person').getByText('MIDWIFE')).toBeVisible();
  await expect(status(page, 'Created')).toBeVisible();
  await page.getByRole('button', { name: 'Show details' }).last().click();
  await expect(page.getByRole('cell', { name: 'The passport says so' })).toBeVisible();
});

test('an officer registers an arrival at the counter, on one page or step by step, and changes it', async ({ page }) => {
  const form = new Form(page);
  const traveller = aVisitor({ atCounter: true });
  await signIn(page, 'border-officer', `${base}/new`);
  await expect(form.heading('New arrival declaration')).toBeVisible();
  for (const answer of [answerResidency, answerPersonal, answerOther, answerGoods]) await answer(form, traveller);
  await answerReview(form);
  await expect(page.getByRole('heading', { name: /^Terms and conditions/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL(/\/eservice\/traveller\/declaration\/qr\/[\w-]+$/);
  const id = page.url().split('/').pop() as string;

  // An officer who registered a declaration may change it without giving a reason, like a traveller.
  await page.goto(`${base}/edit/${id}`);
  await expect(form.heading('Change an arrival declaration')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Reason for the change/ })).toHaveCount(0);
  await form.openPart('Personal details');
  await form.type('Occupation', '');
  await page.getByRole('button', { name: 'Save changes', exact: true }).click();
  await form.expectErrors('occupation');
  await form.type('Occupation', 'Midwife');
  await page.getByRole('button', { name: 'Save changes', exact: true }).click();
  await expect(page).toHaveURL(`${base}/view/${id}`);
  await expect(page.locator('#person').getByText('MIDWIFE')).toBeVisible();

  // The other layout of the form keeps the list from which the declaration was opened.
  const list = `${base}?text=MIDWIFE`;
  await page.goto(`${base}/edit/${id}?${new URLSearchParams({ list })}`);
  await page.getByRole('button', { name: 'Fill in step by step' }).click();
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('steps') === 'yes' && searchParams.get('list') === list);

  await page.goto(`${base}/new`);
  await page.getByRole('button', { name: 'Fill in step by step' }).click();
  for (const fill of [fillResidency, fillPersonal, fillOther, fillGoods]) {
    await fill(page, aVisitor({ atCounter: true }));
    await form.next();
  }
  await fillReview(page);
  await expect(page.getByRole('heading', { name: /^Terms and conditions/ })).toBeVisible();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL(/\/eservice\/traveller\/declaration\/qr\/[\w-]+$/);
});

test('an officer checks a code: the reference typed, a forged link, and on to the document', async ({ page }) => {
  const { id, reference } = await register(page, 'arrival', arrivesToday());
  await signIn(page, 'border-officer', '/other/traveller/scan');
  await expect(page.getByRole('heading', { level: 1, name: 'Scan a QR code' })).toBeVisible();
  await expectAccessible(page);
  const typed = page.getByRole('textbox');
  await typed.fill(reference.toLowerCase());
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: 'On record. A typed reference does not prove a paper' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Scan the next one' }).click();
  await typed.fill('https://portal.example/v/aaaa.bbbb.cccc');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByRole('heading', { name: 'Not genuine' })).toBeVisible();
  await page.getByRole('button', { name: 'Scan the next one' }).click();
  await typed.fill(reference);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('button', { name: 'Open the declaration' }).click();
  await expect(page).toHaveURL(`/other/traveller/declaration/view/${id}?list=${encodeURIComponent('/other/traveller/scan')}`);
  await expect(page.getByText(reference).first()).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scan a QR code' })).toBeVisible();
});

test('a refusal of the service on the scan page is said in its words, and not as a lost connection', async ({ page }) => {
  await signIn(page, 'border-officer', '/other/traveller/scan');
  const ask = async (status: number) => {
    await page.route('**/v1/gate/check', (route) => route.fulfill({ status, body: '' }));
    await page.getByRole('textbox').fill('ARR-2026-9999999');
    await page.getByRole('button', { name: 'Check' }).click();
  };
  await ask(403);
  await expect(page.getByRole('alert')).toContainText('You do not have permission to do this.');
  await expectAccessible(page);
  await page.unroute('**/v1/gate/check');
  await ask(503);
  await expect(page.getByRole('heading', { name: 'No connection: scan the code instead' })).toBeVisible();
});

test('the code of an arrival in the red lane is red and says whose it is; a code that is out of date and that of a trip are amber', async ({ page }) => {
  const { id } = await register(page, 'arrival', arrivesToday());
  const codeOf = () => readCode(page, `/api/declarations/v1/traveller/declaration/${id}/qr?code=seal`);
  const earlier = await codeOf();
  await update(page, 'arrival', id, 1, withGoods());
  const present = await codeOf();
  const trip = await register(page, 'trip');
  const ofTrip = await readCode(page, `/api/trips/v1/triptic/trip/${trip.id}/qr`);
  const leaving = await register(page, 'departure');
  const ofDeparture = await readCode(page, `/api/declarations/v1/departure/declaration/${leaving.id}/qr?code=seal`);
  await signIn(page, 'border-officer', '/other/traveller/scan');
  const verdict = page.getByRole('dialog');
  const scan = async (code: string) => {
    await page.getByRole('textbox').fill(code);
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(verdict).toBeVisible();
  };
  const next = () => verdict.getByRole('button', { name: 'Scan the next one' }).click();

  await scan(present);
  await expect(verdict.getByRole('heading', { name: 'Red lane' })).toBeVisible();
  await expect(verdict).toHaveClass(/--bad/);
  await expect(verdict).toContainText('RITA ROTAS');
  await expectAccessible(page);
  await next();

  await scan(earlier);
  await expect(verdict.getByRole('heading', { name: 'This code is out of date: ask for the present one' })).toBeVisible();
  await expect(verdict).toContainText('Red lane');
  await next();

  await scan(ofTrip);
  await expect(verdict.getByRole('heading', { name: 'Genuine, but not of a declaration' })).toBeVisible();
  await expect(verdict).toHaveClass(/--warn/);
  await expect(verdict).toContainText(trip.reference);
  await expectAccessible(page);
  await next();

  await scan(ofDeparture);
  await expect(verdict.getByRole('heading', { name: 'Genuine', exact: true })).toBeVisible();
  await expect(verdict).toHaveClass(/--plain/);
  await expect(verdict).toContainText('RITA ROTAS');
  await expectAccessible(page);
});

test('the list of arrivals shows lane and status, and leads to the document', async ({ page }) => {
  const { reference } = await register(page, 'arrival', withGoods());
  await signIn(page, 'border-officer', '/other/traveller/declaration');
  await expect(page.getByRole('heading', { level: 1, name: 'Arrival declarations' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(listOf(base, reference));
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row.getByText('Red lane')).toBeVisible();
  await row.getByRole('link', { name: reference }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'RITA ROTAS' })).toBeVisible();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Print this page' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('the link to the finder is for those who may search', async ({ page }) => {
  const { id } = await register(page, 'arrival');
  await signIn(page, 'border-officer', `${base}/view/${id}`);
  const link = page.getByRole('button', { name: 'Find a declaration' });
  await expect(link).toHaveAttribute('href', base);
  await page.route('**/auth/session', async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    await route.fulfill({ response, json: { ...session, roles: session.roles.filter((role: string) => !role.endsWith('-search')) } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'RITA ROTAS' })).toBeVisible();
  await expect(link).toHaveCount(0);
});
