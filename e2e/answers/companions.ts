import type { FormFiller } from './form-filler.ts';
import { aPassport, passportEnd } from './values.ts';

/** A person who travels with the first person. */
export interface Companion {
  passport: string;
  firstName: string;
  /** If missing, the form keeps the values of the first person for family name, nationality and country of birth. */
  lastName?: string;
  nationality?: string;
  born: string;
  sex: 'Female' | 'Male';
  occupation: string;
}

export const aCompanion = (changes: Partial<Companion> = {}): Companion => ({
  passport: aPassport(),
  firstName: 'João',
  born: '1988-03-09',
  sex: 'Male',
  occupation: 'Teacher',
  ...changes,
});

type Pressing = FormFiller & { press(button: string | RegExp): Promise<void> };

/** Fills in the open page of an added person, up to the questions. */
export async function answerPerson(form: Pressing, person: Companion, kind: 'arrival' | 'departure' = 'arrival'): Promise<void> {
  await form.type('Passport number', person.passport);
  if (person.lastName) {
    await form.find('Nationality', person.nationality ?? 'Portugal');
    await form.type('Family or last name', person.lastName);
    if (kind === 'arrival') await form.find('Country of birth', person.nationality ?? 'Portugal');
  } else await form.press(/^Same family name/);
  await form.date('Passport expiry date', passportEnd(person.born));
  await form.type('Given or first name', person.firstName);
  await form.date('Date of birth', person.born);
  await form.choose('Sex', person.sex);
  await form.type('Occupation', person.occupation);
  if (kind === 'departure') return;
  await form.type('Title', person.sex === 'Male' ? 'Mr' : 'Ms');
  await form.type('City of birth', 'Lisboa');
}
