import type { FormFiller } from './form-filler.ts';
import { aPassport, dayFrom, passportEnd } from './values.ts';

export interface Traveller {
  type: string;
  passport: string;
  merchandise: 'Yes' | 'No';
  foreigner: boolean;
  email?: string;
  /** Whether an officer enters the answers at the counter. */
  atCounter?: boolean;
  /** The position of the arrival day in the list of offered days: 1 is today. */
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

export async function answerResidency(form: FormFiller, traveller: Traveller): Promise<void> {
  await form.choose('Purpose of travel', traveller.type);
  await form.find('Country of origin', 'Portugal');
  await form.find('Entry point', 'Dili', 'Presidente Nicolau Lobato');
  await form.find('Flight', 'QG500');
  await form.expectValue('Flight or voyage number', 'QG500');
  await form.choose('Arrival date', { index: traveller.arrives });
}

export async function answerPersonal(form: FormFiller, traveller: Traveller): Promise<void> {
  await form.type('Passport number', traveller.passport.toLowerCase());
  await form.find('Nationality', traveller.type.startsWith('Citizen') ? 'Timor' : 'Portugal');
  await form.date('Passport expiry date', passportEnd());
  await form.type('Given or first name', 'Maria');
  await form.type('Family or last name', 'da Costa');
  await form.date('Date of birth', '1990-05-17');
  await form.choose('Sex', 'Female');
  await form.type('Occupation', 'Nurse');
  await form.type('Phone number', '+351 912 345 678');
  if (traveller.email) await form.type('Email address', traveller.email);
}

/** Fills in a hotel and, for a foreigner, the visit and the declarations. */
export async function answerOther(form: FormFiller, traveller: Traveller): Promise<void> {
  if (traveller.foreigner) await answerVisit(form, traveller);
  await form.pick('Type of accommodation', 'Hotel');
  await form.type('Name of the hotel', 'Hotel Timor');
  await form.type('Address in the country', 'Avenida dos Mártires, Dili');
}

async function answerVisit(form: FormFiller, { atCounter }: Traveller): Promise<void> {
  await form.choose(atCounter ? 'Reason for the visit' : 'Reason for your visit', 'Holiday or tourism');
  await form.type('Length of stay', '20');
  await form.date('Departure date', dayFrom(20));
  await form.type('Return ticket reference', 'TKT-42');
  await form.answerAll('Declarations', 'No');
  await form.tick('My answers to the declarations are true');
}

export async function answerGoods(form: FormFiller, traveller: Traveller): Promise<void> {
  await form.type('Number of bags', '2');
  await form.pick('Do you have merchandise to declare?', traveller.merchandise);
  if (traveller.merchandise === 'Yes') {
    await form.type('Description of the goods', 'Coffee machines');
    await form.type('Quantity', '3');
    await form.tick('Are you bringing goods for sale');
  } else await form.answerAll('Questions', 'No');
  await form.tick('My answers to the questions are true');
  await form.pick('Do you carry more than 5000 USD', 'No');
}

export async function answerReview(form: FormFiller): Promise<void> {
  await form.type('Title', 'Ms');
  await form.type('City of birth', 'Lisboa');
  await form.find('Country of birth', 'Portugal');
  await form.tick('I declare that the information provided is true and correct');
}

/** The steps of the form: the heading of each step, and the function that fills it in. */
export const arrivalSteps = [
  ['Residency Details', answerResidency],
  ['Personal Details', answerPersonal],
  ['Other Details', answerOther],
  ['Goods Details', answerGoods],
  ['Review & Submit', answerReview],
] as const;

/** Fills in all steps of the open form. */
export async function answerArrival(form: FormFiller, traveller: Traveller): Promise<void> {
  for (const [heading, answer] of arrivalSteps) {
    await form.reach(heading);
    await answer(form, traveller);
    if (answer !== answerReview) await form.next();
  }
}
