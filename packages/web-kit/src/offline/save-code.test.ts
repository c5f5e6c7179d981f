import { linesOf } from './save-code.ts';

it('breaks long names into lines that fit, and never a word', () => {
  const width = (text: string): number => text.length;
  expect(linesOf('Maria da Costa', width, 20)).toEqual(['Maria da Costa']);
  expect(linesOf('Maria Fernanda da Costa e Silva', width, 14)).toEqual(['Maria Fernanda', 'da Costa e', 'Silva']);
  expect(linesOf('Wolfeschlegelsteinhausen Smith', width, 10)).toEqual(['Wolfeschlegelsteinhausen', 'Smith']);
  expect(linesOf('  ', width, 10)).toEqual([]);
});
