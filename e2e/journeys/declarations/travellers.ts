import { expect, type Page } from '@playwright/test';
import { Form } from '../../support/form.ts';

export const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** A passport number that no other test uses. */
export const aPassport = (): string => `P${crypto.randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`;

export interface Traveller {
  type: string;
  passport: string;
  merchandise: 'Yes' | 'No';
  foreigner: boolean;
  email?: string;
  /** The number of the offered day: 1 is today. */
  arrives: number;
}

export const aVisitor = (changes: Partial<Traveller> = {}): Traveller => ({
  type: 'Visitor',
  passport: aPassport(),
  merchandise: 'No',
  foreigner: true,
  arrives: 1,
  ...changes,
});

export const arrivalHome = '/eservice/traveller/declaration';

export async function fillResidency(page: Page, traveller: Traveller): Promise<void> {
  await expect(new Form(page).heading('Residency Details')).toBeVisible();
  await answerResidency(page, traveller);
}

export async function answerResidency(page: Page, traveller: Traveller): Promise<void> {
  const form = new Form(page);
  await form.choose('Purpose of travel', traveller.type);
  await form.find('Country of origin', 'Portugal');
  await form.find('Entry point', 'Dili', 'Presidente Nicolau Lobato');
  await form.find('Flight', 'QG500');
  await expect(form.field('Flight or voyage number')).toHaveValue('QG500');
  await form.choose('Arrival date', { index: traveller.arrives });
}

export async function fillPersonal(page: Page, traveller: Traveller): Promise<void> {
  await expect(new Form(page).heading('Personal Details')).toBeVisible();
  await answerPersonal(page, traveller);
}

export async function answerPersonal(page: Page, traveller: Traveller): Promise<void> {
  const form = new Form(page);
  await form.type('Passport number', traveller.passport.toLowerCase());
  await form.find('Nationality', 'Portugal');
  await form.date('Passport expiry date', dayFrom(900));
  await form.type('Given or first name', 'Maria');
  await form.type('Family or last name', 'da Costa');
  await form.date('Date of birth', '1990-05-17');
  await form.choose('Sex', 'Female');
  await form.type('Occupation', 'Nurse');
  await form.type('Phone number', '+351 912 345 678');
  if (traveller.email) await form.type('Email address', traveller.email);
}

export async function fillOther(page: Page, traveller: Traveller): Promise<void> {
  await expect(new Form(page).heading('Other Details')).toBeVisible();
  await answerOther(page, traveller);
}

/** Fills in a hotel and, for a foreigner, the visit and the declarations. */
export async function answerOther(page: Page, traveller: Traveller): Promise<void> {
  const form = new Form(page);
  if (traveller.foreigner) await fillVisit(page);
  await form.pick('Type of accommodation', 'Hotel');
  await form.type('Name of the hotel', 'Hotel Timor');
  await form.type('Address in the country', 'Avenida dos Mártires, Dili');
}

export async function fillVisit(page: Page, reason = 'Holiday or tourism'): Promise<void> {
  const form = new Form(page);
  await form.choose('Reason for your visit', reason);
  await form.type('Length of stay', '10');
  await form.date('Departure date', dayFrom(20));
  await form.type(/Transit|Crew/.test(reason) ? 'Destination Ticket Reference' : 'Return ticket reference', 'TKT-42');
  await form.answerAll('Declarations', 'No');
  await form.tick('My answers to the declarations are true');
}

export async function fillGoods(page: Page, traveller: Traveller): Promise<void> {
  await expect(new Form(page).heading('Goods Details')).toBeVisible();
  await answerGoods(page, traveller);
}

export async function answerGoods(page: Page, traveller: Traveller): Promise<void> {
  const form = new Form(page);
  await form.type('Number of baggages', '2');
  await form.pick('Do you have merchandise to declare?', traveller.merchandise);
  if (traveller.merchandise === 'Yes') {
    await form.type('Description of the goods', 'Coffee machines');
    await form.type('Quantity', '3');
  }
  await form.answerAll('Questions', 'No');
  await form.tick('My answers to the questions are true');
  await form.pick('Do you carry more than 5000 USD', 'No');
}

export async function fillReview(page: Page): Promise<void> {
  await expect(new Form(page).heading('Review & Submit')).toBeVisible();
  await answerReview(page);
}

export async function answerReview(page: Page): Promise<void> {
  const form = new Form(page);
  await form.type('Title', 'Ms');
  await form.type('City of birth', 'Lisboa');
  await form.find('Country of birth', 'Portugal');
  await form.tick('I declare that the information provided is true and correct');
}

/** Fills in all steps. */
export async function fillArrival(page: Page, traveller: Traveller): Promise<void> {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await fillResidency(page, traveller);
  await form.next();
  await fillPersonal(page, traveller);
  await form.next();
  await fillOther(page, traveller);
  await form.next();
  await fillGoods(page, traveller);
  await form.next();
  await fillReview(page);
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit declaration' });

/** Submits. @returns the id of the declaration */
export async function submitArrival(page: Page): Promise<string> {
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/eservice\/traveller\/declaration\/qr\/[\w-]+$/);
  return page.url().split('/').pop() as string;
}
