import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';
import { chooseLanguage } from '../../support/choose-language.ts';
import { Form } from '../../support/form.ts';
import { signIn, signOut } from '../../support/sign-in.ts';
import { watch } from '../../support/watch.ts';
import { aHolder, fillApplication, find, publicHome, sign, staffHome, submitApplication } from './holders.ts';

/** Signs in as an officer and opens the application in a mode of its form. */
async function open(page: Page, user: string, mode: string, id: string): Promise<void> {
  await signIn(page, user, `${staffHome}/${mode}/${id}`);
  await expect(page.getByRole('complementary', { name: 'What you can do' }).or(page.locator('.portal-document__panel'))).toBeVisible();
}

/** The actions that ask for confirmation. */
const asking = new Set(['Issue licence', 'Suspend', 'Reject']);

/** Presses an action of the panel, confirms it if asked, and waits for the status. */
async function act(page: Page, action: string, status: string, { comment, decision }: { comment?: string; decision?: string } = {}): Promise<void> {
  const panel = page.locator('.portal-document__panel');
  if (decision) await panel.getByLabel(decision).check();
  if (comment) await panel.getByRole('textbox').fill(comment);
  await panel.getByRole('button', { name: action, exact: true }).click();
  if (asking.has(action)) await page.locator('dialog[open]').getByRole('button', { name: action }).click();
  await expect(page.locator('.portal-page-header').getByText(status, { exact: true })).toBeVisible();
}

test('a licence from the application to its renewal', async ({ page, browser }) => {
  const faults = watch(page);
  const holder = aHolder();

  await test.step('the public applies, and signs', async () => {
    await fillApplication(page, holder);
    await sign(page, holder);
    await expectAccessible(page);
  });
  const { reference, id } = await test.step('and gets a reference, a QR code and a form', async () => {
    const submitted = await submitApplication(page);
    await expect(page.getByRole('img', { name: new RegExp(submitted.reference) })).toHaveJSProperty('complete', true);
    await expectAccessible(page);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download the form' }).click()]);
    expect(download.suggestedFilename()).toBe('form.pdf');
    return submitted;
  });

  const office = await browser.newPage();
  const officeFaults = watch(office);
  await test.step('the verifier asks', async () => {
    await open(office, 'licence-verifier', 'view', id);
    await expect(office.getByRole('heading', { level: 1, name: 'MARIA DA SILVA' })).toBeVisible();
    await expect(office.getByRole('region', { name: 'Signature' }).getByRole('img', { name: 'Signature' })).toBeVisible();
    await expectAccessible(office);
    await office.locator('.portal-document__panel').getByRole('button', { name: 'Query', exact: true }).click();
    await expect(office.getByTestId('error-summary')).toBeFocused();
    await expectAccessible(office);
    await act(office, 'Query', 'Queried', { comment: 'Which department?' });
  });

  await test.step('the holder replies', async () => {
    await page.getByRole('link', { name: /See your application/ }).click();
    await expect(page.getByText('The agency asks you something')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(page).toHaveURL(`${publicHome}/feedback/${id}`);
    // The address changes shortly before the page does, and the previous page has a comment field too, so wait for the new page.
    await expect(page.getByRole('button', { name: 'Back to the application' })).toBeVisible();
    await page.getByRole('textbox', { name: /Comment/ }).fill('The emergency department');
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await expect(page.getByText('Replied', { exact: true }).first()).toBeVisible();
  });

  await test.step('the verifier verifies: everything confirmed, the bank account chosen', async () => {
    await office.goto(`${staffHome}/verification/${id}`);
    await office.locator('.portal-document__panel').getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(office.getByTestId('error-summary')).toContainText('Select the bank account');
    await expectAccessible(office);
    for (const box of await office
      .getByRole('region', { name: /Document requirements/ })
      .getByRole('checkbox')
      .all())
      await box.check();
    await new Form(office).choose('Bank account', 'Banco Nacional Ultramarino, treasury account');
    await act(office, 'Verify', 'Verified');
    await signOut(office);
  });

  await test.step('the assessor assesses and recommends', async () => {
    await open(office, 'licence-assessor', 'view', id);
    await act(office, 'Assess', 'Assessed');
    await act(office, 'Recommend or return', 'Recommended', { decision: 'Recommend for approval' });
    await signOut(office);
  });

  await test.step('one approver is not enough', async () => {
    await open(office, 'licence-approver', 'view', id);
    await act(office, 'Approve', 'Sent for approval');
    const panel = office.locator('.portal-document__panel');
    await expect(panel.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    await expect(panel.getByRole('listitem').filter({ hasText: 'another officer must do this' })).toContainText('Approve');
    await signOut(office);
  });

  await test.step('the second approves, and may not issue what they approved', async () => {
    await open(office, 'licence-approver-2', 'view', id);
    await act(office, 'Approve', 'Approved');
    await office.goto(`${staffHome}/issuance/${id}`);
    await expect(office.locator('.portal-document__summary')).toContainText('"Approve" was done by you: another officer must do this.');
    await expect(office.locator('.portal-document__panel').getByRole('button', { name: 'Issue licence' })).toHaveCount(0);
    await signOut(office);
  });

  await test.step('another officer issues; the fees are unpaid, so a reason is needed', async () => {
    await open(office, 'licence-approver', 'view', id);
    await office.locator('.portal-document__panel').getByRole('button', { name: 'Issue licence', exact: true }).click();
    await expect(office).toHaveURL(`${staffHome}/issuance/${id}`);
    await expect(office.getByText('Fees are not paid yet')).toBeVisible();
    await office.locator('.portal-document__panel').getByRole('button', { name: 'Issue licence', exact: true }).click();
    await expect(office.getByTestId('error-summary')).toContainText('Enter a comment');
    await act(office, 'Issue licence', 'Approved', { comment: 'Paid by the ministry' });
    await expect(office.getByText(`L-${reference}`)).toBeVisible();
    await expectAccessible(office);
  });

  await test.step('a change of the name waits for a second officer, in the reader’s language', async () => {
    await office.goto(`${staffHome}/adjustment/${id}`);
    await new Form(office).type('Full name', 'Maria Soares');
    await office.locator('.portal-document__panel').getByRole('button', { name: 'Adjust', exact: true }).click();
    await expect(office.getByTestId('error-summary')).toContainText('Say why you change this');
    await act(office, 'Adjust', 'Approved', { comment: 'As in the marriage certificate' });
    await expect(office.getByRole('heading', { level: 1, name: 'MARIA DA SILVA' })).toBeVisible();
    await expect(office.getByRole('row', { name: /Full name/ })).toContainText('MARIA SOARES');
    await expect(office.locator('.portal-document__panel').getByRole('button', { name: 'Confirm the adjustment' })).toHaveCount(0);
    await expectAccessible(office);
    await signOut(office);
    await open(office, 'licence-approver-2', 'view', id);
    await chooseLanguage(office, 'Português');
    await expect(office.getByRole('row', { name: /Nome completo/ })).toContainText('MARIA SOARES');
    await act(office, 'Confirmar a correção', 'Aprovado');
    await expect(office.getByRole('heading', { level: 1, name: 'MARIA SOARES' })).toBeVisible();
    await expect(office.getByRole('row', { name: /Cartão de licença/ })).toBeVisible();
    await expectAccessible(office);
    await chooseLanguage(office, 'English');
    holder.name = 'Maria Soares';
  });

  await test.step('the register knows the licence', async () => {
    await find(page, holder);
    const row = page.getByRole('row', { name: new RegExp(reference) });
    await expect(row.getByRole('cell').first()).toHaveText('Valid licence');
    await expect(page.getByRole('columnheader')).toHaveText([
      /Standing/,
      /Date/,
      /Reference/,
      /Holder name/,
      /Identity/,
      /Code/,
      /Begin/,
      /End/,
      /Status/,
      /Actions/,
    ]);
    await expectAccessible(page);
    const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: /Print form/ }).click()]);
    expect(download.suggestedFilename()).toBe('form.pdf');
  });

  await test.step('suspended, the register says so', async () => {
    await act(office, 'Suspend', 'Suspended', { comment: 'Under investigation' });
    await find(page, holder);
    await expect(
      page
        .getByRole('row', { name: new RegExp(reference) })
        .getByRole('cell')
        .first(),
    ).toHaveText('Licence suspended');
  });

  await test.step('activated again', async () => {
    await act(office, 'Activate', 'Approved');
    await signOut(office);
  });

  await test.step('the holder renews', async () => {
    await page.goto(`${publicHome}/view/${id}`);
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(page).toHaveURL(`${publicHome}/renewal/${id}`);
    await new Form(page).tick('Certified copy of the diploma');
    await page.getByRole('button', { name: 'Renew', exact: true }).click();
    await expect(page.getByText('Submitted', { exact: true }).first()).toBeVisible();
    await expect(page.getByText(reference)).toBeVisible();
    expect(page.url()).not.toContain(id);
  });
  await office.context().close();
  faults.expectQuiet();
  officeFaults.expectQuiet();
});
