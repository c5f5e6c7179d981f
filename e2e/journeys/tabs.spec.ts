import { expect, type Page, test } from '@playwright/test';
import { draftWritten, storedDrafts } from '../support/draft.ts';
import { Form } from '../support/form.ts';
import { arrivalHome, aVisitor, fillArrival, submitArrival } from './declarations/travellers.ts';

const elsewhere = (page: Page) => page.getByRole('dialog', { name: 'This form is open in another tab' });
const continueHere = (page: Page) => elsewhere(page).getByRole('button', { name: 'Continue here' }).click();

const ways = [
  { name: 'with the browser’s locks', without: () => undefined },
  // Without locks, as in older browsers.
  { name: 'by messages between the tabs', without: () => void Reflect.deleteProperty(Navigator.prototype, 'locks') },
];

for (const { name, without } of ways) {
  test(`a form that is open in two tabs is written by one of them, ${name}`, async ({ context }) => {
    await context.addInitScript(without);
    const [one, two] = [await context.newPage(), await context.newPage()];
    const [first, second] = [new Form(one), new Form(two)];
    const drafts = async () => Object.entries((await storedDrafts(one)).device);

    await one.goto(arrivalHome);
    await first.type('Flight or voyage number', 'BUS 1');
    await expect.poll(drafts).toHaveLength(1);
    await expect(elsewhere(one)).toBeHidden();

    await two.goto(arrivalHome);
    await expect(elsewhere(two)).toBeVisible();
    await expect(elsewhere(one)).toBeHidden();

    // The second tab continues with the answers of the first tab, and the first tab shows a notice.
    await continueHere(two);
    await expect(elsewhere(two)).toBeHidden();
    await expect(second.field('Flight or voyage number')).toHaveValue('BUS 1');
    await expect(elsewhere(one)).toBeVisible();
    const [before] = await drafts();
    await second.type('Flight or voyage number', 'BUS 22');
    await expect.poll(async () => (await drafts())[0]).not.toEqual(before);
    await expect(elsewhere(two)).toBeHidden();

    // The first tab no longer stores anything, whatever happens in it.
    await draftWritten(two);
    const written = await drafts();
    await one.locator('[name="flightNumber"]').evaluate((field: HTMLInputElement) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'LOST');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect(one.locator('[name="flightNumber"]')).toHaveValue('LOST');
    await first.field('Flight or voyage number').focus();
    await expect(first.field('Flight or voyage number')).not.toBeFocused();
    expect(await drafts()).toEqual(written);

    // The first tab takes over again, and shows what the second tab stored.
    await continueHere(one);
    await expect(first.field('Flight or voyage number')).toHaveValue('BUS 22');
    await expect(elsewhere(two)).toBeVisible();

    // A tab that is left or closed passes the form to the tab that waits.
    await one.getByRole('link', { name: 'Back' }).click();
    await expect(elsewhere(two)).toBeHidden();
    await expect(second.field('Flight or voyage number')).toHaveValue('BUS 22');
  });
}

test('a declaration that one tab has sent cannot be sent again by the other', async ({ context }) => {
  const one = await context.newPage();
  await fillArrival(one, aVisitor());
  const two = await context.newPage();
  await two.goto(`${arrivalHome}?step=5`);
  await continueHere(two);
  await expect(new Form(two).heading('Review & Submit')).toBeVisible();
  await expect(elsewhere(one)).toBeVisible();
  await submitArrival(two);
  // The form is available again, and empty.
  await expect(elsewhere(one)).toBeHidden();
  await expect(new Form(one).heading('Residency Details')).toBeVisible();
  await expect(new Form(one).field('Flight or voyage number')).toHaveValue('');
});
