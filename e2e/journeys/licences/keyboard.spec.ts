import { expect, test } from '@playwright/test';
import { Form } from '../../support/form.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { aHolder, publicHome } from './holders.ts';

test('a keyboard alone fills in the whole application', async ({ page }) => {
  const keys = new Keyboard(page);
  const form = new Form(page);
  await page.goto(publicHome);
  await expect(form.heading('What you apply for')).toBeVisible();
  await keys.select('Professional document', 'Medical practitioner licence');
  await keys.select('Academic level', 'Licentiate degree');
  await keys.select('Type', 'First issue');
  await keys.press('Continue');

  await expect(form.heading('About you')).toBeFocused();
  await keys.answer('Full name', 'Maria da Silva');
  await keys.radio();
  await keys.to('Nationality');
  await keys.combobox('Timor');
  await keys.day('3', '4', '1985');
  await keys.press('Continue');

  await expect(form.heading('Identity and contact')).toBeFocused();
  await keys.select('Identity type', 'National identity card');
  await keys.answer('Identity number', aHolder().code);
  await keys.answer('Mobile number', '77123456');
  await keys.press('Continue');

  for (const step of ['Place of work', 'Your education', 'Documents']) {
    await expect(form.heading(step)).toBeFocused();
    if (step === 'Documents') {
      await keys.to('Copy of an identity document');
      await page.keyboard.press('Space');
    }
    await keys.press('Continue');
  }
  await expect(form.heading('Check your answers')).toBeFocused();
  await keys.press('Submit application');
  await expect(form.heading('Application submitted')).toBeFocused();
});
