import { t } from './texts.ts';

describe('a number of rules, declarations or persons', () => {
  it.each([
    [t.ruleDifferences('1', '1'), '1 rule differs, 1 is the same.', '1 regra difere, 1 é igual.'],
    [t.ruleDifferences('2', '3'), '2 rules differ, 3 are the same.', '2 regras diferem, 3 são iguais.'],
    [t.trialProgress('0', '1'), '0 of 1 declaration', '0 de 1 declaração'],
    [t.trialProgress('5', '20'), '5 of 20 declarations', '5 de 20 declarações'],
    [t.trialDone('1', '1'), 'The trial is done: 1 of 1 declaration would change lane.', 'O ensaio terminou: 1 de 1 declaração mudaria de canal.'],
    [t.trialDone('2', '9'), 'The trial is done: 2 of 9 declarations would change lane.', 'O ensaio terminou: 2 de 9 declarações mudariam de canal.'],
    [t.added('1'), '1 added. What was sent is not shown again.', '1 adicionada. O que foi enviado não volta a ser mostrado.'],
    [t.added('7'), '7 added. What was sent is not shown again.', '7 adicionadas. O que foi enviado não volta a ser mostrado.'],
    [t.removed('1'), '1 taken off the list.', '1 retirada da lista.'],
    [t.removed('7'), '7 taken off the list.', '7 retiradas da lista.'],
  ])('is said in the form of the number: $en', (said, en, pt) => expect([said.en, said.pt]).toEqual([en, pt]));
});
