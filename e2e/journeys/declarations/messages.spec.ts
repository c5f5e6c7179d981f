import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';
import { chooseLanguage } from '../../support/choose-language.ts';
import { Form } from '../../support/form.ts';
import { arrivalHome, aVisitor, dayFrom, fillGoods, fillOther, fillPersonal, fillResidency, submitButton } from './travellers.ts';

test('each step says everything that is missing, keeps what was typed and does not advance', async ({ page }) => {
  const form = new Form(page);
  const visitor = aVisitor();
  await page.goto(arrivalHome);
  await expect(form.heading('Residency Details')).toBeVisible();
  await form.next();
  await form.expectErrors(
    'Please Select Traveler Type',
    'Please Select Entry Point',
    'Enter country of origin',
    'Enter flight or voyage number',
    'Enter arrival date',
  );
  await expect(page).toHaveTitle(/^Error:/);
  await expectAccessible(page);
  await page.getByTestId('error-summary').getByRole('link', { name: 'Please Select Entry Point' }).click();
  await expect(page.getByRole('combobox', { name: /^Entry point/ })).toBeFocused();
  await form.type('Flight or voyage number', 'X'.repeat(36));
  await form.next();
  await form.expectErrors('Flight or voyage number must be 35 characters or fewer');
  await expect(form.field('Flight or voyage number')).toHaveValue('X'.repeat(36));
  await form.type('Flight or voyage number', '');
  await fillResidency(page, visitor);
  await form.next();

  await expect(form.heading('Personal Details')).toBeVisible();
  await form.next();
  await form.expectErrors(
    'Enter passport number',
    'Enter nationality',
    'Enter passport expiry date',
    'Enter given or first name',
    'Enter family or last name',
    'Enter date of birth',
    'Enter sex',
    'Enter occupation',
    'Enter phone number',
  );
  await fillPersonal(page, visitor);
  await form.type('Phone number', 'call me');
  await form.date('Passport expiry date', dayFrom(-10));
  await form.date('Date of birth', dayFrom(10));
  await form.type('Occupation', 'x'.repeat(36));
  await form.next();
  await form.expectErrors(
    'Phone number must contain only digits; a + in front and spaces are fine',
    'Passport expiry date must not be before the day of travel',
    'Date of birth must be a real date in the past, such as 27 3 1980',
    'Occupation must be 35 characters or fewer',
  );
  await fillPersonal(page, visitor);
  await form.next();

  await expect(form.heading('Other Details')).toBeVisible();
  await form.next();
  await form.expectErrors(
    'Enter reason for your visit',
    'Enter length of stay in days',
    'Enter departure date',
    'Enter return ticket reference',
    'Enter type of accommodation',
    'Enter address in the country',
    'Declarations: tick each line to which your answer is yes',
    'Confirm that your answers to the declarations are true',
  );
  await expectAccessible(page);
  await form.pick('Type of accommodation', 'Hotel');
  await form.next();
  await form.expectErrors('Enter name of the hotel');
  await fillOther(page, visitor);
  await form.next();

  await expect(form.heading('Goods Details')).toBeVisible();
  await form.next();
  await form.expectErrors(
    'Enter number of bags',
    'Say whether you have merchandise to declare',
    'Say whether you carry more than 5000 USD or the equivalent',
    'Questions: tick each line to which your answer is yes',
  );
  await form.type('Number of bags', 'two');
  await form.pick('Do you carry more than 5000 USD', 'Yes');
  await form.type('Amount of money', '0');
  await form.next();
  await form.expectErrors('Number of bags must be a whole number', 'Enter currency', 'Amount of money must be a whole number of at least 1');
  await fillGoods(page, visitor);
  await form.next();

  await expect(form.heading('Review & Submit')).toBeVisible();
  await submitButton(page).click();
  await form.expectErrors('Enter title', 'Enter city of birth', 'Confirm that the information provided is true and correct');
  await expectAccessible(page);
});

test('the messages and the questions follow the language of the page, and no answer is lost', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await form.type('Flight or voyage number', 'qg500');
  await chooseLanguage(page, 'Português');
  await expect(page.getByRole('heading', { level: 1, name: 'Dados de residência' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Número do voo ou da viagem/ })).toHaveValue('QG500');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByTestId('error-summary').getByText('Selecione o ponto de entrada')).toBeVisible();
});

test('an address of a later step leads to the first one that is not complete', async ({ page }) => {
  await page.goto(`${arrivalHome}?step=5`);
  await expect(new Form(page).heading('Residency Details')).toBeVisible();
});

test('errors on the screen are said in the new language when it is switched', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await expect(form.heading('Residency Details')).toBeVisible();
  await form.next();
  await form.expectErrors('Please Select Entry Point');
  await chooseLanguage(page, 'Português');
  await expect(page.getByTestId('error-summary').getByText('Selecione o ponto de entrada')).toBeVisible();
  await chooseLanguage(page, 'English');
  await expect(page.getByTestId('error-summary').getByText('Please Select Entry Point')).toBeVisible();
});
