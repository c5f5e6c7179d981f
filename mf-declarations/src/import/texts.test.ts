import { t } from './texts.ts';

it.each([
  ['1', '0 of 1 row', '0 de 1 linha'],
  ['20', '0 of 20 rows', '0 de 20 linhas'],
])('says how far a list of %s is, in the form of the number', (total, en, pt) => {
  expect(t.progress('0', total)).toMatchObject({ en, pt });
});
