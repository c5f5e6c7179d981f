import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { Form } from '../../support/form.ts';
import { arrivalHome, dayFrom } from './travellers.ts';

test('who travels later asks for one e-mail on the day when the form can be filled in @phone', async ({ page }) => {
  const form = new Form(page);
  await page.goto(arrivalHome);
  await page.getByRole('link', { name: /^You travel later\?/ }).click();
  await expect(form.heading('You travel later')).toBeVisible();
  const ask = page.getByRole('button', { name: 'Tell me when I can fill it in' });

  await ask.click();
  await form.expectErrors('Enter day of travel', 'Enter email address');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await form.date('Day of travel', dayFrom(0));
  await form.type('Email address', 'later@example.com');
  await ask.click();
  await form.expectErrors('Earlier days can be declared now');

  await form.date('Day of travel', dayFrom(60));
  await ask.click();
  await expect(form.heading('We will tell you')).toBeVisible();
  await expect(page.getByText(/^We send one e-mail to later@example\.com on \d/)).toBeVisible();
  await expectAccessible(page);
});
