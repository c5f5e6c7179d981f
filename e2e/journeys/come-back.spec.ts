import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe.ts';
import { Keyboard } from '../support/keyboard.ts';
import { codeSentTo } from '../support/mail.ts';
import { aPassport } from './declarations/travellers.ts';
import { register } from './routes/documents.ts';

test('a traveller without an account returns to a declaration by the finder and a one-time code, with the keyboard alone, and no address contains personal data', async ({
  page,
  browser,
  baseURL,
}) => {
  const travellerCode = aPassport();
  const emailAddress = `${travellerCode.toLowerCase()}@example.org`;
  const { id, reference } = await register(page, 'departure', { travellerCode, emailAddress });

  const elsewhere = await (await browser.newContext({ baseURL, locale: 'en-GB' })).newPage();
  const addresses: string[] = [];
  elsewhere.on('request', (request) => addresses.push(request.url()));
  const keyboard = new Keyboard(elsewhere);
  await elsewhere.goto('/eservice/departure/declaration/search');
  await expect(elsewhere.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(elsewhere);
  await expectNoSidewaysScroll(elsewhere);
  await keyboard.answer('Passport number', travellerCode.toLowerCase());
  await keyboard.day('2', '11', '1985');
  await keyboard.to('Nationality');
  await keyboard.combobox('Portugal');
  await keyboard.press('Search');
  await expect(elsewhere.getByText('1 record found')).toBeVisible();
  await keyboard.to('Show');
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere).toHaveURL(/\/qr\/k\./);
  await expect(elsewhere.getByText('nothing can be changed')).toBeVisible();
  await expect(elsewhere.getByText(reference, { exact: true })).toBeVisible();
  expect(elsewhere.url()).not.toContain(id);
  await expect(elsewhere.getByRole('link', { name: 'Change your answers' })).toHaveCount(0);
  await expectNoSidewaysScroll(elsewhere);

  await keyboard.to('Get a code to change this or see everything');
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByText(/We sent a code of six digits to p…@e…/)).toBeVisible();
  await expectAccessible(elsewhere);
  await expectNoSidewaysScroll(elsewhere);
  await keyboard.answer('Code', await codeSentTo(elsewhere, emailAddress));
  await keyboard.press('Open the document');
  await expect(elsewhere).toHaveURL(new RegExp(`/qr/${id}$`));
  await expect(elsewhere.getByRole('link', { name: 'Change your answers' })).toBeVisible();
  expect(addresses.filter((address) => address.includes(travellerCode) || address.includes('1985-11-02') || address.includes('example.org'))).toEqual([]);
  await elsewhere.context().close();
});

test('a Portuguese reader is told in Portuguese of a wrong code, and of a search that finds nothing', async ({ page, browser, baseURL }) => {
  const travellerCode = aPassport();
  const emailAddress = `${travellerCode.toLowerCase()}@example.org`;
  await register(page, 'departure', { travellerCode, emailAddress });
  const reader = await (await browser.newContext({ baseURL, locale: 'pt-PT' })).newPage();
  await reader.goto('/eservice/departure/declaration/search');
  const find = async (code: string) => {
    await reader.getByRole('textbox', { name: /^Número do passaporte/ }).fill(code);
    const day = reader.getByRole('group', { name: /^Data de nascimento/ });
    await day.getByLabel('Dia').fill('2');
    await day.getByLabel('Mês').fill('11');
    await day.getByLabel('Ano').fill('1985');
    const nationality = reader.getByRole('combobox', { name: /^Nacionalidade/ });
    await nationality.fill('Portugal');
    await reader.getByRole('option', { name: /^Portugal/ }).click();
    await reader.getByRole('button', { name: 'Procurar' }).click();
  };
  await find('NOBODY1');
  await expect(reader.getByText('Nenhum registo encontrado')).toBeVisible();
  await expectAccessible(reader);
  await reader.reload();
  await find(travellerCode);
  await reader.getByRole('main').getByRole('row').last().getByRole('link').click();
  await reader.getByRole('button', { name: /código/ }).click();
  const right = await codeSentTo(reader, emailAddress);
  const field = reader.getByRole('textbox', { name: 'Código' });
  await field.fill('12');
  await reader.getByRole('button', { name: 'Abrir o documento' }).click();
  await expect(reader.getByRole('alert').getByText('Indique os seis algarismos do código')).toBeVisible();
  await field.fill(right === '000000' ? '111111' : '000000');
  await reader.getByRole('button', { name: 'Abrir o documento' }).click();
  await expect(reader.getByRole('alert').getByText(/não é o código/)).toBeVisible();
  await expectAccessible(reader);
  await expectNoSidewaysScroll(reader);
  await reader.context().close();
});
