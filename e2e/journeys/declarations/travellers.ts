import { expect, type Page } from '@playwright/test';
import { answerArrival, answerGoods, answerOther, answerPersonal, answerResidency, answerReview, arrivalHome, type Traveller } from '../../answers/arrival.ts';
import { Form } from '../../support/form.ts';

export { arrivalHome, aVisitor } from '../../answers/arrival.ts';
export { aPassport, dayFrom, passportEnd } from '../../answers/values.ts';

/** Returns a function that fills in one step when its page is shown. */
const step =
  (heading: string, answer: (form: Form, traveller: Traveller) => Promise<void>) =>
  async (page: Page, traveller: Traveller): Promise<void> => {
    const form = new Form(page);
    await form.reach(heading);
    await answer(form, traveller);
  };

export const fillResidency = step('Residency Details', answerResidency);
export const fillPersonal = step('Personal Details', answerPersonal);
export const fillOther = step('Other Details', answerOther);
export const fillGoods = step('Goods Details', answerGoods);

export async function fillReview(page: Page): Promise<void> {
  const form = new Form(page);
  await form.reach('Review & Submit');
  await answerReview(form);
}

/** Fills in all steps. */
export async function fillArrival(page: Page, traveller: Traveller): Promise<void> {
  await page.goto(arrivalHome);
  await answerArrival(new Form(page), traveller);
}

export const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit declaration' });

/**
 * Submits the declaration.
 * @returns the id of the declaration
 */
export async function submitArrival(page: Page): Promise<string> {
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/eservice\/traveller\/declaration\/qr\/[\w-]+$/);
  return page.url().split('/').pop() as string;
}
