import { unconfirmed } from './rules.ts';

it.each([
  [[], undefined, undefined],
  [[true], undefined, undefined],
  [
    [false],
    'The requirement is not confirmed: confirm it, or say in the comment why not',
    'O requisito não está confirmado: confirme-o ou diga no comentário porquê',
  ],
  [
    [true, false],
    '1 of 2 requirements is not confirmed: confirm it, or say in the comment why not',
    '1 de 2 requisitos não está confirmado: confirme-o ou diga no comentário porquê',
  ],
  [
    [false, true, false],
    '2 of 3 requirements are not confirmed: confirm them, or say in the comment why not',
    '2 de 3 requisitos não estão confirmados: confirme-os ou diga no comentário porquê',
  ],
])('requirements that are confirmed as %j are counted in words', (confirmed, en, pt) => {
  const said = unconfirmed(confirmed.map((each) => ({ confirmed: each })));
  expect([said?.en, said?.pt]).toEqual([en, pt]);
});
