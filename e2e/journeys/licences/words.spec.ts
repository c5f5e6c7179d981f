import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { draftWritten } from '../../support/draft.ts';
import { signIn, signInQuietly } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { register } from '../routes/documents.ts';
import { aDiploma, publicHome, staffHome } from './holders.ts';

const thread = (page: Page) => page.getByRole('region', { name: 'Questions and answers' });
const notes = (page: Page) => page.getByRole('region', { name: 'Notes' });

test('an officer asks with a template, the applicant answers in place with a file, and the officer sees it', async ({ page, browser }) => {
  const faults = watch(page);
  const { id, reference } = await register(page, 'licence');
  const officer = await browser.newPage();
  await signIn(officer, 'licence-verifier', `${staffHome}/view/${id}`);
  await thread(officer).getByText('Ask the applicant with a template').click();
  await thread(officer).getByLabel('Template').selectOption({ label: 'The diploma is not certified' });
  // The template selects the requirement that it belongs to.
  await expect(thread(officer).getByLabel('What it is about').locator('option:checked')).toHaveText('Certified copy of the diploma');
  await expect(thread(officer).getByLabel('Question')).toHaveValue(/certified by the institution/);
  await expectAccessible(officer);
  await thread(officer).getByRole('button', { name: 'Send the question' }).click();
  await expect(thread(officer).getByRole('listitem').first()).toContainText('Vasco Verifier');
  await expect(officer.getByText('Queried', { exact: true }).first()).toBeVisible();
  await officer.goto('/staff');
  await expect(officer.getByRole('heading', { level: 1, name: 'Work' })).toBeVisible();

  await page.goto(`${publicHome}/view/${id}`);
  const asked = thread(page).getByRole('listitem').first();
  await expect(asked).toContainText('About: Certified copy of the diploma');
  await expect(asked).toContainText('Ministry of Health');
  await expect(page.getByText('Vasco Verifier')).toHaveCount(0);
  await thread(page).getByRole('button', { name: 'Send the answer' }).click();
  await expect(thread(page).getByText('Write your answer')).toBeVisible();
  await thread(page).getByLabel('Your answer').fill('Here it is, with the stamp');
  await thread(page)
    .locator('input[type=file]')
    .setInputFiles({ ...aDiploma, name: 'stamp.pdf' });
  await thread(page).getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(thread(page).getByRole('button', { name: 'Remove stamp.pdf' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The typed text and the uploaded file are kept over a reload.
  await draftWritten(page);
  await page.reload();
  await expect(thread(page).getByLabel('Your answer')).toHaveValue('Here it is, with the stamp');
  await expect(thread(page).getByRole('button', { name: 'Remove stamp.pdf' })).toBeVisible();
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(thread(second).getByLabel('Your answer')).toBeVisible();
  // A file that is selected but not uploaded yet is sent with the answer.
  await thread(page).locator('input[type=file]').setInputFiles(aDiploma);
  await thread(page).getByRole('button', { name: 'Send the answer' }).click();
  await expect(thread(page).getByText('Your answer was sent')).toBeVisible();
  await expect(thread(page).getByRole('button', { name: /Open stamp\.pdf/ })).toBeVisible();

  // An applicant who answers again in another window is told that the question is already answered.
  await thread(second).getByLabel('Your answer').fill('Here it is again');
  await thread(second).getByRole('button', { name: 'Send the answer' }).click();
  await expect(thread(second).getByText('changed this document since you opened it')).toBeVisible();
  await expect(thread(second).getByText('Here it is, with the stamp')).toBeVisible();
  await expect(thread(second).getByLabel('Your answer')).toHaveCount(0);
  await second.close();

  // The officer is notified on any staff page, and opens the case from there.
  const news = officer.getByRole('region', { name: 'News of cases' });
  await expect(news).toContainText('The applicant has answered on');
  await expectAccessible(officer);
  await news.getByRole('button', { name: reference }).click();
  await expect(officer).toHaveURL(new RegExp(`/view/${id}`));
  await expect(news.getByRole('button', { name: reference })).toHaveCount(0);

  await officer.goto(`${staffHome}/view/${id}`);
  const answered = thread(officer).getByRole('listitem').filter({ hasText: 'Here it is, with the stamp' });
  await expect(answered).toBeVisible();
  await answered.getByRole('button', { name: /Open diploma\.pdf/ }).click();
  await expect(answered.locator('iframe[title*="diploma.pdf"]')).toBeVisible();
  await officer.context().close();
  faults.expectQuiet();
});

test('notes are read by officers, with @ names, and nowhere by the applicant', async ({ page, browser }) => {
  const { id, reference } = await register(page, 'licence');
  // Only officers who have signed in before can be mentioned.
  const assessor = await browser.newPage();
  await signIn(assessor, 'licence-assessor');
  const officer = await browser.newPage();
  const faults = watch(officer);
  await signIn(officer, 'licence-verifier', `${staffHome}/view/${id}`);
  await notes(officer).getByRole('textbox', { name: 'New note' }).pressSequentially('Looks forged, ask @alda');
  const name = notes(officer).getByRole('option', { name: /Alda Assessor/ });
  await expect(name).toBeVisible();
  await officer.keyboard.press('ArrowDown');
  await expect(name).toHaveAttribute('aria-selected', 'true');
  await officer.keyboard.press('Enter');
  await expect(notes(officer).getByRole('textbox', { name: 'New note' })).toHaveValue('Looks forged, ask @licence-assessor ');
  await notes(officer).getByRole('button', { name: 'Add the note' }).click();
  await expect(notes(officer).getByRole('listitem').first()).toContainText('Looks forged');
  await expectAccessible(officer);
  // A mentioned officer is notified immediately, on any staff page.
  const news = assessor.getByRole('region', { name: 'News of cases' });
  await expect(news).toContainText(`You are named in a note on Professional licences: ${reference}`);
  await news.getByRole('button', { name: /^Close/ }).click();
  await expect(news.getByRole('button')).toHaveCount(0);
  await assessor.goto(`${staffHome}/view/${id}`);
  await expect(notes(assessor).getByRole('listitem').first()).toContainText('Vasco Verifier');

  await page.goto(`${publicHome}/view/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Looks forged')).toHaveCount(0);
  for (const path of ['document', 'thread', 'export', '1/version']) {
    const answer = await page.request.get(`/api/licences/v1/professional/${id}/${path}`);
    expect([path, answer.status()]).toEqual([path, 200]);
    expect(await answer.text()).not.toContain('Looks forged');
  }
  expect((await page.request.get(`/api/licences/v1/professional/${id}/notes`)).status()).toBe(401);
  // The notes are not printed either.
  await officer.emulateMedia({ media: 'print' });
  await expect(notes(officer)).toBeHidden();
  await Promise.all([assessor.context().close(), officer.context().close()]);
  faults.expectQuiet();
});

test('a verification that lacks confirmations is refused in the language of the page, and what is ticked is red no longer', async ({ browser, page }) => {
  const { id } = await register(page, 'licence');
  const context = await browser.newContext({ locale: 'pt-PT' });
  const officer = await context.newPage();
  await signInQuietly(officer, 'licence-verifier');
  await officer.goto(`${staffHome}/verification/${id}`);
  await officer.getByRole('button', { name: /^Verificar/ }).click();
  await expect(officer.locator('.govuk-error-summary')).toContainText('Confirme o requisito: Fotografia recente tipo passe');
  const messages = officer.locator('.govuk-error-message', { hasText: 'Confirme o requisito' });
  const count = await messages.count();
  await officer.getByRole('checkbox', { name: 'Fotografia recente tipo passe' }).check();
  await expect(messages).toHaveCount(count - 1);
  await officer.getByRole('button', { name: /^Confirmar todos/ }).click();
  await expect(messages).toHaveCount(0);
  await context.close();
});
