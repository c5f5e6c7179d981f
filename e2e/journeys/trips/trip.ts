import { expect, type Page } from '@playwright/test';
import { answerMovement, answerTrip, answerVehicle, aPlate, tripHome as home, type Movement } from '../../answers/trip.ts';
import { dayFrom } from '../../answers/values.ts';
import { Form } from '../../support/form.ts';
import { listOf } from '../../support/lists.ts';
import { signIn, signOut } from '../../support/sign-in.ts';
import { noTo, register } from '../routes/documents.ts';

export { aPlate, type Movement, tripHome as home } from '../../answers/trip.ts';
export { dayFrom } from '../../answers/values.ts';

export const fillVehicle = (page: Page, movement: Movement, plate: string): Promise<void> => answerVehicle(new Form(page), movement, plate);
export const fillJourney = (page: Page, movement: Movement): Promise<void> => answerMovement(new Form(page), movement);

/** Fills in all required fields, and answers every question. */
export const fillTrip = (page: Page, movement: Movement, plate: string): Promise<void> => answerTrip(new Form(page), movement, plate);

/**
 * Registers a trip as the public.
 * @returns its id and reference
 */
export async function registerTrip(page: Page, movement: Movement, plate = aPlate()): Promise<{ id: string; reference: string; plate: string }> {
  await page.goto(home[movement]);
  await fillTrip(page, movement, plate);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page).toHaveURL(/\/eservice\/triptic\/trip\/inqr\/[\w-]+$/);
  const reference = await page.getByText(/^TIB\w-\d{4}-\d{7}$/).innerText();
  return { id: page.url().split('/').pop() as string, reference, plate };
}

/** Registers over the API the same trip that `registerTrip` fills in on the screen. */
export async function registerTripQuietly(page: Page, movement: Movement): Promise<{ id: string; reference: string; plate: string }> {
  const plate = aPlate();
  const papers =
    movement === 'I'
      ? { documentDetails: { code: 'TIBI' }, subDocumentDetails: { code: 'TIBI-PRI' }, destinationCode: 'TIBI-DIL', questions: noTo('TIBI', 5) }
      : {};
  const trip = await register(page, 'trip', {
    ...papers,
    vehicleNumber: plate,
    chasisNumber: 'jtd 123',
    engineNumber: '2gd 77',
    ownerName: 'Maria da Silva',
    ownerAddress: 'Rua de Dili 1',
    ownerDriver: true,
    driverName: 'Maria da Silva',
    localAddress: 'Rua de Dili 1',
    identityNumber: 'c123456',
    licenseNumber: 'dl 9',
    expectedDate: dayFrom(30),
  });
  return { ...trip, plate };
}

/** Looks up a trip as the public, by its reference and the number of the vehicle. */
export async function expectValidity(page: Page, { reference, plate }: { reference: string; plate: string }, caption: string): Promise<void> {
  await page.goto('/eservice/triptic/validity');
  await page.getByLabel(/^Reference/).fill(reference);
  await page.getByLabel(/^Vehicle number/).fill(plate);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.locator('figcaption')).toHaveText(caption);
  const valid = caption === 'Trip is Valid';
  for (const part of ['Vehicle information', 'Driver information', 'Movement information']) {
    await expect(page.getByRole('heading', { name: new RegExp(`^${part}`) })).toHaveCount(valid ? 1 : 0);
  }
  // The page shows only what can be compared with the vehicle at hand: of the driver's name, the first name and an initial.
  await expect(page.getByText('Maria S.', { exact: true })).toHaveCount(valid ? 1 : 0);
  for (const hidden of ['Maria da Silva', 'Rua de Dili 1', 'C123456', 'DL 9', '7700 0001', 'JTD 123']) {
    await expect(page.getByText(hidden, { exact: false })).toHaveCount(0);
  }
}

/**
 * Opens a trip from the list as an officer, opens the form of an action and performs the action.
 * @param status the status that the trip gets, or keeps
 */
export async function perform(
  page: Page,
  user: string,
  movement: Movement,
  reference: string,
  action: string,
  status: string | { stays: string },
  before?: (page: Page) => Promise<void>,
): Promise<void> {
  await signIn(page, user, listOf(`/triptic/trip/search-${movement === 'E' ? 'outbound' : 'inbound'}`, reference));
  await page.getByRole('link', { name: reference }).click();
  await page.getByRole('button', { name: action, exact: true }).click();
  if (action === 'Verify') await page.getByRole('button', { name: 'Confirm all' }).click();
  await before?.(page);
  // The link to the form looks like a button too, so the locator requires a real button.
  await page.getByRole('button', { name: action, exact: true }).and(page.locator('button')).click();
  const done = page.locator('.portal-done');
  await expect(done).toBeVisible();
  if (typeof status === 'string') await expect(done).toContainText(`${reference} is now ${status}.`);
  else {
    await expect(done).toContainText(`${reference}: ${action} done.`);
    await expect(page.getByRole('main').getByText(status.stays, { exact: true }).first()).toBeVisible();
  }
  await signOut(page);
}

/** Records a receipt as the cashier. */
export async function pay(page: Page, reference: string, amount: string): Promise<void> {
  await signIn(page, 'cashier', '/payment/receipt');
  await page.getByLabel(/^Reference of the document/).fill(reference);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('cell', { name: `USD ${amount}` }).first()).toBeVisible();
  await page.getByLabel(/^Amount received/).fill(amount);
  await page.getByRole('button', { name: 'Record the receipt' }).click();
  await expect(page.getByText(/^The receipt is recorded: REC-/)).toBeVisible();
  await signOut(page);
}

/** Waits until a receipt has reached the trip. */
export async function expectStatus(page: Page, id: string, status: string): Promise<void> {
  await expect.poll(async () => (await (await page.request.get(`/api/trips/v1/triptic/trip/${id}/document`)).json()).model.documentStatus).toBe(status);
}
