import { expect, test } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';
import { Form } from './form.ts';
import { arrivalHome, aVisitor, fillGoods, fillOther, fillPersonal, fillResidency, fillReview, submitArrival } from './travellers.ts';

test('every step, an open list, and the page with the code have no accessibility violation', async ({ page }) => {
  const form = new Form(page);
  const trader = aVisitor({ merchandise: 'Yes' });
  await page.goto(arrivalHome);
  await page.getByRole('combobox', { name: /^Country of origin/ }).click();
  await page.getByRole('combobox', { name: /^Country of origin/ }).fill('po');
  await expect(page.getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('option').first().click();
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
