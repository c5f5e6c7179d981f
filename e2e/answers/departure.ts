import type { FormFiller } from './form-filler.ts';
import { passportEnd } from './values.ts';

export const departureHome = '/eservice/departure/declaration';

/** Fills in the open departure form. */
export async function answerDeparture(form: FormFiller, passport: string): Promise<void> {
  await form.choose('Departure date', { index: 2 });
  await form.find('Destination', 'Portugal');
  await form.choose('Purpose of travel', 'Holiday or tourism');
  await form.find('Exit point', 'Dili', 'Presidente Nicolau Lobato');
  await form.find('Flight', 'QG501');
  await form.expectValue('Flight or voyage number', 'QG501');
  await form.type('Passport number', passport);
  await form.find('Nationality', 'Timor');
  await form.date('Passport expiry date', passportEnd());
  await form.type('Given or first name', 'João');
  await form.type('Family or last name', 'Soares');
  await form.date('Date of birth', '1985-11-02');
  await form.choose('Sex', 'Male');
  await form.type('Occupation', 'Engineer');
  await form.pick('Do you carry more than 5000 USD', 'No');
  await form.answerAll('Questions', 'No');
}
