import { expect, type Page, test } from '@playwright/test';
import { answerLicence } from '../../answers/licence.ts';
import { Form } from '../../support/form.ts';
import { enlarge, expectLargeTextFits, expectLargeTextNarrow } from '../../support/large-text.ts';
import { readCode } from '../../support/read-code.ts';
import { signInQuietly } from '../../support/sign-in.ts';
import { arrivalHome, aVisitor, fillGoods, fillOther, fillPersonal, fillResidency, fillReview, submitArrival } from '../declarations/travellers.ts';
import { aDiploma, aHolder, aPhoto, fillApplication, find, publicHome, submitApplication } from '../licences/holders.ts';
import { register } from '../routes/documents.ts';

test.use({ viewport: { width: 320, height: 740 }, isMobile: true, hasTouch: true });

/** The public addresses that can be opened directly. */
const addresses = [
  '/',
  arrivalHome,
  `${arrivalHome}/search`,
  `${arrivalHome}/plain`,
  '/eservice/departure/declaration',
  '/eservice/departure/declaration/search',
  '/eservice/departure/declaration/plain',
  publicHome,
  `${publicHome}/search`,
  '/eservice/triptic/outbound',
  '/eservice/triptic/inbound',
  '/eservice/triptic/trip',
  '/eservice/triptic/validity',
  '/payment/invoice',
  '/payment/receipt',
  '/payment/lookup/document',
  '/payment/lookup/medicine',
  '/payment/lookup/membership',
  '/accessibility',
  '/privacy',
  '/contact',
  '/sign-in',
  '/v/nonsense',
  '/my',
  '/nowhere',
];

for (const language of ['en', 'pt']) {
  test(`text of twice the size fits on every page of the public (${language})`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'portal.language', value: language, url: baseURL }]);
    for (const address of addresses) {
      await page.goto(address);
      await expectLargeTextFits(page, address);
    }
  });
}

/** Opens every group of a review. */
const openAll = (page: Page) =>
  page.locator('details.portal-fold').evaluateAll((groups) => {
    for (const group of groups) group.setAttribute('open', '');
  });

const pressContinue = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

test('text of twice the size fits in every step of the arrival, with its errors, dialogs, code and verification', async ({ page }) => {
  const visitor = aVisitor({ merchandise: 'Yes' });
  await page.goto(arrivalHome);
  await enlarge(page);
  for (const [step, fill] of [
    ['residency', fillResidency],
    ['personal', fillPersonal],
    ['other', fillOther],
    ['goods', fillGoods],
  ] as const) {
    await pressContinue(page);
    await expect(page.getByTestId('error-summary')).toBeVisible();
    await expectLargeTextFits(page, `${step} with errors`);
    await fill(page, visitor);
    await expectLargeTextFits(page, step);
    await pressContinue(page);
  }
  await fillReview(page);
  await openAll(page);
  await expectLargeTextFits(page, 'review');
  await page.goto(`${arrivalHome}?step=1`);
  await enlarge(page);
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectLargeTextFits(page, 'start again');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  const other = await page.context().newPage();
  await other.goto(arrivalHome);
  await expect(other.getByRole('dialog')).toBeVisible();
  await expectLargeTextFits(other, 'open in another tab');
  await other.close();
  await page.goto(`${arrivalHome}?step=5`);
  await expect(new Form(page).heading('Review & Submit')).toBeVisible();
  const id = await submitArrival(page);
  await expect(page.getByRole('img', { name: /^QR code for ARR-/ })).toBeVisible();
  await expectLargeTextFits(page, 'code');
  await page.goto(new URL(await readCode(page, `/api/declarations/v1/traveller/declaration/${id}/qr`)).pathname);
  await expect(new Form(page).heading('This document is genuine')).toBeVisible();
  await expectLargeTextFits(page, 'verification');
  await page.goto(`${arrivalHome}/search`);
  await page.getByRole('button', { name: 'Search' }).click();
  await expectLargeTextFits(page, 'finder with errors');
  const form = new Form(page);
  await form.type('Passport number', visitor.passport);
  await form.date('Date of birth', '1990-05-17');
  await form.find('Nationality', 'Portugal');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('link', { name: /^Show the QR code/ })).toBeVisible();
  await expectLargeTextFits(page, 'finder with a result');
});

test('text of twice the size fits in every step of the licence, and in what the register shows of one', async ({ page }) => {
  const holder = aHolder();
  const steps: string[] = [];
  // Each step is measured right before Continue is pressed.
  const next = Form.prototype.next;
  Form.prototype.next = async function (this: Form) {
    steps.push(await this.page.getByRole('heading', { level: 1 }).innerText());
    await expectLargeTextFits(this.page, `licence: ${steps.at(-1)}`);
    await next.call(this);
  };
  try {
    await fillApplication(page, holder);
  } finally {
    Form.prototype.next = next;
  }
  expect(steps).toHaveLength(6);
  await openAll(page);
  await expectLargeTextFits(page, 'licence: review');
  const { id } = await submitApplication(page);
  await expectLargeTextFits(page, 'licence: code');
  await page.goto(`${publicHome}/view/${id}`);
  await expectLargeTextFits(page, 'licence: document');
  await find(page, holder);
  await expectLargeTextFits(page, 'licence: finder');
});

test('text of twice the size fits around a photo in its frame, a file and its preview, and on a page that changes an application', async ({ page }) => {
  const section = (name: string) => page.getByRole('region', { name });
  await page.goto(publicHome);
  await answerLicence(new Form(page), aHolder(), async () => {
    await section('Photo').locator('input[type=file]').setInputFiles(aPhoto);
    await expect(page.getByRole('button', { name: 'Use this photo' })).toBeVisible();
    await expectLargeTextFits(page, 'photo in its frame');
    await page.getByRole('button', { name: 'Use this photo' }).click();
    await expect(section('Photo').getByRole('img', { name: 'Photo of the holder' })).toBeVisible();
    await expectLargeTextFits(page, 'photo');
  });
  await page.goto(`${publicHome}?step=6`);
  const scans = section('Scanned document list');
  await scans.locator('select').selectOption({ label: 'Diploma' });
  await scans.locator('input[type=file]').setInputFiles(aDiploma);
  await scans.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(scans.getByText('diploma.pdf').first()).toBeVisible();
  await expectLargeTextFits(page, 'file');
  await scans.getByRole('button', { name: 'Preview diploma.pdf' }).click();
  await expect(section('Preview: diploma.pdf')).toBeVisible();
  await expectLargeTextFits(page, 'preview of a file');

  await signInQuietly(page, 'applicant');
  const trip = await register(page, 'trip');
  await page.goto(`/eservice/triptic/trip/amendment/${trip.id}`);
  // On a phone, the parts of the page are collapsed like those of the form.
  await expect(page.getByRole('button', { name: /^Owner information/ })).toHaveAttribute('aria-expanded', 'false');
  await expectLargeTextFits(page, 'change of a trip, folded');
  await new Form(page).unfold();
  await expectLargeTextFits(page, 'change of a trip');
});

test('text of twice the size fits on the forms of one page with their errors, on their codes and on one’s own list', async ({ page }) => {
  for (const address of ['/eservice/departure/declaration', '/eservice/triptic/inbound']) {
    await page.goto(address);
    await page.getByRole('button', { name: 'Register', exact: true }).click({ force: true });
    await expect(page.getByTestId('error-summary')).toBeVisible();
    await expectLargeTextFits(page, `${address} with errors`);
  }
  await page.goto('/eservice/departure/declaration/plain');
  await page.locator('main form button').last().click();
  await expectLargeTextFits(page, 'form without script, with errors');
  await signInQuietly(page, 'applicant');
  const [departure, licence, trip] = [await register(page, 'departure'), await register(page, 'licence'), await register(page, 'trip')];
  for (const address of [
    '/my',
    `/eservice/departure/declaration/qr/${departure.id}`,
    `/eservice/departure/declaration/view/${departure.id}`,
    `${publicHome}/view/${licence.id}`,
    `/eservice/triptic/trip/inqr/${trip.id}`,
    `/eservice/triptic/trip/view/${trip.id}`,
    `/eservice/triptic/validity?reference=${trip.reference}`,
  ]) {
    await page.goto(address);
    await expectLargeTextFits(page, address);
  }
});

test('the pages of officers do not scroll sideways with text of twice the size', async ({ page }) => {
  const [arrival, licence, trip] = [await register(page, 'arrival'), await register(page, 'licence'), await register(page, 'trip')];
  await signInQuietly(page, 'admin');
  for (const address of [
    '/staff',
    '/staff/areas',
    '/staff/audit',
    '/staff/jobs',
    '/other/traveller/declaration',
    `/other/traveller/declaration/view/${arrival.id}`,
    '/other/traveller/scan',
    '/licenser/professional',
    '/licenser/professional/new',
    `/licenser/professional/view/${licence.id}`,
    '/triptic/trip/search-outbound',
    '/triptic/trip/new',
    `/triptic/trip/view/${trip.id}`,
    '/account/receipt',
  ]) {
    await page.goto(address);
    await expectLargeTextNarrow(page, address);
  }
});
