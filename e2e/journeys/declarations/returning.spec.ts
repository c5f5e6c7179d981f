import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { expectPortuguese } from '../../support/portuguese.ts';
import { signIn, signInQuietly } from '../../support/sign-in.ts';
import { TapCountingForm } from '../../support/tap-counting-form.ts';
import { watch } from '../../support/watch.ts';
import { register } from '../routes/documents.ts';
import { arrivalHome, aVisitor, dayFrom, fillArrival, passportEnd, submitArrival, submitButton } from './travellers.ts';

const pin = '280419';
const citizen = () => aVisitor({ type: 'Citizen coming home', foreigner: false });
const fillButton = (page: Page) => page.getByRole('button', { name: 'Fill in from an earlier trip' });
const pinBox = (page: Page) => page.getByRole('dialog').getByLabel('PIN', { exact: true });

/** Submits a declaration and keeps its details on the device. */
async function keepDetails(page: Page, traveller = citizen(), lock = false): Promise<void> {
  await fillArrival(page, traveller);
  await submitArrival(page);
  await page.getByRole('button', { name: 'Keep my details for the next trip' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choose a PIN').fill('123456');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog.getByRole('alert')).toContainText('harder to guess');
  await expectAccessible(page);
  await dialog.getByLabel('Choose a PIN').fill(pin);
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(dialog.getByRole('status')).toContainText('kept on this device');
  if (lock) {
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Also open them with the screen lock' }).click();
    await expect(dialog.getByRole('status')).toContainText('opens your details too');
  }
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

test('a traveller keeps the details with a PIN and starts the next trip from them @phone', async ({ page }) => {
  const faults = watch(page);
  const traveller = citizen();
  await keepDetails(page, traveller);
  const stored = (await page.evaluate(() => localStorage.getItem('portal:profile'))) ?? '';
  expect(stored.length).toBeGreaterThan(100);
  expect(stored).not.toContain(traveller.passport);

  await page.goto(arrivalHome);
  await fillButton(page).click();
  await pinBox(page).fill('654999');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('After 4 more wrong PINs');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await pinBox(page).fill(pin);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const form = new Form(page);
  await form.reach('Review & Submit');
  await form.expectValue('Flight or voyage number', 'QG500');
  await form.choose('Arrival date', { index: 2 });
  // The answers that were filled in are kept as a draft, as if they had been typed.
  await draftWritten(page);
  await page.reload();
  await form.reach('Review & Submit');
  await expect(page.getByLabel(/^Arrival date/)).not.toHaveValue('');
  // Goods, money and the answers to the questions must be given again: without them nothing can be submitted.
  await submitButton(page).click();
  await form.expectErrors('Say whether you have merchandise to declare', 'Confirm that your answers to the questions are true');
  await expectAccessible(page);
  // An answer of the last trip is changed on its own step, which leads back to the review.
  await page.getByRole('button', { name: /^Change Passport expiry date/ }).click();
  await form.expectValue('Passport number', traveller.passport.toUpperCase());
  await form.expectValue('Given or first name', 'MARIA');
  // The form would ask a question about a passport that ends on the holder's birthday, so this day is avoided.
  await form.date('Passport expiry date', dayFrom(dayFrom(1).endsWith('05-17') ? 2 : 1));
  await form.next();
  await form.reach('Review & Submit');
  // A passport that is not valid on the new day of arrival is asked about on the step where it can be changed.
  await form.choose('Arrival date', { index: 5 });
  await form.answerAll('Questions', 'No');
  await form.tick('My answers to the questions are true');
  await form.pick('Do you have merchandise to declare?', 'No');
  await form.pick('Do you carry more than 5000 USD', 'No');
  await form.tick('I declare that the information provided is true and correct');
  await submitButton(page).click();
  await form.reach('Personal Details');
  await form.expectErrors('Passport expiry date must not be before the day of travel');
  await form.date('Passport expiry date', passportEnd());
  await form.next();
  await form.reach('Review & Submit');
  await submitArrival(page);
  faults.expectQuiet();
});

/** A returning traveller on a phone, whose key presses are counted too. */
class Returning extends TapCountingForm {
  keys = 0;

  async keyIn(words: string): Promise<void> {
    await this.page.keyboard.type(words);
    this.keys += words.length;
  }

  async typeInto(label: string, words: string): Promise<void> {
    this.taps += 1;
    await this.field(label).click();
    await this.keyIn(words);
  }
}

/** Opens the kept details with the PIN. */
async function withPin(thumb: Returning): Promise<void> {
  await thumb.press('Fill in from an earlier trip');
  await expect(pinBox(thumb.page)).toBeFocused();
  await thumb.keyIn(pin);
  await thumb.page.keyboard.press('Enter');
  thumb.keys += 1;
}

let device: CDPSession | undefined;
// The next journey of the same worker uses the same browser.
test.afterEach(async () => {
  await device?.send('WebAuthn.disable');
  await device?.detach();
  device = undefined;
});

/**
 * Adds a screen lock to the browser, which always unlocks.
 * @returns a function that makes it refuse
 */
async function lockScreen(page: Page): Promise<() => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  device = session;
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      hasPrf: true,
      automaticPresenceSimulation: true,
    },
  });
  return () => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
}

/** Opens the kept details with the screen lock. */
async function withLock(thumb: Returning): Promise<void> {
  await thumb.press('Fill in from an earlier trip');
  await thumb.press('Open with the screen lock of this device');
}

/** Fills in the form from the last declaration of the account. */
async function fromAccount(thumb: Returning, reference: string): Promise<void> {
  await thumb.press('Fill in from an earlier trip');
  await thumb.press(new RegExp(reference));
}

const travellers = { citizen, foreigner: () => aVisitor() };

// A PIN has six digits, and so has a booking reference: a traveller who types both needs three more presses.
for (const { who, how, open, most } of [
  { who: 'citizen', how: 'on a device with a PIN', open: withPin, most: 10 },
  { who: 'citizen', how: 'who is signed in', open: fromAccount, most: 10 },
  { who: 'foreigner', how: 'on a device with a screen lock', open: withLock, most: 10 },
  { who: 'foreigner', how: 'who is signed in', open: fromAccount, most: 10 },
  { who: 'foreigner', how: 'on a device with a PIN', open: withPin, most: 13 },
] as const) {
  test(`a returning ${who} ${how} needs at most 12 taps and ${most} keys @phone`, async ({ page }) => {
    const traveller = travellers[who];
    let reference = '';
    if (open === fromAccount) {
      await signIn(page, 'applicant', arrivalHome);
      await fillArrival(page, traveller());
      await submitArrival(page);
      reference = await page.getByText(/^ARR-\d{4}-\d{7}$/).innerText();
    } else {
      if (open === withLock) await lockScreen(page);
      await keepDetails(page, traveller(), open === withLock);
    }
    const thumb = new Returning(page);
    await page.goto(arrivalHome);
    await open(thumb, reference);
    await thumb.reach('Review & Submit');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // The screen says that the answers are proposals; the answers to the declarations are not filled in.
    await expect(page.getByText('Filled in from an earlier trip')).toBeVisible();
    await thumb.expectValue('Flight or voyage number', 'QG500');
    await expect(page.getByText('Avenida dos Mártires, Dili')).toBeVisible();
    await expect(page.getByText('MARIA', { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await thumb.choose('Arrival date', { index: 1 });
    if (who === 'foreigner') {
      // The day of departure is computed from the length of stay of the last trip.
      const leaves = page.getByRole('group', { name: /^Departure date/ });
      await expect(leaves.getByLabel('Year')).toHaveValue(/^20/);
      await thumb.typeInto('Return ticket reference', 'Q7XKPL');
    }
    await thumb.press('Answer No to every question below that is not answered');
    await expect(page.getByText(/questions answered No/)).toBeVisible();
    if (who === 'foreigner') await thumb.tick('My answers to the declarations are true');
    await thumb.tick('My answers to the questions are true');
    await thumb.tick('I declare that the information provided is true and correct');
    await submitArrival(page);
    thumb.taps += 1;
    await expect(page.getByText('Green lane')).toBeVisible();
    test.info().annotations.push({ type: 'taps and keys', description: `${thumb.taps}, ${thumb.keys}` });
    expect(thumb.taps).toBeLessThanOrEqual(12);
    expect(thumb.keys).toBeLessThanOrEqual(most);
  });
}

test('a screen lock that is refused leaves the PIN', async ({ page }) => {
  const refuse = await lockScreen(page);
  await keepDetails(page, citizen(), true);
  await refuse();
  await page.goto(arrivalHome);
  await fillButton(page).click();
  await page.getByRole('button', { name: 'Open with the screen lock of this device' }).click();
  await expect(page.getByRole('dialog').getByText('The screen lock did not open your details')).toBeVisible();
  await expect(pinBox(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
  await new Form(page).reach('Review & Submit');
});

test('a departure starts from the details of an arrival', async ({ page }) => {
  await keepDetails(page);
  await page.goto('/eservice/departure/declaration');
  await fillButton(page).click();
  await pinBox(page).fill(pin);
  await page.getByRole('dialog').getByRole('button', { name: 'Fill in' }).click();
  const form = new Form(page);
  await form.expectValue('Given or first name', 'MARIA');
  await form.expectValue('Occupation', 'NURSE');
});

test('kept details are deleted by their owner, and after five wrong PINs', async ({ page }) => {
  await keepDetails(page);
  for (const left of [4, 3, 2, 1]) {
    await page.goto(arrivalHome);
    await fillButton(page).click();
    await pinBox(page).fill('654999');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(`After ${left} more wrong PIN`);
  }
  await pinBox(page).fill('654999');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('deleted from this device after five wrong PINs')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('portal:profile'))).toBeNull();
});

test.describe('in Portuguese', () => {
  test.use({ locale: 'pt-PT', viewport: { width: 320, height: 740 } });

  test('a returning traveller declares the next trip with the keyboard alone, at 320 pixels', async ({ page }) => {
    await signInQuietly(page, 'applicant');
    const { reference } = await register(page, 'arrival', { nationalityCode: 'TL' });
    const keyboard = new Keyboard(page);
    const form = new Form(page, 'pt');
    await page.goto(arrivalHome);
    await form.reach('Dados de residência');
    await keyboard.go('Preencher a partir de uma viagem anterior');
    await expect(page.getByRole('dialog').getByRole('button', { name: reference })).toBeVisible();
    await expectPortuguese(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await keyboard.go(`Declaração de chegada ${reference}`);
    await form.reach('Rever e enviar');
    await expectPortuguese(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await keyboard.to('Data de chegada');
    await page.keyboard.press('ArrowDown');
    await keyboard.go('Responder Não a todas as perguntas abaixo ainda sem resposta');
    await expect(page.getByText('11 perguntas respondidas com Não')).toBeVisible();
    await keyboard.to('As minhas respostas às perguntas são verdadeiras');
    await page.keyboard.press('Space');
    await keyboard.to('Declaro que as informações prestadas são verdadeiras');
    await page.keyboard.press('Space');
    await keyboard.press('Enviar declaração');
    await expect(page.getByText('Canal verde')).toBeVisible();
    await keyboard.go('Guardar os meus dados para a próxima viagem');
    await expect(page.getByRole('dialog').getByLabel('Escolha um PIN')).toBeFocused();
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText('mais difícil de adivinhar');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('status')).toContainText('guardados neste dispositivo');
    await expectPortuguese(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
});
