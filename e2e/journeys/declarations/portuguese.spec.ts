import { expect, type Page, test } from '@playwright/test';
import { departureHome } from '../../answers/departure.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../../support/axe.ts';
import { chooseLanguage } from '../../support/choose-language.ts';
import { draftWritten } from '../../support/draft.ts';
import { Form } from '../../support/form.ts';
import { listOf } from '../../support/lists.ts';
import { expectPortuguese } from '../../support/portuguese.ts';
import { signIn } from '../../support/sign-in.ts';
import { register, registerGroup } from '../routes/documents.ts';
import { aPassport, arrivalHome, aVisitor, dayFrom, fillArrival, passportEnd } from './travellers.ts';

test.use({ locale: 'pt-PT' });

test('a visitor declares an arrival in Portuguese, from the first step to the code @phone', async ({ page }) => {
  const form = new Form(page, 'pt');
  await page.goto(arrivalHome);
  await expect(form.heading('Dados de residência')).toBeVisible();
  await form.choose('Motivo da viagem', 'Visitante');
  await form.find('País de origem', 'Portugal');
  await form.find('Ponto de entrada', 'Díli', 'Aeroporto Internacional Presidente Nicolau Lobato');
  await form.find('Voo', 'QG500');
  await form.choose('Data de chegada', { index: 1 });
  await expectPortuguese(page);
  await expectAccessible(page);
  await form.next();

  await expect(form.heading('Dados pessoais')).toBeVisible();
  await form.next();
  await form.expectErrors('Indique número do passaporte', 'Indique nacionalidade', 'Indique data de nascimento');
  await expectPortuguese(page);
  await form.type('Número do passaporte', aPassport());
  await form.find('Nacionalidade', 'PRT', 'Portugal');
  await form.date('Data de validade do passaporte', passportEnd());
  await form.type('Nome próprio', 'Inês');
  await form.type('Apelido', 'Conceição');
  await form.date('Data de nascimento', '1990-05-17');
  await form.choose('Sexo', 'Feminino');
  await form.type('Profissão', 'Enfermeira');
  await form.type('Número de telefone', '+351 912 345 678');
  await form.next();

  await expect(form.heading('Outros dados')).toBeVisible();
  await form.choose('Motivo da visita', 'Férias ou turismo');
  await form.type('Duração da estadia', '20');
  await form.date('Data de partida', dayFrom(20));
  await form.type('Referência do bilhete de regresso', 'TKT-42');
  await form.answerAll('Declarações', 'Não');
  await form.tick('As minhas respostas às declarações são verdadeiras');
  await form.pick('Tipo de alojamento', 'Hotel');
  await form.type('Nome do hotel', 'Hotel Timor');
  await form.type('Morada no país', 'Avenida dos Mártires, Díli');
  await expectPortuguese(page);
  await form.next();

  await expect(form.heading('Dados dos bens')).toBeVisible();
  await form.type('Número de volumes de bagagem', '2');
  await form.pick('Tem mercadorias a declarar?', 'Sim');
  await form.type('Descrição dos bens', 'Máquinas de café');
  await form.type('Quantidade', '3');
  await form.tick('Traz mercadorias para venda');
  await form.tick('Traz dinheiro ou títulos');
  await form.tick('As minhas respostas às perguntas são verdadeiras');
  await form.pick('Transporta mais de 5000 USD', 'Sim');
  await page.getByRole('combobox', { name: 'Moeda', exact: true }).fill('USD');
  await page.getByRole('option', { name: /^Dólar/ }).click();
  await form.type('Montante', '6000');
  await expectPortuguese(page);
  await form.next();

  await expect(form.heading('Rever e enviar')).toBeVisible();
  await form.type('Título', 'Sra.');
  await form.type('Cidade de nascimento', 'Lisboa');
  await form.find('País de nascimento', '葡萄牙', 'Portugal');
  await form.tick('Declaro que as informações prestadas são verdadeiras e corretas');
  await expectPortuguese(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Enviar declaração' }).click();
  await expect(page.getByText('Canal vermelho')).toBeVisible();
  await expect(page.getByText(/Faça uma captura de ecrã e apresente-a aos funcionários/)).toBeVisible();
  await expectPortuguese(page);

  // The language is kept on the home page and on the page that finds a declaration.
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
  await page.goto(`${arrivalHome}/search`);
  await expect(form.heading('Procurar a sua declaração de chegada')).toBeVisible();
  await expectPortuguese(page);
});

test('an officer verifies a departure and records an arrival in Portuguese, whatever language the traveller wrote in', async ({ page }) => {
  const departure = await register(page, 'departure');
  const arrival = await register(page, 'arrival', { arrivalDate: dayFrom(0) });
  await signIn(page, 'border-officer', `/other/departure/declaration/verification/${departure.id}`);
  await expect(page.getByText(`${departure.reference} · Verificar uma declaração de partida`)).toBeVisible();
  const question = page.getByRole('group', { name: /^2\. Leva mercadorias para venda/ });
  await question.getByRole('radio', { name: 'Sim' }).check();
  await page.getByRole('checkbox', { name: 'Confirmado: Passaporte válido para a viagem' }).check();
  await expectPortuguese(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Confirmar todos/ }).click();
  await page.getByRole('button', { name: 'Verificar' }).click();
  await expect(page.getByText('Verificada', { exact: true }).first()).toBeVisible();
  await page.goto(`/other/departure/declaration/view/${departure.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'RITA ROTAS' })).toBeVisible();
  await expectPortuguese(page);
  await page.getByRole('button', { name: 'Histórico e cronologia' }).click();
  await expect(page.getByRole('dialog').getByText('Verificar', { exact: true }).first()).toBeVisible();

  await page.goto(`/other/traveller/declaration/arrival/${arrival.id}`);
  await expect(page.getByText('Canal verde').first()).toBeVisible();
  await expectPortuguese(page);
  await page.getByRole('button', { name: 'Registar chegada' }).click();
  await expect(page.getByText('Chegou', { exact: true }).first()).toBeVisible();
  await page.goto(`/other/traveller/declaration/amendment/${arrival.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Alterar uma declaração de chegada' })).toBeVisible();
  await expectPortuguese(page);
  await page.getByRole('button', { name: 'Alterar', exact: true }).click();
  await new Form(page, 'pt').expectErrors('Indique porque altera esta declaração');
  await page.goto('/other/traveller/declaration');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectPortuguese(page);
  await page.goto(listOf('/other/traveller/declaration', arrival.reference));
  await expect(page.getByRole('row').filter({ hasText: arrival.reference }).getByText('Chegou')).toBeVisible();
  await expectPortuguese(page);
});

test('a second person is added in Portuguese, and the code of both is shown', async ({ page }) => {
  const { id } = await registerGroup(page, 'arrival', [
    { travellerCode: aPassport() },
    { travellerCode: aPassport(), firstName: 'João', hasMerchandise: 'YES' },
  ]);
  const form = new Form(page, 'pt');
  await page.goto(`${arrivalHome}/group/${id}`);
  await expect(form.heading('Grupo registado')).toBeVisible();
  await expect(page.getByText('Canal vermelho')).toBeVisible();
  await expectPortuguese(page);
  await page.getByRole('button', { name: 'Adicionar uma pessoa' }).click();
  await expect(form.heading('Adicionar uma pessoa')).toBeVisible();
  await page.getByRole('button', { name: 'Registar esta pessoa' }).click();
  await form.expectErrors('Indique número do passaporte', 'Indique data de nascimento');
  await expectPortuguese(page);
  await form.tick('Nenhum de nós tem algo a declarar');
  await expectPortuguese(page);
  await expectAccessible(page);
});

for (const { of, fill } of [
  { of: 'arrival', fill: (page: Page) => fillArrival(page, aVisitor()) },
  { of: 'departure', fill: (page: Page) => page.goto(departureHome) },
]) {
  test(`questions and requirements of a half filled in ${of} follow the language, and ticks and answers stay`, async ({ page, context, baseURL }) => {
    await context.addCookies([{ name: 'portal.language', value: 'en', url: baseURL ?? '' }]);
    await fill(page);
    const requirements = page.getByRole('region', { name: /^(Requirements|Requisitos)/ });
    const first = requirements.getByRole('checkbox').first();
    await first.check();
    const inEnglish = await requirements.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.innerText));
    await chooseLanguage(page, 'Português');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt');
    for (const words of inEnglish) await expect(requirements).not.toContainText(words ?? '');
    await expectPortuguese(page);
    await expect(first).toBeChecked();
    await draftWritten(page);
    await page.reload();
    await expect(first).toBeChecked();
    await expectPortuguese(page);
    await chooseLanguage(page, 'English');
    await expect(requirements).toContainText(inEnglish[0] ?? '');
  });
}
