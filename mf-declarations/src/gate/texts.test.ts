import { t } from './texts.ts';

it.each([
  [1, 1, '1 changed code, 1 expected', '1 código alterado, 1 esperado'],
  [2, 30, '2 changed codes, 30 expected', '2 códigos alterados, 30 esperados'],
])('says what the lists of a device hold, in the form of the number: %d, %d', (keys, expected, en, pt) => {
  expect(t.size(keys, expected)).toEqual({ en, pt });
});
