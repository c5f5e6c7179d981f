import type { FormFiller } from './form-filler.ts';

export const licenceHome = '/eservice/medical/professional';

export interface Holder {
  name: string;
  /** Number of an identity document that no other test uses. */
  code: string;
}

export const aHolder = (): Holder => ({ name: 'Maria da Silva', code: `BI${crypto.randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}` });

/**
 * Fills in the required answers of every step of the open form, up to the review.
 * @param aboutYou fills in further answers of that step
 */
export async function answerLicence(form: FormFiller, holder: Holder, aboutYou?: () => Promise<void>): Promise<void> {
  await form.reach('What you apply for');
  await form.choose('Professional document', 'Medical practitioner licence');
  await form.choose('Academic level', 'Licentiate degree');
  await form.choose('Type', 'First issue');
  await form.sees(/\D30[.,]00/);
  await form.next();
  await form.reach('About you');
  await form.type('Full name', holder.name);
  await form.pick('Gender', 'Female');
  await form.find('Nationality', 'Timor');
  await form.date('Birth date', '1985-04-03');
  await aboutYou?.();
  await form.next();
  await form.reach('Identity and contact');
  await form.choose('Identity type', 'National identity card');
  await form.type('Identity number', holder.code);
  await form.type('Mobile number', '+670 7712 3456');
  await form.next();
  await form.reach('Place of work');
  await form.type('Place of work', 'Hospital Nacional');
  await form.next();
  await form.reach('Your education');
  await form.type('Name of the institution', 'UNTL');
  await form.next();
  await form.reach('Documents');
  await form.tick('Copy of an identity document');
  await form.tick('Certified copy of the diploma');
  await form.next();
  await form.reach('Check your answers');
}
