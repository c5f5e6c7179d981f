import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { holdBack } from '../../support/hold-back.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { signIn } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { aPlate, dayFrom, fillTrip, home, registerTripQuietly } from './trip.ts';

const aScan = {
  name: 'registration.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
};

test('a vehicle owner registers a trip and gets a code to present @phone', async ({ page }) => {
  const faults = watch(page);
  await page.goto(home.E);
  await expect(page.getByRole('heading', { level: 1, name: 'Take a vehicle out of the country' })).toBeVisible();
  await expectAccessible(page);
  await fillTrip(page, 'E', aPlate());
  await expect(page.getByRole('row', { name: /Total/ })).toContainText('15.00');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText(/^TIBE-\d{4}-\d{7}$/)).toBeVisible();
  await expect(page.getByText(/present it to the relevant authority/)).toBeVisible();
  await expect(page.getByRole('img', { name: /TIBE-/ })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  faults.expectQuiet();
});

test('everything that is missing is listed, each with the way to its field', async ({ page }) => {
  const form = new Form(page);
  await page.goto(home.I);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await form.expectErrors(
    'Choose what you apply for',
    'Enter sub-document',
    'Enter vehicle number',
    'Enter engine capacity',
    'Enter owner name',
    'Enter passport',
    'Enter entry date',
    'Enter destination',
  );
  await expectAccessible(page);
  await page.getByTestId('error-summary').getByRole('link', { name: 'Enter vehicle number' }).click();
  await expect(form.field('Vehicle number')).toBeFocused();
  await form.type('Engine capacity', '1.8 l');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await form.expectErrors('Engine capacity (cc) must be a whole number');
});

test('an owner who drives is the driver, answers are kept, merchandise starts with one empty entry', async ({ page }) => {
  const form = new Form(page);
  await page.goto(home.E);
  await expect(page.getByRole('group', { name: /Item 1/ })).toHaveCount(0);
  const driver = page.getByRole('region', { name: /^Driver information/ });
  // The box is ticked before anything is typed; the driver then follows every later change of the owner.
  await page.getByLabel(/^Owner is the Driver/).check();
  await form.type('Owner name', 'Maria da Silv');
  await form.type('Owner address', 'Rua de Dili 1');
  await form.type('Owner name', 'Maria da Silva');
  await expect(driver.getByText('Maria da Silva', { exact: true })).toBeVisible();
  await expect(driver.getByText('RUA DE DILI 1', { exact: true })).toBeVisible();
  await expect(form.field('Driver name')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add merchandise' }).click();
  const item = page.getByRole('group', { name: /Item 1/ });
  await item.getByRole('textbox', { name: /^Description/ }).fill('Coffee in bags');
  await draftWritten(page);
  await page.reload();
  await expect(driver.getByText('Maria da Silva', { exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: /Item 1/ }).getByRole('textbox', { name: /^Description/ })).toHaveValue('Coffee in bags');
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start again' }).click();
  await expect(form.field('Owner name')).toHaveValue('');
});

test('what is applied for decides the sub-documents, questions, requirements and fees', async ({ page }) => {
  const form = new Form(page);
  await page.goto('/eservice/triptic/trip');
  const documents = page.getByRole('combobox', { name: /^Applying for/ }).locator('option');
  // The public sees the open documents of both movements, but not those for diplomats, and not those that were removed.
  await expect(documents).toHaveText([
    /Select|Choose|^$/i,
    /Temporary exit of a vehicle$/,
    /Temporary exit of a vehicle, goods/,
    /Temporary entry of a foreign vehicle$/,
    /Temporary entry of a foreign vehicle, goods/,
  ]);
  await form.choose('Applying for', 'Temporary exit of a vehicle, goods or passengers for hire');
  await expect(page.getByRole('combobox', { name: /^Processing centre/ })).toBeVisible();
  await form.choose('Sub-document', 'Lorry');
  await expect(page.getByRole('region', { name: /^Document requirements/ })).toContainText('Goods manifest');
  await expect(page.getByRole('row', { name: /Total/ })).toContainText('35.00');
  await form.choose('Applying for', 'Temporary exit of a vehicle');
  await expect(page.getByRole('combobox', { name: /^Processing centre/ })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: /^Sub-document/ })).toHaveValue('');
});

test('an error in the goods is shown at its row, also after a row that was left blank', async ({ page }) => {
  const form = new Form(page);
  await page.goto(home.E);
  await fillTrip(page, 'E', aPlate());
  const add = page.getByRole('button', { name: 'Add merchandise' });
  for (let row = 0; row < 2; row++) await add.click();
  const second = page.getByRole('group', { name: /Item 2/ });
  await second.getByLabel('Description').fill('Generator');
  await second.getByLabel('Quantity').fill('2000000');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await form.expectErrors('Quantity must be a whole number from 1 to 1000000');
  // The blank row is gone.
  const only = page.getByRole('group', { name: /Item \d/ });
  await expect(only).toHaveCount(1);
  await expect(only.getByLabel('Description')).toHaveValue('Generator');
  await page.getByTestId('error-summary').getByRole('link').click();
  await expect(only.getByLabel('Quantity')).toBeFocused();
  await expect(only).toContainText('Quantity must be');
});

test('an error in the goods of a draft is shown at its row, also after a row that was left blank', async ({ page }) => {
  const form = new Form(page);
  await signIn(page, 'applicant', home.E);
  const add = page.getByRole('button', { name: 'Add merchandise' });
  for (let row = 0; row < 2; row++) await add.click();
  const second = page.getByRole('group', { name: /Item 2/ });
  await second.getByLabel('Description').fill('Generator');
  await second.getByLabel('Quantity').fill('2000000');
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await form.expectErrors('Quantity must be a whole number from 1 to 1000000');
  const only = page.getByRole('group', { name: /Item \d/ });
  await expect(only).toHaveCount(1);
  await expect(only.getByLabel('Description')).toHaveValue('Generator');
  await expect(only).toContainText('Quantity must be');
});

test('what is asked and could not be loaded is not shown as nothing, and is tried again', async ({ page }) => {
  const form = new Form(page);
  await page.goto('/eservice/triptic/trip');
  await page.route('**/searchRequirement*', (route) => route.abort());
  await form.choose('Applying for', 'Temporary exit of a vehicle, goods or passengers for hire');
  await form.choose('Sub-document', 'Lorry');
  const requirements = page.getByRole('region', { name: /^Document requirements/ });
  await expect(requirements.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByText('Nothing is asked for here.')).toHaveCount(0);
  await expect(page.getByText('There is nothing to pay.')).toHaveCount(0);
  await page.unroute('**/searchRequirement*');
  await requirements.getByRole('button', { name: 'Try again' }).click();
  await expect(requirements).toContainText('Goods manifest');
  await expect(page.getByRole('row', { name: /Total/ })).toContainText('35.00');
});

test('a file that was chosen and not uploaded is uploaded when the form goes on', async ({ page }) => {
  await page.goto(home.E);
  const scans = page.getByRole('region', { name: 'Scanned document list' });
  await scans.locator('select').selectOption({ label: 'Vehicle registration certificate' });
  await scans.locator('input[type=file]').setInputFiles(aScan);
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(scans.getByRole('row', { name: /registration\.pdf/ })).toContainText('Vehicle registration certificate');
  await expect(page.getByTestId('error-summary')).toBeFocused();
  // During a slow upload the form waits for the file, even if the button is pressed several times.
  await scans.locator('input[type=file]').setInputFiles({ ...aScan, name: 'slow.pdf' });
  const letGo = await holdBack(page, '**/api/media/v1/trip');
  const register = page.getByRole('button', { name: 'Register', exact: true });
  await register.click();
  await expect(scans.getByRole('progressbar')).toBeVisible();
  await register.click();
  await expect(page.getByTestId('error-summary')).not.toBeFocused();
  letGo();
  await expect(scans.getByRole('row', { name: /slow\.pdf/ })).toBeVisible();
  await expect(page.getByTestId('error-summary')).toBeFocused();
  // A refused file shows an error, and stops the form only once. The error disappears together with the file.
  await scans.locator('input[type=file]').setInputFiles({ ...aScan, name: 'broken.pdf', buffer: Buffer.from('no PDF') });
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(scans.getByRole('alert').getByText(/FILE_TYPE/)).toBeVisible();
  await expect(scans.locator('input[type=file]')).toBeFocused();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByTestId('error-summary')).toBeFocused();
  await scans.locator('input[type=file]').setInputFiles(aScan);
  await expect(scans.getByText(/FILE_TYPE/)).toHaveCount(0);
});

test('a draft that is saved has the file that was chosen and not uploaded', async ({ page }) => {
  await signIn(page, 'applicant', home.E);
  const scans = page.getByRole('region', { name: 'Scanned document list' });
  await scans.locator('select').selectOption({ label: 'Vehicle registration certificate' });
  await scans.locator('input[type=file]').setInputFiles(aScan);
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await expect(page).toHaveURL(/\/eservice\/triptic\/trip\/edit\/[\w-]+$/);
  await expect(scans.getByRole('row', { name: /registration\.pdf/ })).toContainText('Vehicle registration certificate');
});

test('a draft has no code, so Back and the address of its code do not lead to one', async ({ page }) => {
  await signIn(page, 'applicant', home.E);
  await new Form(page).type('Vehicle number', aPlate());
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await expect(page).toHaveURL(/\/eservice\/triptic\/trip\/edit\/[\w-]+$/);
  const id = page.url().split('/').at(-1);
  const back = page.getByRole('link', { name: 'Back', exact: true });
  await back.click();
  await expect(page).toHaveURL(new RegExp(`/eservice/triptic/trip/view/${id}$`));
  await back.click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
  await page.goto(`/eservice/triptic/trip/inqr/${id}`);
  await expect(page).toHaveURL(new RegExp(`/eservice/triptic/trip/view/${id}$`));
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible();
});

test('an applicant continues a draft, submits it and gets its code and what to pay', async ({ page }) => {
  await signIn(page, 'applicant', home.E);
  const plate = aPlate();
  await new Form(page).type('Vehicle number', plate);
  await page.getByRole('button', { name: 'Save draft', exact: true }).click();
  await expect(page).toHaveURL(/\/eservice\/triptic\/trip\/edit\/[\w-]+$/);
  await fillTrip(page, 'E', plate);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page).toHaveURL(/\/eservice\/triptic\/trip\/inqr\/[\w-]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Your trip is registered' })).toBeVisible();
  await expect(page.getByText(/^TIBE-\d{4}-\d{7}$/)).toBeVisible();
  await expect(page.getByText(/^Then you pay the permit: .*\d/)).toBeVisible();
  await page.getByRole('link', { name: 'See or change your application' }).click();
  await page.getByRole('link', { name: 'Show the code', exact: true }).click();
  await expect(page.getByRole('img', { name: /TIBE-/ })).toBeVisible();
});

test('scanned documents are added with their kind and removed again', async ({ page }) => {
  await page.goto(home.E);
  const scans = page.getByRole('region', { name: 'Scanned document list' });
  await scans.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(scans.getByRole('alert')).toContainText('Please select a file!');
  await scans.locator('select').selectOption({ label: 'Vehicle registration certificate' });
  await scans.locator('input[type=file]').setInputFiles(aScan);
  await scans.getByRole('button', { name: 'Upload', exact: true }).click();
  const row = scans.getByRole('row', { name: /registration\.pdf/ });
  await expect(row).toContainText('Vehicle registration certificate');
  expect(await scans.locator('.portal-attachments__list').evaluate((element) => getComputedStyle(element).height)).toBe('200px');
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(row).toHaveCount(0);
});

test('an applicant amends a trip until it is verified', async ({ page }) => {
  const { id } = await registerTripQuietly(page, 'E');
  await page.goto(`/eservice/triptic/trip/inqr/${id}`);
  await page.getByRole('link', { name: 'See or change your application' }).click();
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const form = new Form(page);
  // The type of application is fixed. Everything else can be changed, including the answers.
  await expect(page.getByLabel(/^Applying for/)).toHaveCount(0);
  await form.type('Owner name', 'Another Owner');
  const questions = page.getByRole('region', { name: /^Declarations/ });
  await expect(questions.getByRole('radio', { name: 'No' }).first()).toBeChecked();
  await questions.getByRole('radio', { name: 'Yes' }).first().check();
  // A file that was chosen and not uploaded is sent with the change. One that does not arrive stops the change, and its field takes the focus.
  const scans = page.getByRole('region', { name: 'Scanned document list' });
  await scans.locator('select').selectOption({ label: 'Vehicle registration certificate' });
  await scans.locator('input[type=file]').setInputFiles(aScan);
  await page.route('**/api/media/v1/trip', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(scans.locator('input[type=file]')).toBeFocused();
  await scans.locator('input[type=file]').setInputFiles(aScan);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/eservice/triptic/trip/view/${id}$`));
  await expect(page.getByText('Another Owner').first()).toBeVisible();
  await expect(scans.getByRole('row', { name: /registration\.pdf/ })).toContainText('Vehicle registration certificate');
  await expect(questions.getByRole('cell', { name: 'Yes', exact: true })).toHaveCount(1);
  await expect(questions.getByRole('cell', { name: 'No', exact: true })).toHaveCount(4);
});

test('a wrong file of a registered trip is replaced, and not lost', async ({ page }) => {
  const scans = page.getByRole('region', { name: 'Scanned document list' });
  await page.goto(home.E);
  await fillTrip(page, 'E', aPlate());
  await scans.locator('select').first().selectOption({ label: 'Vehicle registration certificate' });
  await scans.locator('input[type=file]').setInputFiles(aScan);
  await scans.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(scans.getByRole('row', { name: /registration\.pdf/ })).toBeVisible();
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('link', { name: 'See or change your application' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const row = scans.getByRole('row', { name: /registration\.pdf/ });
  await expect(row.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await row.getByRole('button', { name: /^Replace/ }).click();
  await scans
    .locator('input[type=file]')
    .last()
    .setInputFiles({ ...aScan, name: 'corrected.pdf', buffer: Buffer.concat([aScan.buffer, Buffer.from('\n')]) });
  await scans.getByRole('button', { name: 'Upload', exact: true }).last().click();
  await expect(scans.getByRole('row', { name: /corrected\.pdf/ })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(/\/trip\/view\//);
  await expect(scans.getByRole('row', { name: /corrected\.pdf/ })).toContainText('Vehicle registration certificate');
  await expect(row).toHaveCount(0);
});

test('a scanned code leads to the validity check; a reference alone tells the validity and no names', async ({ page }) => {
  const faults = watch(page);
  const trip = await registerTripQuietly(page, 'E');
  await page.goto(`/eservice/triptic/trip/inqr/${trip.id}`);
  const code = await page.request.get(`/api/trips/v1/triptic/trip/${trip.id}/qr?format=svg`);
  expect(code.headers()['content-type']).toContain('image/svg+xml');
  await page.getByRole('link', { name: 'See whether the trip is valid' }).click();
  await expect(page.locator('figcaption')).toHaveText('Trip is Pending');
  await expect(page.locator('.trip-validity svg')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/eservice/triptic/validity?reference=${trip.reference}`);
  await expect(page.locator('figcaption')).toHaveText('Trip is Pending');
  await expect(page.getByText('Maria da Silva')).toHaveCount(0);
  await page.goto('/eservice/triptic/validity?reference=TIBE-2020-9999999');
  await expect(page.locator('figcaption')).toHaveText('Trip is not found');
  await expectAccessible(page);
  await page.goto('/eservice/triptic/validity');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await new Form(page).expectErrors('Enter the reference');
  await expectAccessible(page);
  faults.expectQuiet();
});

test('the payment card is checked, refused and forgotten', async ({ page }) => {
  const form = new Form(page);
  const sent: { path: string; body: string }[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push({ path: new URL(request.url()).pathname, body: request.postData() ?? '' }));
  await page.goto('/payment/invoice');
  await expect(page.getByText('Cards are not taken yet. Pay at the cashier’s')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check the fields' }).click();
  await form.expectErrors('Enter card number', 'Enter security code', 'Enter name on the card');
  await form.type('Card number', 'four one one one');
  await form.type('Security code', '1234');
  await form.type('Name on the card', 'Maria');
  await page.getByRole('button', { name: 'Check the fields' }).click();
  await form.expectErrors('Card number must contain only digits; spaces are fine', 'Security code must be 3 digits or fewer');
  await form.type('Card number', '4111 1111 1111 1111');
  await form.type('Security code', '123');
  await page.getByRole('button', { name: 'Check the fields' }).click();
  await expect(page.getByText('Card payment is not available', { exact: true })).toBeVisible();
  await expect(form.field('Card number')).toHaveValue('');
  await expectAccessible(page);
  // Every page reports how its area performed; this page must not send anything else.
  expect(sent.filter(({ path, body }) => path !== '/telemetry' || /4111\D?1111|Maria/.test(body))).toEqual([]);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(/4111\D?1111/);
});

test('a keyboard alone registers a trip', async ({ page }) => {
  const keys = new Keyboard(page);
  await page.goto(home.E);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await keys.select('Applying for', 'Temporary exit of a vehicle');
  await keys.select('Sub-document', 'Private car');
  await keys.answer('Vehicle number', 'kb 123');
  await keys.answer('Chassis number', 'kb1');
  await keys.answer('Engine number', 'kb2');
  await keys.select('Category', 'Passenger car');
  await keys.answer('Year of manufacture', '2019');
  await keys.answer('Model', 'corolla');
  await keys.answer('Engine capacity', '1800');
  await keys.answer('Owner name', 'Keyboard Owner');
  await keys.answer('Owner address', 'Dili');
  await keys.to('Owner is the Driver');
  await page.keyboard.press('Space');
  await keys.answer('Passport', 'kb3');
  await keys.answer('Driving licence number', 'kb4');
  await keys.answer('Contact number', '77');
  await keys.answer('Foreign address', 'Atambua');
  const [year = '', month = '', day = ''] = dayFrom(3).split('-');
  await keys.day(day, month, year);
  await keys.to('Destination');
  await keys.combobox('Atambua');
  for (let question = 0; question < 5; question += 1) await keys.radio('No');
  await keys.press('Register');
  await expect(page).toHaveURL(/\/inqr\//);
  // The page shows the next step and what it costs.
  await expect(page.getByText(/^Then you pay the permit: .*\d/)).toBeVisible();
  await expectAccessible(page);
});

test('merchandise that is added while the form is still being loaded stays', async ({ page }) => {
  const letGo = await holdBack(page, '**/v1/triptic/trip/info**');
  await page.goto('/eservice/triptic/outbound');
  await page.getByRole('button', { name: 'Add merchandise' }).click();
  const item = page.getByRole('group', { name: /^Item 1/ });
  await expect(item).toBeVisible();
  const loaded = page.waitForResponse('**/v1/triptic/trip/info**');
  letGo();
  await loaded;
  // The bank accounts come with the data of the form.
  await expect(page.getByText('Banco Nacional Ultramarino')).toBeVisible();
  await expect(item).toBeVisible();
});
