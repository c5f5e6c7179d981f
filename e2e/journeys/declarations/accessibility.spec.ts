import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';
import { Form } from '../../support/form.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { arrivalHome, aVisitor, fillGoods, fillOther, fillPersonal, fillResidency, fillReview, submitArrival } from './travellers.ts';

test('every step, an open list, and the page with the code have no accessibility violation', async ({ page }) => {
  const form = new Form(page);
  const trader = aVisitor({ merchandise: 'Yes' });
  await page.goto(arrivalHome);
  await page.getByRole('combobox', { name: /^Country of origin/ }).click();
  await page.getByRole('combobox', { name: /^Country of origin/ }).fill('po');
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toBeVisible();
  await expectAccessible(page);
  await options.first().click();
  for (const fill of [fillResidency, fillPersonal, fillOther, fillGoods]) {
    await fill(page, trader);
    await expectAccessible(page);
    await form.next();
  }
  await fillReview(page);
  await expectAccessible(page);
  await submitArrival(page);
  await expectAccessible(page);
  await page.goto(`${arrivalHome}/search`);
  await expect(form.heading('Find your arrival declaration')).toBeVisible();
  await expectAccessible(page);
});

test('focus goes to the heading when the step changes', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await fillResidency(page, aVisitor());
  await form.next();
  await expect(form.heading('Personal Details')).toBeFocused();
  await page.getByRole('button', { name: 'Previous' }).first().click();
  await expect(form.heading('Residency Details')).toBeFocused();
});

test('a keyboard alone fills in the whole declaration', async ({ page }) => {
  const keys = new Keyboard(page);
  await page.goto(arrivalHome);
  await expect(new Form(page).heading('Residency Details')).toBeVisible();
  await keys.select('Purpose of travel', 'Visitor');
  await keys.to('Entry point');
  await keys.combobox('Batugade');
  await keys.to('Country of origin');
  await keys.combobox('Portugal');
  await keys.to('Number plate, or on foot');
  await page.keyboard.type('bus 7');
  await keys.to('Arrival date');
  await expect(
    page
      .getByLabel(/^Arrival date/)
      .locator('option')
      .nth(1),
  ).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await keys.press('Continue');

  await expect(new Form(page).heading('Personal Details')).toBeFocused();
  await keys.answer('Passport number', 'kb123456');
  await keys.to('Nationality');
  await keys.combobox('Portugal');
  await keys.day('31', '12', '2035');
  await keys.answer('Given or first name', 'Ana');
  await keys.answer('Family or last name', 'Lima');
  await keys.day('5', '6', '1977');
  await keys.select('Sex', 'Female');
  await keys.answer('Occupation', 'Driver');
  await keys.answer('Phone number', '67077000111');
  await keys.press('Continue');

  await expect(new Form(page).heading('Other Details')).toBeFocused();
  await keys.select('Reason for your visit', 'Holiday');
  await keys.answer('Length of stay', '3');
  // The form already proposes the day of departure.
  await keys.answer('Return ticket reference', 'none 1');
  await keys.radio();
  await keys.answer('Name of the hotel', 'Hotel Timor');
  // The form already proposes the address of the hotel.
  await keys.to('None of these');
  await page.keyboard.press('Space');
  await keys.to('My answers to the declarations');
  await page.keyboard.press('Space');
  await keys.press('Continue');

  await expect(new Form(page).heading('Goods Details')).toBeFocused();
  await keys.answer('Number of bags', '1');
  await keys.radio('No');
  await keys.to('None of these');
  await page.keyboard.press('Space');
  await keys.to('My answers to the questions');
  await page.keyboard.press('Space');
  await keys.radio('No');
  await keys.press('Continue');

  await expect(new Form(page).heading('Review & Submit')).toBeFocused();
  await keys.answer('Title', 'Ms');
  await keys.answer('City of birth', 'Porto');
  await keys.to('I declare that the information');
  await page.keyboard.press('Space');
  await keys.press('Submit declaration');
  await expect(page).toHaveURL(/\/qr\//);
  await expect(page.getByText('Green lane')).toBeVisible();
});
