import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { chooseLanguage } from '../support/choose-language.ts';
import { signIn } from '../support/sign-in.ts';
import { watch } from '../support/watch.ts';
import { register } from './routes/documents.ts';

test('the manual is that of one’s roles: from a screen to its part, by search, in both languages, with a part that is down', async ({ page }) => {
  const { id } = await register(page, 'licence');
  const faults = watch(page);
  await signIn(page, 'licence-verifier', `/licenser/professional/verification/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Help' }).click();
  await expect(page).toHaveURL(/\/staff\/help\/mf-licences\/verify$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a licence' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ hasText: 'Press “Verify”. Confirm each row of “Document requirements”' })).toBeVisible();
  // The description of the action comes from the workflow.
  const verify = main.locator('section').filter({ has: page.getByRole('heading', { name: 'Verify', exact: true }) });
  await expect(verify).toContainText('2 working days');
  await expect(verify).toContainText('Amount to pay');
  const picture = main.getByRole('img', { name: /licence application being verified/ });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(800);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await main.getByRole('link', { name: 'Contents of the manual' }).click();
  const contents = page.getByRole('navigation', { name: 'Contents of the manual' });
  await expect(contents.getByRole('link', { name: 'Professional licence', exact: true })).toBeVisible();
  // Approval, the till and the catalogues do not belong to this reader's roles.
  await expect(contents.getByRole('link', { name: /Approve and issue|Void a receipt|Change a catalogue|Read the audit log/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Search in the manual').fill('four eyes');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible();
  await main.getByRole('link', { name: 'Work on a case' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Work on a case' })).toBeVisible();
  await expect(main).toContainText('Press “Take”');

  await chooseLanguage(page, 'Português');
  await expect(page.getByRole('heading', { level: 1, name: 'Trabalhar num caso' })).toBeVisible();
  await expect(main).toContainText('Prima «Ficar com o caso»');
  await page.goto('/staff/help/all');
  await expect(page.getByRole('heading', { level: 3, name: 'Verificar uma licença' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  faults.expectQuiet();

  // The `?` key still opens the list of keys, and if a service is down, the page says which part of the manual is incomplete.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Teclas' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.route('**/api/licences/v1/help', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"status":503,"errors":[]}' }),
  );
  await page.goto('/staff/help');
  await expect(page.getByText(/Falta uma parte do manual.*Licenças profissionais/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Verificar uma licença' })).toBeVisible();
});
