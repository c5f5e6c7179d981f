import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { draftWritten } from '../support/draft.ts';
import { callApi, signIn, signInQuietly } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';
import { aDiploma } from './licences/holders.ts';
import { register } from './routes/documents.ts';

const thread = (page: Page) => page.getByRole('region', { name: 'Questions and answers' });

async function ask(page: Page, words: string): Promise<void> {
  await thread(page).getByText('Ask the applicant with a template').click();
  await thread(page).getByRole('button', { name: 'Send the question' }).click();
  await expect(thread(page).getByText('Write the question')).toBeVisible();
  await thread(page).getByLabel('Question').fill(words);
  await thread(page).getByRole('button', { name: 'Send the question' }).click();
  await expect(thread(page).getByRole('listitem').filter({ hasText: words })).toBeVisible();
}

test('an officer asks a traveller, who answers with a file on the page of the code; an applicant finds the question of a trip in their list', async ({
  page,
  browser,
}) => {
  const faults = watch(page);
  const { id } = await register(page, 'arrival');
  const officer = await browser.newPage();
  await signIn(officer, 'border-officer', `/other/traveller/declaration/view/${id}`);
  // The typed text is kept over a reload, and is deleted after it is sent.
  await thread(officer).getByText('Ask the applicant with a template').click();
  await thread(officer).getByLabel('Question').fill('Which hotel');
  await draftWritten(officer);
  await officer.reload();
  await expect(thread(officer).getByLabel('Question')).toHaveValue('Which hotel');
  await thread(officer).getByLabel('Question').fill('');
  await thread(officer).getByText('Ask the applicant with a template').click();
  await ask(officer, 'Which hotel do you stay at?');
  await officer.reload();
  await thread(officer).getByText('Ask the applicant with a template').click();
  await expect(thread(officer).getByLabel('Question')).toHaveValue('');
  // The declaration keeps its status, and the office waits for the answer.
  await expect(officer.getByText('Created', { exact: true }).first()).toBeVisible();
  await expectAccessible(officer);

  await page.goto(`/eservice/traveller/declaration/qr/${id}`);
  await expect(thread(page).getByRole('listitem').first()).toContainText('Which hotel do you stay at?');
  await expect(page.getByText('Bento Officer')).toHaveCount(0);
  await thread(page).getByLabel('Your answer').fill('Hotel Timor, the booking is attached');
  await thread(page).locator('input[type=file]').setInputFiles(aDiploma);
  const uploaded = page.waitForRequest((request) => request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/api/media/v1/'));
  await thread(page).getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(thread(page).getByRole('button', { name: 'Remove diploma.pdf' })).toBeVisible();
  expect(new URL((await uploaded).url()).pathname).toBe('/api/media/v1/ope');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await thread(page).getByRole('button', { name: 'Send the answer' }).click();
  await expect(thread(page).getByText('Your answer was sent')).toBeVisible();
  await expect(thread(page).getByLabel('Your answer')).toHaveCount(0);

  await officer.reload();
  const answered = thread(officer).getByRole('listitem').filter({ hasText: 'Hotel Timor' });
  await answered.getByRole('button', { name: /Open diploma\.pdf/ }).click();
  await expect(answered.locator('iframe[title*="diploma.pdf"]')).toBeVisible();
  await officer.context().close();

  const applicant = await (await browser.newContext()).newPage();
  await signInQuietly(applicant, 'applicant');
  const trip = await register(applicant, 'trip');
  const verifier = await (await browser.newContext()).newPage();
  await signIn(verifier, 'trip-verifier', `/triptic/trip/view/${trip.id}`);
  await ask(verifier, 'Is the insurance valid abroad?');
  await applicant.goto('/my');
  const own = applicant.getByRole('listitem').filter({ hasText: trip.reference });
  await expect(own).toContainText('Answer the question');
  await own.getByRole('link', { name: /What the office wrote/ }).click();
  await thread(applicant).getByLabel('Your answer').fill('Yes, until March');
  await thread(applicant).getByRole('button', { name: 'Send the answer' }).click();
  await expect(thread(applicant).getByText('Your answer was sent')).toBeVisible();
  await expectAccessible(applicant);
  await verifier.reload();
  await expect(thread(verifier).getByRole('listitem').filter({ hasText: 'Yes, until March' })).toBeVisible();
  await applicant.context().close();
  await verifier.context().close();
  faults.expectQuiet();
});

test('the box of a question stays open when another officer decides on the same declaration, and the question can be sent', async ({ page, browser }) => {
  const { id } = await register(page, 'arrival');
  const [officer, supervisor] = await Promise.all([browser.newPage(), browser.newPage()]);
  await signIn(officer, 'border-officer', `/other/traveller/declaration/view/${id}`);
  await thread(officer).getByText('Ask the applicant with a template').click();
  await expect(thread(officer).getByLabel('Question')).toBeVisible();
  await signIn(supervisor, 'border-supervisor', `/other/traveller/declaration/view/${id}`);
  // From now on the page receives the events of other officers.
  await expect(officer.getByText(/ is looking at this$/)).toBeVisible();
  const arrival = { version: 1, comment: 'The flight came a day early' };
  expect((await callApi(supervisor, 'POST', `/api/declarations/v1/traveller/declaration/${id}/actions/arrival`, arrival)).status).toBe(200);
  await expect(officer.getByText('Arrived', { exact: true }).first()).toBeVisible();
  await thread(officer).getByLabel('Question').fill('Who meets you at the airport?');
  await thread(officer).getByRole('button', { name: 'Send the question' }).click();
  await expect(thread(officer).getByRole('listitem').filter({ hasText: 'Who meets you at the airport?' })).toBeVisible();
  await expect(thread(officer).getByLabel('Question')).toBeHidden();
  await Promise.all([officer.context().close(), supervisor.context().close()]);
});
